//! A step: what is saved and asked before it, what is loaded and answered behind it, and what is
//! known about it at compile time.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::LitStr;

use super::block::Emitter;
use super::inline::{self, InlineForms};
use super::{leave, located, number, tie};
use crate::check::is_conditional;
use crate::flow::{BindingId, Code, Origin, Point, PointId, Suspend, Uses, Waits};
use crate::layout::Machine;
use crate::parse::Function;
use crate::parse::call::Call;
use crate::parse::step::{Asked, Question, QuestionKind, Text};
use crate::{clickable, fingerprint, form, names, paths};

/// What the engine knows about the flow.
///
/// Output: `FlowInfo { name: "deploy", points: &[PointInfo { … }, …] }`
pub(super) fn info(tool: &Function, machine: &Machine) -> TokenStream {
    let private = paths::private();
    let name = tool.name();
    let points = machine
        .flow
        .points
        .iter()
        .enumerate()
        .map(|(index, point)| {
            let carried = machine
                .carried(PointId(index))
                .into_iter()
                .map(|id| machine.flow.name(id));
            let questions = point.questions().iter().map(spec);
            let fingerprint = fingerprint::of(tool, machine, PointId(index));
            let fingerprint = Literal::u64_suffixed(fingerprint);
            quote! {
                #private::PointInfo { fingerprint: #fingerprint, carried: &[#(#carried),*], questions: &[#(#questions),*] }
            }
        });
    quote! {
        #private::FlowInfo {
            name: #name,
            points: &[#(#points),*],
        }
    }
}

fn spec(question: &Question) -> TokenStream {
    let private = paths::private();
    let key = question.key.iter();
    match &question.kind {
        // The bound is on the author's type, so an error about it points there.
        QuestionKind::Form { asked, .. } => match asked {
            Asked::Type(ty) => quote!(#private::form::<#ty>(#(#key)*)),
            Asked::Inline(fields) => {
                let (name, items) = form::inline::asked(fields);
                quote!({ #items #private::inline_form::<#name>(#(#key)*) })
            }
        },
        QuestionKind::Url { .. } => quote!(#private::page(#(#key)*)),
        QuestionKind::Sample { ty: Some(ty), .. } => quote!(#private::sample_as::<#ty>(#(#key)*)),
        QuestionKind::Sample { ty: None, .. } => quote!(#private::sample(#(#key)*)),
        QuestionKind::Roots => quote!(#private::roots(#(#key)*)),
    }
}

impl Emitter<'_> {
    /// Saves what is carried, asks, and leaves.
    pub(super) fn suspend(&self, suspend: &Suspend) -> TokenStream {
        let point = &self.machine.flow.points[suspend.point.0];
        let span = names::mixed(point.span());
        let (cx, region, info) = (&self.names.machine, &self.names.region, &self.names.info);
        let leave = leave();
        let saving = Ident::new("saving", span);
        let rendered = Ident::new("rendered", span);
        let texts = point.questions().iter().map(render);
        let saved = self.saved(suspend.point, &saving, &suspend.hidden);
        let at = number(suspend.point.0 + 1);
        quote_spanned! {span=>
            {
                let #rendered = [#(#texts),*];
                #saved
                #cx.ask(#info, #at, #saving, #rendered);
                break #region #leave
            }
        }
    }

    /// Saves what is carried, and says that another flow begins.
    pub(super) fn push(&self, point: PointId) -> TokenStream {
        let span = names::mixed(self.machine.flow.points[point.0].span());
        let (cx, info) = (&self.names.machine, &self.names.info);
        let saving = Ident::new("saving", span);
        let saved = self.saved(point, &saving, &Uses::new());
        let at = number(point.0 + 1);
        quote_spanned! {span=>
            {
                #saved
                #cx.push(#info, #at, #saving);
            }
        }
    }

    /// The call of another flow. On the heap: it may be this one.
    ///
    /// Input:  `flow!(confirm(what))`
    /// Output: `Box::pin(confirm(machine, what)).await`
    pub(super) fn call(&self, point: PointId, call: &Code) -> TokenStream {
        let span = self.machine.flow.points[point.0].span();
        let mut machine = self.names.machine.clone();
        machine.set_span(names::mixed(span));
        let call = Call {
            span,
            key: None,
            expr: call.expr.clone(),
        };
        let call = call.with_first(syn::parse_quote!(#machine));
        // As if the author had written it: a value that must be used is reported at the call.
        quote_spanned!(span=> ::std::boxed::Box::pin(#call).await)
    }

    /// What is carried from a point, written.
    fn saved(&self, id: PointId, saving: &Ident, hidden: &Uses) -> TokenStream {
        let point = &self.machine.flow.points[id.0];
        let span = names::mixed(point.span());
        let private = paths::private_at(span);
        let carried = self.machine.carried(id);
        let mutability = (!carried.is_empty()).then(|| quote!(mut));
        let borrows = carried.iter().map(|id| self.borrow(point, *id));
        let saves = (!carried.is_empty()).then(|| {
            let save = save_at(point);
            let saves = carried
                .iter()
                .map(|id| save_one(self.machine, point, *id, saving));
            quote!({ #save #(#saves)* })
        });
        let lasting = self.lasting(id, hidden);
        quote_spanned! {span=>
            let #mutability #saving = #private::Saving::new();
            #lasting
            #(#borrows)*
            #saves
        }
    }

    /// Uses the borrows that are made again behind the step, so that rustc sees that what it borrows from stays
    /// as it is to here.
    fn lasting(&self, id: PointId, hidden: &Uses) -> TokenStream {
        let point = &self.machine.flow.points[id.0];
        let step = names::mixed(point.span());
        let remade = self
            .machine
            .state(point.region)
            .map_or(&[][..], |it| &it.remade);
        let lasting = remade.iter().filter(|id| {
            let is_known = self.state.remade.contains(id) || self.state.declares.contains(id);
            is_known && !hidden.contains(id)
        });
        let bindings = lasting.map(|id| self.machine.flow.binding(*id));
        let uses = bindings
            .filter(|binding| match &binding.origin {
                Origin::Remade { stmt, uses } => !uses.is_empty() && !may_be_absent(stmt),
                _ => false,
            })
            .map(|binding| {
                let ident = located(&binding.ident, point.span());
                quote_spanned!(step=> #[allow(clippy::used_underscore_binding)] let _ = &#ident;)
            });
        uses.collect()
    }

    /// Borrows a local, located at the step: where it was moved before, rustc says so there.
    fn borrow(&self, point: &Point, id: BindingId) -> TokenStream {
        let step = names::mixed(point.span());
        let ident = &self.machine.flow.binding(id).ident;
        let (tie, local) = (tie(id), borrowed(id, ident));
        let place = self.place(id, point.span());
        quote_spanned! {step=>
            let #local = &#place;
            #tie.tie(#local);
        }
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
        let step = names::mixed(self.machine.flow.points[id.0].span());
        let private = paths::private_at(step);
        let patterns = carried.iter().map(|id| {
            let binding = self.machine.flow.binding(*id);
            let (ident, mutability) = (&binding.ident, binding.mutable.then(|| quote!(mut)));
            quote_spanned!(step=> ::core::option::Option::Some(#mutability #ident))
        });
        let loads = carried.iter().map(|id| {
            let name = self.machine.flow.name(*id);
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
        let span = names::mixed(point.span());
        let (cx, region) = (&self.names.machine, &self.names.region);
        let leave = leave();
        let answers = point
            .questions()
            .iter()
            .enumerate()
            .map(|(index, question)| {
                let ty = answer_type(question);
                let index = number(index);
                let assembled = inline::fields(question).map(|fields| {
                    let name = InlineForms::of(self.machine).name(fields);
                    let assemble = form::inline::assembled(&name, fields);
                    quote!(.map(#assemble))
                });
                quote_spanned! {span=>
                    match #cx.answer::<#ty>(#index) {
                        ::core::option::Option::Some(answer) => answer #assembled,
                        ::core::option::Option::None => break #region #leave,
                    }
                }
            });
        if matches!(&point.waits, Waits::Answers(step) if step.all) {
            quote_spanned!(span=> (#(#answers,)*))
        } else {
            answers.collect()
        }
    }
}

/// Whether a declaration is under `#[cfg]`.
fn may_be_absent(stmt: &syn::Stmt) -> bool {
    matches!(stmt, syn::Stmt::Local(local) if is_conditional(&local.attrs))
}

/// The function that saves the carried locals of a step. It stands at the step: where a local
/// cannot be saved, rustc says that the step needs it, and points there.
fn save_at(point: &Point) -> TokenStream {
    let step = point.span();
    let (private, save) = (paths::private_as(step), saver(point));
    quote_spanned! {step=>
        fn #save<T: #private::Saved>(saving: &mut #private::Saving, name: &'static str, local: &T) {
            saving.save(name, local);
        }
    }
}

/// Saves what was borrowed, located at the local's declaration: where its type cannot be saved,
/// rustc says so there. No name of the author's is in reach of the function's.
fn save_one(machine: &Machine, point: &Point, id: BindingId, saving: &Ident) -> TokenStream {
    let step = names::mixed(point.span());
    let save = saver(point);
    let local = borrowed(id, &machine.flow.binding(id).ident);
    let name = machine.flow.name(id);
    quote_spanned!(step=> #save(&mut #saving, #name, #local);)
}

/// The name of the step in rustc's words.
fn saver(point: &Point) -> Ident {
    let name = match &point.waits {
        Waits::Answers(_) => "ask",
        Waits::Return(_) => "flow",
    };
    Ident::new(name, point.span())
}

/// A borrow of a carried local, located at its declaration.
fn borrowed(id: BindingId, ident: &Ident) -> Ident {
    names::local(&format!("local_{}", id.0), ident.span())
}

/// What a question evaluates to.
pub(crate) fn answer_type(question: &Question) -> TokenStream {
    let private = paths::private();
    match &question.kind {
        QuestionKind::Form { asked, .. } => match asked {
            Asked::Type(ty) => quote!(#private::Answer<#ty>),
            Asked::Inline(fields) => {
                let fields = form::inline::tuple(fields);
                quote!(#private::Answer<#fields>)
            }
        },
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
            let warning = url_in(text).map(clickable::warning);
            let text = self::text(text, span);
            let warning = warning.iter();
            quote_spanned!(span=> #private::Rendered::Form({ #(let () = #warning;)* #text }))
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

/// Where the text of a form has a URL that the author wrote there.
fn url_in(text: &Text) -> Option<Span> {
    let literal: LitStr = match text {
        Text::Format(format) => {
            let first = format.clone().into_iter().next()?;
            syn::parse2(first.into()).ok()?
        }
        Text::Expr(_) => return None,
    };
    clickable::is_in(&literal.value()).then(|| literal.span())
}

/// A `String`.
fn text(text: &Text, span: Span) -> TokenStream {
    let private = paths::private_at(span);
    match text {
        Text::Format(format) => quote_spanned!(span=> #private::format!(#format)),
        Text::Expr(expr) => quote_spanned!(span=> #private::text(#expr)),
    }
}
