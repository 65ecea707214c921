//! The function: a loop over an integer state, one arm for each region.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::block::Emitter;
use super::inline::InlineForms;
use super::signature::takes_together;
use super::{Body, Names, join_value, number, slot, tie};
use crate::flow::{BindingId, Origin, RegionKind};
use crate::layout::{Machine, State};
use crate::parse::{Function, ParamKind, step};
use crate::{names, paths};

/// The body of the lowered function.
pub(super) fn body(tool: &Function, machine: &Machine, names: &Names) -> Body {
    let private = paths::private();
    let emitter = |state| Emitter {
        machine,
        names,
        state,
    };
    let Names {
        machine: cx,
        state,
        region,
        info,
        ..
    } = names;
    // One that has steps is lowered though none of them can be reached: they have to go.
    if machine.flow.points.is_empty() && !step::is_in(&tool.body) {
        // Nothing to resume: the body as it is, once the engine knows that there is no state.
        let body = &tool.body.stmts;
        return Body {
            tokens: quote! {
                #cx.enter(#info).await;
                #(#body)*
            },
            is_plain: true,
        };
    }
    let items = &machine.flow.items;
    let forms = InlineForms::of(machine).items();
    let arguments = arguments(tool, names);
    let ties = machine.tied().into_iter().map(tie);
    let slots = machine
        .states
        .iter()
        .filter_map(|state| emitter(state).slot_of(state));
    let arms = machine.states.iter().map(|state| emitter(state).arm(state));
    let tokens = quote! {
        #(#items)*
        #forms
        #arguments
        #(let mut #slots = ::core::option::Option::None;)*
        let mut #state = #cx.enter(#info).await;
        loop {
            // A region leaves by its label; where the author's code returns first, the loop
            // runs once, and the labels are not used.
            #[allow(clippy::never_loop, clippy::diverging_sub_expression, unused_labels)]
            {
                #(let #ties = #private::Carried::new();)*
                #state = #region: {
                    match #state {
                        #(#arms)*
                        _ => match #cx.leave().await {},
                    }
                };
            }
        }
    };
    Body {
        tokens,
        is_plain: false,
    }
}

/// The arguments of a flow wait in one place, as those of a tool do; the state in which the round
/// begins takes them.
fn arguments(function: &Function, names: &Names) -> TokenStream {
    let arguments = &names.arguments;
    let idents: Vec<_> = function.arguments().map(|param| &param.ident).collect();
    if idents.is_empty() || takes_together(function, false) {
        return TokenStream::new();
    }
    quote!(let mut #arguments = ::core::option::Option::Some((#(#idents,)*));)
}

impl Emitter<'_> {
    /// A region that is reached within a round has a slot, where it begins with something.
    fn slot_of(&self, state: &State) -> Option<proc_macro2::Ident> {
        let takes_any = match &self.machine.flow.region(state.region).kind {
            RegionKind::Join(value) => value.is_some() || !state.takes.is_empty(),
            RegionKind::LoopHead | RegionKind::Call(_) => !state.takes.is_empty(),
            RegionKind::Start | RegionKind::Point(_) => false,
        };
        self.machine
            .number(state.region)
            .filter(|_| takes_any)
            .map(slot)
    }

    fn arm(&self, state: &State) -> TokenStream {
        let flow = &self.machine.flow;
        let region = flow.region(state.region);
        let at = number(self.machine.number(state.region).unwrap_or_default());
        let begin = match &region.kind {
            RegionKind::Start => self.take_arguments(state),
            RegionKind::Point(point) => {
                let loads = self.loads(*point);
                let arguments = self.take_arguments(state);
                quote!(#loads #arguments)
            }
            RegionKind::Join(_) | RegionKind::LoopHead | RegionKind::Call(_) => {
                self.take_slot(state)
            }
        };
        let remade = self.remade(state);
        let late = self.late(state);
        let body = self.region(state.region);
        self.with_parts(quote!(#at => { #begin #remade #late #body }))
    }

    /// Input:  `async fn deploy(environment: Environment, count: u8, …)`, `count` not needed
    /// Output: `let (environment, _,) = take(&mut arguments);`
    fn take_arguments(&self, state: &State) -> TokenStream {
        let private = paths::private();
        let flow = &self.machine.flow;
        let is_start = matches!(flow.region(state.region).kind, RegionKind::Start);
        let is_argument = |id: &BindingId| !matches!(flow.binding(*id).origin, Origin::Injected);
        let mut any = false;
        let patterns: Vec<_> = flow
            .parameters()
            .filter(is_argument)
            .map(|id| {
                let binding = flow.binding(id);
                let ident = &binding.ident;
                // Behind a step a `mut` argument is a carried local.
                let again = is_start || matches!(binding.origin, Origin::Argument);
                let mutability = binding.mutable.then(|| quote!(mut));
                if again && state.takes.contains(&id) {
                    any = true;
                    quote!(#mutability #ident)
                } else {
                    quote!(_)
                }
            })
            .collect();
        if !any {
            return TokenStream::new();
        }
        let arguments = &self.names.arguments;
        // One that is changed behind a step only need not be `mut` before it.
        let allow = state
            .takes
            .iter()
            .any(|id| flow.binding(*id).mutable && self.machine.crosses(*id))
            .then(|| quote!(#[allow(unused_mut)]));
        let tied = if is_start {
            self.tied(&state.takes)
        } else {
            TokenStream::new()
        };
        quote!(#allow let (#(#patterns,)*) = #private::take(&mut #arguments); #tied)
    }

    fn take_slot(&self, state: &State) -> TokenStream {
        let private = paths::private();
        let flow = &self.machine.flow;
        let value =
            matches!(flow.region(state.region).kind, RegionKind::Join(Some(_))).then(join_value);
        let patterns = state.takes.iter().map(|id| {
            let binding = flow.binding(*id);
            let (ident, mutability) = (&binding.ident, binding.mutable.then(|| quote!(mut)));
            quote!(#mutability #ident)
        });
        if value.is_none() && state.takes.is_empty() {
            return TokenStream::new();
        }
        let value = value.into_iter();
        let slot = slot(self.machine.number(state.region).unwrap_or_default());
        quote! {
            #[allow(unused_mut)]
            let (#(#value,)* #(#patterns,)*) = *#private::take(&mut #slot);
        }
    }

    fn remade(&self, state: &State) -> TokenStream {
        let flow = &self.machine.flow;
        // In the order of their declaration, so that each finds what it is made from.
        let mut stmts: Vec<&Rc<syn::Stmt>> = Vec::new();
        for id in &state.remade {
            let binding = flow.binding(*id);
            if let Origin::Remade { stmt, .. } | Origin::Fresh { stmt, .. } = &binding.origin
                && !stmts.iter().any(|made| Rc::ptr_eq(made, stmt))
            {
                stmts.push(stmt);
            }
        }
        quote!(#(#[allow(unused_variables, unused_mut)] #stmts)*)
    }

    fn late(&self, state: &State) -> TokenStream {
        let flow = &self.machine.flow;
        let late = state.late.iter().map(|id| {
            let binding = flow.binding(*id);
            let (ident, mutability) = (
                &binding.ident,
                binding.mutable.then(|| {
                    let span = names::mixed(binding.ident.span());
                    quote_spanned!(span=> mut)
                }),
            );
            let ty = match &binding.origin {
                Origin::Late { ty } => ty.iter(),
                _ => None.iter(),
            };
            let typed = self.typed(*id);
            let span = names::mixed(ident.span());
            quote_spanned!(span=> #[allow(unused_mut)] let #mutability #ident #(: #ty)*; #typed)
        });
        late.collect()
    }

    /// Gives a late local its one type wherever it is declared, without a value.
    ///
    /// Output: `if false { x = of_type(carried_3); unfinished() }`
    pub(super) fn typed(&self, id: BindingId) -> TokenStream {
        if !self.machine.is_tied_late(id) && !self.machine.is_replaced(id) {
            return TokenStream::new();
        }
        let (private, ident, tie) = (
            paths::private(),
            &self.machine.flow.binding(id).ident,
            tie(id),
        );
        quote! {
            #[allow(unused_assignments, unreachable_code)]
            { if false { #ident = #private::of_type(#tie); #private::unfinished() } }
        }
    }
}

/// The types that the host injects, and their parameters.
pub(super) fn injected(tool: &Function) -> impl Iterator<Item = &crate::parse::Param> {
    tool.params
        .iter()
        .filter(|param| param.kind == ParamKind::Injected)
}
