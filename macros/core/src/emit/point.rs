//! A step: what is saved and asked before it, what is loaded and answered behind it, and what is
//! known about it at compile time.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::block::Emitter;
use super::{leave, number, tie};
use crate::flow::{BindingId, Point, PointId, Suspend};
use crate::layout::Machine;
use crate::parse::Function;
use crate::parse::step::{Question, QuestionKind, Text};
use crate::{fingerprint, names, paths};

/// What the engine knows about the flow.
pub(super) fn info(tool: &Function, machine: &Machine) -> TokenStream {
    let private = paths::private();
    let (name, info) = (tool.name(), super::info_name());
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
            let fingerprint = fingerprint::of(tool, machine, PointId(index));
            let fingerprint = Literal::u64_suffixed(fingerprint);
            quote! {
                #private::PointInfo { fingerprint: #fingerprint, carried: &[#(#carried),*], questions: &[#(#questions),*] }
            }
        });
    quote! {
        const #info: &#private::FlowInfo = &#private::FlowInfo {
            name: #name,
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
        QuestionKind::Url { .. } => quote!(#private::page(#(#key)*)),
        QuestionKind::Sample { ty: Some(ty), .. } => quote!(#private::sample_as::<#ty>(#(#key)*)),
        QuestionKind::Sample { ty: None, .. } => quote!(#private::sample(#(#key)*)),
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
        let mutability = (!carried.is_empty()).then(|| quote!(mut));
        let borrows = carried.iter().map(|id| self.borrow(point, *id));
        let saves = (!carried.is_empty()).then(|| {
            let save = save_at(point.step.span);
            let saves = carried.iter().map(|id| self.save(point, *id, &saving));
            quote!({ #save #(#saves)* })
        });
        let at = number(suspend.point.0 + 1);
        quote_spanned! {span=>
            {
                let #rendered = [#(#texts),*];
                let #mutability #saving = #private::Saving::new();
                #(#borrows)*
                #saves
                #cx.ask(#info, #at, #saving, #rendered);
                break #region #leave
            }
        }
    }

    /// Borrows a local, located at the step: where it was moved before, rustc says so there.
    fn borrow(&self, point: &Point, id: BindingId) -> TokenStream {
        let step = names::mixed(point.step.span);
        let ident = &self.machine.flow.binding(id).ident;
        let (tie, local) = (tie(id), borrowed(id, ident));
        let ident = located(ident, point.step.span);
        quote_spanned! {step=>
            let #local = &#ident;
            #tie.tie(#local);
        }
    }

    /// Saves what was borrowed, located at the local's declaration: where its type cannot be
    /// saved, rustc says so there. No name of the author's is in reach of the function's.
    fn save(&self, point: &Point, id: BindingId, saving: &Ident) -> TokenStream {
        let step = names::mixed(point.step.span);
        let local = borrowed(id, &self.machine.flow.binding(id).ident);
        let name = local_name(self.machine, id);
        quote_spanned!(step=> ask(&mut #saving, #name, #local);)
    }

    /// Reads what was carried. Located like the saving, so that rustc tells an error about the
    /// type once. All of it is read before any of it is looked at: a machine that is only described
    /// has nothing to give, and hears of each local.
    pub(super) fn loads(&self, id: PointId) -> TokenStream {
        let carried = self.machine.carried(id);
        if carried.is_empty() {
            return TokenStream::new();
        }
        let (cx, region) = (&self.names.machine, &self.names.region);
        let leave = leave();
        let step = names::mixed(self.machine.flow.points[id.0].step.span);
        let private = paths::private_at(step);
        let patterns = carried.iter().map(|id| {
            let binding = self.machine.flow.binding(*id);
            let (ident, mutability) = (&binding.ident, binding.mutable.then(|| quote!(mut)));
            quote_spanned!(step=> ::core::option::Option::Some(#mutability #ident))
        });
        let loads = carried.iter().map(|id| {
            let name = local_name(self.machine, *id);
            let tie = located(&tie(*id), self.machine.flow.binding(*id).ident.span());
            quote_spanned!(step=> #private::load(#cx, #name, #tie))
        });
        quote_spanned! {step=>
            #[allow(unused_mut)]
            let (#(#patterns,)*) = (#(#loads,)*) else {
                break #region #leave
            };
        }
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

/// A borrow of a carried local, located at its declaration.
fn borrowed(id: BindingId, ident: &Ident) -> Ident {
    names::local(&format!("local_{}", id.0), ident.span())
}

/// The name, as if it stood elsewhere.
fn located(ident: &Ident, span: Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident
}

/// What a question evaluates to.
pub(crate) fn answer_type(question: &Question) -> TokenStream {
    let private = paths::private();
    match &question.kind {
        QuestionKind::Form { ty, .. } => quote!(#private::Answer<#ty>),
        QuestionKind::Url { .. } => quote!(#private::Answer<()>),
        QuestionKind::Sample { ty: Some(ty), .. } => quote!(#ty),
        QuestionKind::Sample { ty: None, .. } => quote!(#private::Sampled),
        QuestionKind::Roots => quote!(#private::Roots),
    }
}

fn render(question: &Question) -> TokenStream {
    let span = names::mixed(question.span);
    let private = paths::private_at(span);
    match &question.kind {
        QuestionKind::Form { text, .. } => {
            let text = self::text(text, span);
            quote_spanned!(span=> #private::Rendered::Form(#text))
        }
        QuestionKind::Url { url, text, .. } => {
            let text = self::text(text, span);
            quote_spanned!(span=> #private::url(&#url, #text))
        }
        QuestionKind::Sample { request, .. } => {
            let request = match request {
                Text::Format(format) => quote_spanned!(span=> #private::format!(#format)),
                Text::Expr(expr) => expr.to_token_stream(),
            };
            quote_spanned!(span=> #private::sampling(#request))
        }
        QuestionKind::Roots => quote_spanned!(span=> #private::Rendered::Roots),
    }
}

/// A `String`.
fn text(text: &Text, span: Span) -> TokenStream {
    let private = paths::private_at(span);
    match text {
        Text::Format(format) => quote_spanned!(span=> #private::format!(#format)),
        Text::Expr(expr) => quote_spanned!(span=> #private::text(#expr)),
    }
}
