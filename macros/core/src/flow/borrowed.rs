//! Which loops go over borrows of something that stays where it is. Behind a step such a loop is
//! taken up by the index of its element, for which what it goes over is made again.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprMethodCall, Lit, parse_quote, parse_quote_spanned};

use super::again::{self, hold_bases, root};
use super::lower::Lowering;
use crate::{names, paths};

/// What a loop goes over.
pub(super) struct Borrowed {
    /// As an argument of the two functions that give an element by its index. It mentions `held`.
    pub(super) source: Expr,
    /// The borrows of the collections, by name: each is used at the steps of the loop, so that
    /// rustc sees that its collection stays what it is.
    pub(super) held: Held,
    /// A collection that is not there behind a step, or may be another one.
    pub(super) gone: Option<Expr>,
    /// Gives the next element.
    pub(super) nth: Ident,
    /// Gives the last element again.
    pub(super) again: Ident,
}

type Held = Vec<(Ident, Expr)>;

/// Methods that borrow the elements of a collection, or the pieces of a text.
const BEGIN: &[&str] = &[
    "chunks",
    "chunks_exact",
    "iter",
    "keys",
    "lines",
    "split",
    "split_inclusive",
    "split_terminator",
    "split_whitespace",
    "values",
    "windows",
];

/// Methods that give the same elements in another way.
const GO_ON: &[&str] = &["enumerate", "rev", "skip", "step_by", "take"];

impl Lowering<'_> {
    /// `&place`, `place.iter()`, `text.lines()`, `place.iter().enumerate()`; `None` for a loop by
    /// value, or over what may be another thing when it is made again.
    pub(super) fn borrowed(&self, expr: &Expr) -> Option<Borrowed> {
        let mut held = Vec::new();
        if let Some(place) = borrowed_place(expr).filter(|place| self.is_place(place)) {
            let span = names::mixed(expr.span());
            return Some(Borrowed {
                source: self.hold(place, span, &mut held),
                held,
                gone: (!self.is_there(place)).then(|| place.clone()),
                nth: Ident::new("nth", span),
                again: Ident::new("again", span),
            });
        }
        let mut source = expr.clone();
        let span = names::mixed(expr.span());
        self.is_chain(&mut source, &mut held).then(|| Borrowed {
            source,
            held,
            gone: None,
            nth: Ident::new("nth_of", span),
            again: Ident::new("again_of", span),
        })
    }

    /// Whether an expression is a chain of such methods. Its collections are marked then, so that
    /// rustc can say which of them have no order.
    ///
    /// Input:  `names.iter().zip(&ages)`
    /// Output: `listed(held_1).iter().zip(listed(held_2))`
    fn is_chain(&self, expr: &mut Expr, held: &mut Held) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_chain(&mut inner.expr, held),
            Expr::MethodCall(call) if is_one_of(call, &["zip"]) => {
                self.is_chain(&mut call.receiver, held)
                    && (call.args.iter_mut()).all(|other| self.is_other(other, held))
            }
            Expr::MethodCall(call) if is_one_of(call, GO_ON) => {
                call.args.iter().all(|arg| self.stays(arg))
                    && self.is_chain(&mut call.receiver, held)
            }
            Expr::MethodCall(call) if is_one_of(call, BEGIN) => {
                let source = &mut *call.receiver;
                let is_same = call.args.iter().all(|arg| self.stays(arg));
                let is_same = is_same && self.is_place(source) && self.is_there(source);
                if is_same {
                    *source = self.listed(source, held);
                }
                is_same
            }
            _ => false,
        }
    }

    /// Input:  `names`
    /// Output: `listed(held_1)`
    fn listed(&self, place: &Expr, held: &mut Held) -> Expr {
        let span = place.span();
        let (private, source) = (paths::private_at(span), self.hold(place, span, held));
        parse_quote_spanned! {span=> #private::listed(#source) }
    }

    /// The name of a borrow of a collection.
    fn hold(&self, place: &Expr, span: Span, held: &mut Held) -> Expr {
        let name = self.loop_temporary(span, held.len() + 1);
        let borrow = if self.is_from_mutable(place) {
            let mut place = place.clone();
            hold_bases(&mut place);
            again::held(&place)
        } else {
            parse_quote_spanned! {span=> &#place }
        };
        held.push((name.clone(), borrow));
        parse_quote!(#name)
    }

    /// What elements are paired with: `&ages`, `ages.iter()`, `1_u8..`
    fn is_other(&self, expr: &mut Expr, held: &mut Held) -> bool {
        match expr {
            // A number without a suffix would have a type of its own behind the step.
            Expr::Range(range) => {
                let ends = range.start.iter().chain(&range.end);
                ends.clone().all(|end| self.stays(end)) && ends.clone().any(|end| has_type(end))
            }
            Expr::Reference(borrow) if borrow.mutability.is_none() => {
                let is_same = self.is_place(&borrow.expr) && self.is_there(&borrow.expr);
                if is_same {
                    *expr = self.listed(&borrow.expr, held);
                }
                is_same
            }
            other => self.is_chain(other, held),
        }
    }
}

/// Whether a number has its type wherever it stands.
fn has_type(number: &Expr) -> bool {
    match number {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => !number.suffix().is_empty(),
            Lit::Float(number) => !number.suffix().is_empty(),
            _ => true,
        },
        Expr::Path(_) => true,
        Expr::Paren(inner) => has_type(&inner.expr),
        Expr::Binary(binary) => has_type(&binary.left) || has_type(&binary.right),
        _ => false,
    }
}

fn is_one_of(call: &ExprMethodCall, methods: &[&str]) -> bool {
    call.turbofish.is_none() && methods.iter().any(|method| call.method == method)
}

/// `&place`, `place.iter()`: a loop over the elements of a collection as they are.
fn borrowed_place(expr: &Expr) -> Option<&Expr> {
    let place = match expr {
        Expr::Reference(borrow) if borrow.mutability.is_none() => &borrow.expr,
        Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => &call.receiver,
        Expr::Paren(inner) => return borrowed_place(&inner.expr),
        _ => return None,
    };
    root(place).map(|_| &**place)
}
