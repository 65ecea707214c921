//! `for` loops with steps in their bodies.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, Pat, PatIdent, Stmt, parse_quote, parse_quote_spanned};

use super::borrowed::Borrowed;
use super::lower::{Cont, LoopTop, Lowering};
use super::scope::Name;
use super::{Block, Code, End, Native, Op, Origin, RegionKind, Uses};
use crate::{messages, names, paths};

impl Lowering<'_> {
    pub(super) fn for_loop(&mut self, mut ops: Vec<Op>, repeat: ExprForLoop, cont: Cont) -> Block {
        self.scope.enter();
        let end = match self.borrowed(&repeat.expr) {
            Some(borrowed) => self.over_borrow(&mut ops, repeat, borrowed, cont),
            None => self.over_items(&mut ops, &repeat, cont),
        };
        self.scope.leave();
        Block { ops, end }
    }

    /// Input:  `'a: for PAT in EXPR { BODY }`
    /// Output: `let mut items = items(EXPR); 'a: while let Some(PAT) = next(&mut items) { BODY }`
    fn over_items(&mut self, ops: &mut Vec<Op>, repeat: &ExprForLoop, cont: Cont) -> End {
        let span = repeat.expr.span();
        if let Some(token) = mutable_borrow(&repeat.expr) {
            self.errors.at(token, messages::MUT_LOOP);
        }
        let private = paths::private_at(span);
        let expr = &repeat.expr;
        let source = match &**expr {
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => {
                match range.limits {
                    syn::RangeLimits::HalfOpen(_) => {
                        parse_quote_spanned! {span=> #private::range_items(#expr) }
                    }
                    syn::RangeLimits::Closed(_) => {
                        parse_quote_spanned! {span=> #private::inclusive_items(#expr) }
                    }
                }
            }
            other => parse_quote_spanned! {span=> #private::items(#other) },
        };
        let source = self.code(source);
        let name = self.loop_temporary(span, 0);
        let items = self.declare(&name, true, Origin::Local);
        ops.push(Op::Items { items, source });

        let (label, pat, body) = (&repeat.label, &repeat.pat, &repeat.body);
        let private = paths::private();
        self.while_loop(
            parse_quote_spanned! {repeat.for_token.span=>
                #label while let ::core::option::Option::Some(#pat) = #private::next(&mut #name) #body
            },
            cont,
        )
    }

    /// Input:  `'a: for PAT in &PLACE { BODY }`
    /// Output: `let mut index = 0;`, and in each turn
    ///         `let held = &PLACE; if let Some(PAT) = nth(held, index) { index += 1; BODY }`
    ///
    /// Input:  `'a: for PAT in PLACE.iter().enumerate() { BODY }`
    /// Output: the same with `nth_of(listed(held).iter().enumerate(), index)`
    ///
    /// What `PAT` binds is not carried: it is borrowed again behind each step.
    fn over_borrow(
        &mut self,
        ops: &mut Vec<Op>,
        repeat: ExprForLoop,
        borrowed: Borrowed,
        cont: Cont,
    ) -> End {
        let Borrowed {
            source,
            held,
            gone,
            nth,
            again,
        } = borrowed;
        if let Some(place) = gone {
            self.errors.on(place, messages::LOOP_OVER_STATE);
        }
        for token in mutable_in(&repeat.pat) {
            self.errors.at(token, messages::MUT_ELEMENT);
        }
        let span = repeat.expr.span();
        let (private, mixed) = (paths::private_at(span), names::mixed(span));
        let index = self.loop_temporary(span, 0);
        let start = parse_quote_spanned! {mixed=> let mut #index = 0_usize; };
        ops.push(Op::Native(self.native(start)));

        let head = self.reserve(RegionKind::LoopHead);
        self.scope.enter();
        let borrows = held.into_iter();
        let borrows = borrows.map(|borrow| self.hold_collection(borrow)).collect();
        let pat = &repeat.pat;
        let (condition, defs) = self.condition(parse_quote_spanned! {mixed=>
            let ::core::option::Option::Some(#pat) = #private::#nth(#source, #index)
        });
        if let Expr::Let(binding) = &condition.expr
            && let Expr::Call(call) = &*binding.expr
            && let Some(source) = call.args.first()
            && let syn::Pat::TupleStruct(some) = &*binding.pat
        {
            let pat = &some.elems;
            let tokens = quote_spanned!(mixed=> let #pat = #private::#again(#source, #index););
            let stmt: Rc<Stmt> = Rc::new(parse_quote!(#tokens));
            let mut uses: Uses = condition.uses.clone();
            if let Some(Name::Binding(id)) = self.scope.look_up(&index.to_string()) {
                uses.insert(id);
            }
            for id in &defs {
                self.bindings[id.0].origin = Origin::Remade {
                    stmt: Rc::clone(&stmt),
                    uses: uses.clone(),
                };
            }
        }
        let mut body = repeat.body;
        body.stmts
            .insert(0, parse_quote_spanned! {mixed=> #index += 1; });
        let top = LoopTop {
            head,
            ops: borrows,
            condition,
            defs,
            span: repeat.for_token.span,
        };
        self.repeat(top, repeat.label.as_ref(), body, cont)
    }

    /// Output: `let held = &PLACE;`, which is made again behind each step.
    fn hold_collection(&mut self, (name, borrow): (Ident, Expr)) -> Op {
        let Code {
            expr, uses, jumps, ..
        } = self.code(borrow);
        let stmt: Stmt = parse_quote_spanned! {name.span()=> let #name = #expr; };
        let origin = Origin::Remade {
            stmt: Rc::new(stmt.clone()),
            uses: uses.clone(),
        };
        let id = self.declare(&name, false, origin);
        Op::Native(Native {
            stmt,
            uses,
            inits: Uses::new(),
            writes: Uses::new(),
            defs: vec![id],
            jumps,
        })
    }

    /// Numbered apart from the temporaries of the normal form, and from each other.
    pub(super) fn loop_temporary(&self, span: Span, number: usize) -> Ident {
        let name = match number {
            0 => format!("{}{}", names::LOOP, self.bindings.len()),
            _ => format!("{}{}_{number}", names::LOOP, self.bindings.len()),
        };
        Ident::new(&name, names::mixed(span))
    }
}

/// `&mut place`, `place.iter_mut()`
fn mutable_borrow(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::Reference(borrow) => borrow.mutability.map(|token| token.span),
        Expr::MethodCall(call) if call.method == "iter_mut" => Some(call.method.span()),
        _ => None,
    }
}

/// The `mut`s of the names that a pattern binds.
fn mutable_in(pat: &Pat) -> Vec<Span> {
    struct Mutable(Vec<Span>);

    impl<'ast> Visit<'ast> for Mutable {
        fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
            let token = pat.mutability.filter(|_| pat.by_ref.is_none());
            self.0.extend(token.map(|token| token.span));
            visit::visit_pat_ident(self, pat);
        }
    }

    let mut mutable = Mutable(Vec::new());
    mutable.visit_pat(pat);
    mutable.0
}
