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
use crate::parse::ToolFn;

pub(crate) use item::{Unfinished, tool_item};

/// Emits a tool.
///
/// Input:  `#[mrtr_tool] async fn deploy(environment: Environment) -> Result<String> { … }`
/// Output: `struct deploy; const _: () = { async fn flow(…) { … } impl Tool for deploy { … } };`
pub(crate) fn emit(tool: &ToolFn, machine: &Machine, fingerprint: u64) -> TokenStream {
    let names = Names::new();
    let info = point::info(tool, machine, fingerprint);
    let body = body::function(tool, machine, &names);
    item::finished(tool, &info, &body)
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

fn number(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}
