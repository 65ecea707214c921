//! The machine to tokens. Nothing here can fail: every error was reported before.

mod block;
mod body;
mod inline;
mod item;
mod jumps;
mod part;
mod point;
mod signature;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

use crate::explain;
use crate::flow::{BindingId, RegionId};
use crate::layout::Machine;
use crate::parse::{Function, Kind, step};
use crate::{guide, messages, names, paths};

pub(crate) use inline::{InlineForms, fields as inline_fields};
pub(crate) use item::tool_item;
pub(crate) use point::answer_type;

/// Emits a tool, or a flow.
///
/// Input:  `#[mrtr_tool] async fn deploy(environment: Environment) -> Result<String> { … }`
/// Output: `fn deploy() -> ToolInfo { async fn flow(…) { … } ToolInfo::new("deploy", …, flow) }`
pub(crate) fn emit(function: &Function, machine: &Machine) -> TokenStream {
    let names = Names::of(function);
    let info = point::info(function, machine);
    let body = body::body(function, machine, &names);
    let aside = aside(function, machine);
    match function.kind {
        Kind::Flow => flow_item(function, &names, &info, &body, &aside),
        Kind::Tool | Kind::Prompt | Kind::Resource => {
            item::finished(function, &info, &body, &aside)
        }
    }
}

/// What is for the compiler alone: nothing of it runs.
fn aside(function: &Function, machine: &Machine) -> TokenStream {
    let mentions = step::mentions(function.body.to_token_stream());
    let (watched, hint) = (explain::watched(), hint(function, machine));
    quote!(#mentions #watched #hint)
}

/// More steps than this take rustc long, and a reader too.
const MANY_POINTS: usize = 30;

/// A hint where a flow has many steps: a use of something deprecated is the one warning that a macro
/// can give.
fn hint(function: &Function, machine: &Machine) -> Option<TokenStream> {
    let count = machine.flow.points.len();
    let note = guide::message(&messages::many_points(function.kind.noun(), count));
    let span = names::mixed(function.ident.span());
    (count > MANY_POINTS).then(|| {
        quote_spanned! {span=>
            const _: () = {
                #[deprecated(note = #note)]
                const MANY_STEPS: () = ();
                MANY_STEPS
            };
        }
    })
}

/// A flow stays the function that it was; what is known about it depends on its type parameters,
/// so it cannot be an item.
fn flow_item(
    flow: &Function,
    names: &Names,
    info: &TokenStream,
    body: &Body,
    aside: &TokenStream,
) -> TokenStream {
    let attrs = &flow.attrs;
    let signature = signature::signature(flow, names, body.is_plain);
    let (private, body, info_name) = (paths::private(), &body.tokens, &names.info);
    quote! {
        #(#attrs)*
        #signature {
            #aside
            let #info_name: &'static #private::FlowInfo = const { &#info };
            #body
        }
    }
}

/// The body of a lowered function.
pub(crate) struct Body {
    tokens: TokenStream,
    /// Whether it is the author's, because it has no steps.
    is_plain: bool,
}

/// The names that generated code shares.
pub(crate) struct Names {
    machine: Ident,
    state: Ident,
    arguments: Ident,
    region: Lifetime,
    /// What is known about the flow.
    info: TokenStream,
}

impl Names {
    fn of(function: &Function) -> Self {
        let local = |name| names::local(name, Span::call_site());
        let item = signature::info_name(function);
        let info = match function.kind {
            Kind::Flow => local("info").into_token_stream(),
            _ if function.is_associated() => quote!(Self::#item),
            _ => item.into_token_stream(),
        };
        Self {
            machine: local("machine"),
            state: local("state"),
            arguments: local("arguments"),
            region: names::label("region"),
            info,
        }
    }
}

/// Where the values for a state wait.
fn slot(number: usize) -> Ident {
    names::local(&format!("slot_{number}"), Span::call_site())
}

/// The name, as if it stood elsewhere.
fn located(ident: &Ident, span: Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident
}

/// What ties the types of a carried local together.
fn tie(id: BindingId) -> Ident {
    names::local(&format!("carried_{}", id.0), Span::call_site())
}

/// The label of a join that is emitted in place.
fn join_label(region: RegionId) -> Lifetime {
    names::label(&format!("join_{}", region.0))
}

/// The value that comes to a join.
fn join_value() -> Ident {
    names::local("value", Span::call_site())
}

/// The state behind the last one: there the flow waits to be dropped.
fn leave() -> TokenStream {
    quote::quote_spanned!(Span::mixed_site()=> ::core::primitive::usize::MAX)
}

fn number(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}
