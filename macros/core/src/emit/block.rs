//! Code of a region: the author's statements, and at the end the way to the next region.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::{Names, join_label, join_value, jumps, leave, number, slot};
use crate::flow::{
    BindingId, Block, Bound, Code, End, Flow, Incoming, JoinValue, Native, Op, Origin, RegionId,
    RegionKind, Transition,
};
use crate::layout::{Machine, State};
use crate::{names, paths};

pub(super) struct Emitter<'m> {
    pub(super) machine: &'m Machine,
    pub(super) names: &'m Names,
    /// The state that is emitted.
    pub(super) state: &'m State,
}

impl Emitter<'_> {
    fn flow(&self) -> &Flow {
        &self.machine.flow
    }

    /// The code of a region.
    pub(super) fn region(&self, region: RegionId) -> TokenStream {
        self.block(&self.flow().region(region).body)
    }

    pub(super) fn block(&self, block: &Block) -> TokenStream {
        let ops = block.ops.iter().map(|op| self.op(op));
        let end = self.end(&block.end);
        quote!(#(#ops)* #end)
    }

    fn op(&self, op: &Op) -> TokenStream {
        match op {
            Op::Native(native) => self.native(native),
            Op::Items { items, source } => {
                let items = &self.flow().binding(*items).ident;
                let source = self.code(source);
                let (cx, region, leave) = (&self.names.machine, &self.names.region, leave());
                quote! {
                    #[allow(unused_mut)]
                    let ::core::option::Option::Some(mut #items) = #source else {
                        #cx.endless();
                        break #region #leave
                    };
                }
            }
            Op::Bind { bound, value } => {
                let value = match value {
                    Incoming::JoinValue => join_value().into_token_stream(),
                    Incoming::Answers(point) => self.answers(*point),
                };
                self.bind(bound, &value)
            }
            Op::Call(called) => {
                let machine = &self.names.machine;
                let push = self.push(called.point);
                let call = self.call(called.point, &called.call);
                let call = called
                    .bound
                    .as_ref()
                    .map_or_else(|| quote!(#call;), |bound| self.bind(bound, &call));
                quote!(#push #call #machine.pop();)
            }
        }
    }

    fn native(&self, native: &Native) -> TokenStream {
        let stmt = jumps::in_stmt(&native.stmt, &native.jumps, &|jump| self.jump(jump));
        let Native {
            stmt: syn::Stmt::Local(_),
            defs,
            ..
        } = native
        else {
            return stmt.to_token_stream();
        };
        if let [id] = defs[..] {
            if self.machine.is_idle(id) {
                return TokenStream::new();
            }
            if self.machine.is_tied_late(id) {
                let typed = self.typed(id);
                return quote!(#[allow(unused_mut)] #stmt #typed);
            }
        }
        let remade = defs.iter().any(|id| {
            matches!(
                self.flow().binding(*id).origin,
                Origin::Remade { .. } | Origin::Fresh { .. }
            ) && self.machine.crosses(*id)
        });
        let allow_mut = self.allow_mut(defs);
        let allow_unused = remade.then(|| quote!(#[allow(unused_variables)]));
        let tied = self.tied(defs);
        quote!(#allow_mut #allow_unused #stmt #tied)
    }

    /// What is bound again elsewhere may not be changed here.
    fn allow_mut(&self, defs: &[BindingId]) -> Option<TokenStream> {
        let mut mutable = defs.iter().filter(|id| self.flow().binding(**id).mutable);
        mutable
            .any(|id| self.machine.crosses(*id))
            .then(|| quote!(#[allow(unused_mut)]))
    }

    /// Ties the types of locals to those of the values that will replace theirs in other states.
    pub(super) fn tied(&self, declared: &[BindingId]) -> TokenStream {
        let replaced = declared.iter().filter(|id| self.machine.is_replaced(**id));
        let ties = replaced.map(|id| {
            let ident = &self.flow().binding(*id).ident;
            let (span, tie) = (names::mixed(ident.span()), super::tie(*id));
            quote_spanned!(span=> #tie.tie(&#ident);)
        });
        ties.collect()
    }

    /// Output: `let PAT: TYPE = value;`
    fn bind(&self, bound: &Bound, value: &TokenStream) -> TokenStream {
        let Bound {
            pat,
            attrs,
            ty,
            defs,
        } = bound;
        let (ty, tied, allow) = (ty.iter(), self.tied(defs), self.allow_mut(defs));
        quote!(#(#attrs)* #allow let #pat #(: #ty)* = #value; #tied)
    }

    fn end(&self, end: &End) -> TokenStream {
        match end {
            End::Unreachable => TokenStream::new(),
            End::Return(value) => {
                let value = value.iter().map(|code| self.code(code));
                // A body may end in `todo!()`, and nothing is returned then.
                quote!(#[allow(unreachable_code)] { return #(#value)*; })
            }
            End::Goto(transition) => self.transition(transition),
            End::Suspend(suspend) => self.suspend(suspend),
            End::If {
                cond,
                defs,
                then,
                other,
                join,
            } => {
                let cond = self.code(cond);
                let (then, other) = (self.block(then), self.block(other));
                // What is made again behind a step may not be used before it.
                let made_again = defs
                    .iter()
                    .map(|id| self.flow().binding(*id))
                    .filter(|binding| matches!(binding.origin, Origin::Remade { .. }));
                let uses = made_again.map(|binding| {
                    let ident = &binding.ident;
                    quote!(#[allow(clippy::used_underscore_binding)] let _ = &#ident;)
                });
                let (allow, tied) = (self.allow_mut(defs), self.tied(defs));
                self.joined(
                    *join,
                    &quote!(#allow if #cond { #(#uses)* #tied #then } else { #other }),
                )
            }
            End::Match {
                attrs,
                scrutinee,
                arms,
                join,
            } => {
                let scrutinee = self.code(scrutinee);
                let arms = arms.iter().map(|arm| {
                    let pat = jumps::in_pat(&arm.pat, &arm.jumps, &|jump| self.jump(jump));
                    let (attrs, body) = (&arm.attrs, self.block(&arm.body));
                    let (allow, tied) = (self.allow_mut(&arm.defs), self.tied(&arm.defs));
                    quote!(#(#attrs)* #allow #pat => { #tied #body })
                });
                self.joined(*join, &quote!(#(#attrs)* match #scrutinee { #(#arms)* }))
            }
            End::LetElse {
                pat,
                attrs,
                init,
                defs,
                other,
                then,
            } => {
                let init = self.code(init);
                let (other, then) = (self.block(other), self.block(then));
                let (allow, tied) = (self.allow_mut(defs), self.tied(defs));
                quote!(#(#attrs)* #allow let #pat = #init else { #other }; #tied #then)
            }
            End::Scope { body, join } => {
                let body = self.block(body);
                self.joined(*join, &quote!({ #body }))
            }
        }
    }

    /// A construct, and what comes behind it, where that is emitted in place.
    ///
    /// Output: `let value: T = 'join: { if … { break 'join a } else { break 'join b } }; rest`
    fn joined(&self, join: Option<RegionId>, construct: &TokenStream) -> TokenStream {
        let Some(join) = join.filter(|join| self.machine.is_in_place(*join)) else {
            return construct.clone();
        };
        let label = join_label(join);
        let rest = self.region(join);
        let result = match &self.flow().region(join).kind {
            RegionKind::Join(Some(JoinValue { ty })) => {
                let (value, ty) = (join_value(), ty.iter());
                quote!(let #value #(: #ty)* = #label: { #construct };)
            }
            RegionKind::Join(None)
            | RegionKind::LoopHead
            | RegionKind::Call(_)
            | RegionKind::Start
            | RegionKind::Point(_) => quote!(#label: { #construct }),
        };
        quote!(#[allow(unused_labels)] #result #rest)
    }

    pub(super) fn code(&self, code: &Code) -> TokenStream {
        jumps::in_expr(&code.expr, &code.jumps, &|jump| self.jump(jump)).to_token_stream()
    }

    fn jump(&self, jump: crate::flow::JumpId) -> TokenStream {
        let transition = self.transition(&self.flow().jumps[jump.0].transition);
        quote!({ #transition })
    }

    /// Goes to another region.
    ///
    /// Output: `break 'region { slot_3 = Some(Box::new((value, a, b))); 3 }`
    fn transition(&self, transition: &Transition) -> TokenStream {
        let span = names::mixed(transition.span);
        let value = transition.value.as_ref().map(|code| self.code(code));
        let takes_value = matches!(
            &self.flow().region(transition.target).kind,
            RegionKind::Join(Some(_))
        );
        let (dropped, value) = match (takes_value, value) {
            (true, value) => (
                None,
                Some(value.unwrap_or_else(|| quote_spanned!(span=> ()))),
            ),
            (false, value) => (value.map(|value| quote_spanned!(span=> #value;)), None),
        };
        if self.machine.is_in_place(transition.target) {
            let label = join_label(transition.target);
            let value = value.into_iter();
            return quote_spanned! {span=>
                #[allow(unreachable_code)]
                { #dropped break #label #(#value)* }
            };
        }
        let number_of_target = self.machine.number(transition.target).unwrap_or_default();
        let target = number(number_of_target);
        let region = &self.names.region;
        let takes = self
            .machine
            .state(transition.target)
            .map_or(&[][..], |state| &state.takes);
        if takes.is_empty() && value.is_none() {
            return quote_spanned! {span=>
                #[allow(unreachable_code)]
                { #dropped break #region #target }
            };
        }
        let value = value
            .map(|value| self.produced(transition.target, &value))
            .into_iter();
        // A value that was moved is reported where it is needed.
        let locals = takes.iter().map(|id| self.place(*id, transition.span));
        let slot = slot(number_of_target);
        quote_spanned! {span=>
            #[allow(unreachable_code)]
            {
                #dropped
                #slot = ::core::option::Option::Some(::std::boxed::Box::new((#(#value,)* #(#locals,)*)));
                break #region #target
            }
        }
    }

    /// A value on its way to a join. The way is a place where it can be coerced, as the end of an
    /// arm is: to the annotated type, and from `!` to any.
    fn produced(&self, target: RegionId, value: &TokenStream) -> TokenStream {
        let private = paths::private();
        let ty = match &self.flow().region(target).kind {
            RegionKind::Join(Some(JoinValue { ty: Some(ty) })) => Some(quote!(::<#ty>)),
            _ => None,
        };
        quote!(#private::same #ty (#value))
    }
}
