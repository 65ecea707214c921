//! A step: what is saved and asked before it, what is loaded and answered behind it, and what is
//! known about it at compile time.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::block::Emitter;
use super::{leave, number, tie};
use crate::flow::{BindingId, Point, PointId, Suspend};
use crate::layout::Machine;
use crate::parse::ToolFn;
use crate::parse::step::{Question, QuestionKind, Text};
use crate::{names, paths};

/// What the engine knows about the flow.
pub(super) fn info(tool: &ToolFn, machine: &Machine, fingerprint: u64) -> TokenStream {
    let private = paths::private();
    let (name, info) = (tool.name(), super::info_name());
    let fingerprint = Literal::u64_suffixed(fingerprint);
    let points = machine
        .flow
        .points
        .iter()
        .enumerate()
        .map(|(index, point)| {
            let carried = machine
                .carried(PointId(index))
                .into_iter()
                .map(|id| local_name(machine, id));
            let questions = point.step.questions.iter().map(spec);
            quote! {
                #private::PointInfo { carried: &[#(#carried),*], questions: &[#(#questions),*] }
            }
        });
    quote! {
        const #info: &#private::FlowInfo = &#private::FlowInfo {
            name: #name,
            fingerprint: #fingerprint,
            points: &[#(#points),*],
        };
    }
}

fn spec(question: &Question) -> TokenStream {
    let private = paths::private();
    let key = question.key.iter();
    match &question.kind {
        // The bound is on the author's type, so an error about it points there.
        QuestionKind::Form { ty, .. } => quote!(#private::form::<#ty>(#(#key)*)),
        QuestionKind::Roots => quote!(#private::roots(#(#key)*)),
    }
}

/// The name of a local, for messages.
fn local_name(machine: &Machine, id: BindingId) -> String {
    let ident = &machine.flow.binding(id).ident;
    if names::is_temporary(ident) {
        "a temporary".to_owned()
    } else {
        names::unraw(ident)
    }
}

impl Emitter<'_> {
    /// Saves what is carried, asks, and leaves.
    pub(super) fn suspend(&self, suspend: &Suspend) -> TokenStream {
        let point = &self.machine.flow.points[suspend.point.0];
        let span = names::mixed(point.step.span);
        let (cx, region) = (&self.names.machine, &self.names.region);
        let (leave, info) = (leave(), super::info_name());
        let private = paths::private_at(span);
        let saving = Ident::new("saving", span);
        let rendered = Ident::new("rendered", span);
        let texts = point.step.questions.iter().map(render);
        let carried = self.machine.carried(suspend.point);
        let saves = carried.iter().map(|id| self.save(point, *id, &saving));
        let mutability = (!carried.is_empty()).then(|| quote!(mut));
        let saves = (!carried.is_empty()).then(|| {
            let save = save_at(point.step.span);
            quote!({ #save #(#saves)* })
        });
        let at = number(suspend.point.0 + 1);
        quote_spanned! {span=>
            {
                let #rendered = [#(#texts),*];
                let #mutability #saving = #private::Saving::new();
                #saves
                #cx.ask(#info, #at, #saving, #rendered);
                break #region #leave
            }
        }
    }

    /// Borrows the local at the step: where it was moved before, rustc says so there. Then saves
    /// it under a name at its declaration: where its type cannot be saved, rustc says so there.
    fn save(&self, point: &Point, id: BindingId, saving: &Ident) -> TokenStream {
        let step = names::mixed(point.step.span);
        let ident = &self.machine.flow.binding(id).ident;
        let name = local_name(self.machine, id);
        let tie = tie(id);
        let borrowed = located(ident, point.step.span);
        let local = names::local("local", ident.span());
        quote_spanned! {step=>
            let #local = &#borrowed;
            #tie.tie(#local);
            ask(&mut #saving, #name, #local);
        }
    }

    /// Reads what was carried. Located like the saving, so that rustc tells an error about the
    /// type once.
    pub(super) fn loads(&self, id: PointId) -> TokenStream {
        let (cx, region) = (&self.names.machine, &self.names.region);
        let leave = leave();
        let step = names::mixed(self.machine.flow.points[id.0].step.span);
        let private = paths::private_at(step);
        let loads = self.machine.carried(id).into_iter().map(|id| {
            let binding = self.machine.flow.binding(id);
            let (ident, mutability) = (&binding.ident, binding.mutable.then(|| quote!(mut)));
            let name = local_name(self.machine, id);
            let tie = located(&tie(id), ident.span());
            quote_spanned! {step=>
                #[allow(unused_mut)]
                let ::core::option::Option::Some(#mutability #ident) =
                    #private::load(#cx, #name, #tie)
                else {
                    break #region #leave
                };
            }
        });
        loads.collect()
    }

    /// The answers to the questions of a point: one, or a tuple.
    pub(super) fn answers(&self, id: PointId) -> TokenStream {
        let point = &self.machine.flow.points[id.0];
        let span = names::mixed(point.step.span);
        let (cx, region) = (&self.names.machine, &self.names.region);
        let leave = leave();
        let answers = point
            .step
            .questions
            .iter()
            .enumerate()
            .map(|(index, question)| {
                let ty = answer_type(question);
                let index = number(index);
                quote_spanned! {span=>
                    match #cx.answer::<#ty>(#index) {
                        ::core::option::Option::Some(answer) => answer,
                        ::core::option::Option::None => break #region #leave,
                    }
                }
            });
        if point.step.all {
            quote_spanned!(span=> (#(#answers,)*))
        } else {
            answers.collect()
        }
    }
}

/// The function that saves the carried locals of a step. It stands at the step: where a local
/// cannot be saved, rustc says that the step needs it, and points there.
fn save_at(step: Span) -> TokenStream {
    let private = paths::private_as(step);
    quote_spanned! {step=>
        fn ask<T: #private::Saved>(saving: &mut #private::Saving, name: &'static str, local: &T) {
            saving.save(name, local);
        }
    }
}

/// The name, as if it stood elsewhere.
fn located(ident: &Ident, span: Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident
}

fn answer_type(question: &Question) -> TokenStream {
    let private = paths::private();
    match &question.kind {
        QuestionKind::Form { ty, .. } => quote!(#private::Answer<#ty>),
        QuestionKind::Roots => quote!(#private::Roots),
    }
}

fn render(question: &Question) -> TokenStream {
    let span = names::mixed(question.span);
    let private = paths::private_at(span);
    match &question.kind {
        QuestionKind::Form {
            text: Text::Format(format),
            ..
        } => {
            quote_spanned!(span=> #private::Rendered::Form(#private::format!(#format)))
        }
        QuestionKind::Form {
            text: Text::Expr(expr),
            ..
        } => {
            quote_spanned!(span=> #private::Rendered::Form(#private::text(#expr)))
        }
        QuestionKind::Roots => quote_spanned!(span=> #private::Rendered::Roots),
    }
}
