//! The machine to tokens. Nothing here can fail: every error was reported before.

mod block;
mod body;
mod item;
mod jumps;
mod point;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::Lifetime;

use crate::flow::{BindingId, RegionId};
use crate::layout::Machine;
use crate::names;
use crate::parse::Function;

pub(crate) use item::tool_item;
pub(crate) use point::answer_type;

/// Emits a tool.
///
/// Input:  `#[mrtr_tool] async fn deploy(environment: Environment) -> Result<String> { … }`
/// Output: `fn deploy() -> ToolInfo { async fn flow(…) { … } ToolInfo::new("deploy", …, flow) }`
pub(crate) fn emit(tool: &Function, machine: &Machine) -> TokenStream {
    let names = Names::new();
    let info = point::info(tool, machine);
    let body = body::function(tool, machine, &names);
    item::finished(tool, machine.flow.points.is_empty(), &info, &body)
}

/// The names that generated code shares.
pub(crate) struct Names {
    machine: Ident,
    state: Ident,
    arguments: Ident,
    region: Lifetime,
}

impl Names {
    fn new() -> Self {
        let local = |name| names::local(name, Span::call_site());
        Self {
            machine: local("machine"),
            state: local("state"),
            arguments: local("arguments"),
            region: names::label("region"),
        }
    }
}

/// The item that holds what is known about the flow. Items have no hygiene, and the author's code
/// sees this one, so its name is reserved.
fn info_name() -> Ident {
    Ident::new("__MRTR_FLOW", Span::mixed_site())
}

/// The lowered function; its name is reserved too.
fn flow_name() -> Ident {
    Ident::new("__mrtr_flow", Span::mixed_site())
}

/// Where the values for a state wait.
fn slot(number: usize) -> Ident {
    names::local(&format!("slot_{number}"), Span::call_site())
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
