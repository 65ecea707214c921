//! The compiler behind mrtr's macros.
//!
//! An ordinary crate, so that each phase can be tested, fuzzed and measured without a compiler
//! around it. Nothing here is meant for use outside `mrtr-macros`.
//!
//! A tool goes through these phases, each a module, in this order:
//!
//! | phase | from | to |
//! | --- | --- | --- |
//! | `parse` | tokens | the tool's parts |
//! | `check::positions` | the author's body | errors about where steps stand |
//! | `normalize` | the author's body | a body in which each step is a `let` of its own |
//! | `flow` | that body | regions, points and bindings |
//! | `liveness` | the flow | what each region needs |
//! | `check::carried` | flow and liveness | errors about what is carried |
//! | `layout` | flow and liveness | states, and what each begins with |
//! | `emit` | the machine | tokens |
//!
//! Errors are collected; two gates stop before phases that rely on there being none. Where there
//! are some, `recover` emits the item in its expanded shape beside them.

// Of the compiler that runs the macros, if there is one: where tokens stand.
extern crate proc_macro;

mod check;
mod clickable;
mod diag;
mod emit;
mod explain;
mod fingerprint;
mod flow;
mod form;
mod guide;
mod layout;
mod liveness;
mod messages;
mod names;
mod normalize;
mod parse;
mod paths;
mod recover;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::diag::{Errors, Failed};
use crate::layout::Machine;
use crate::parse::{Function, Kind, LooseFn};

pub use form::{choice, form};

/// Expands `#[mrtr_tool]`.
#[must_use]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Tool, options, item)
}

/// Expands `#[mrtr_prompt]`.
#[must_use]
pub fn prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Prompt, options, item)
}

/// Expands `#[mrtr_resource]`.
#[must_use]
pub fn resource(options: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Resource, options, item)
}

/// Expands `#[mrtr_flow]`.
#[must_use]
pub fn flow(options: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Flow, options, item)
}

fn expand(kind: Kind, options: TokenStream, item: TokenStream) -> TokenStream {
    let item: LooseFn = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let root = parse::root(options.clone());
    let expanded = match compile(kind, options, &item) {
        Ok((tool, machine)) => {
            let expanded = emit::emit(&tool, &machine);
            explain::explain(&tool, &machine, &expanded);
            expanded
        }
        Err(errors) => recover::tool(kind, &item, &errors),
    };
    match root {
        Some(root) => paths::rerooted(expanded, &root),
        None => expanded,
    }
}

fn compile(
    kind: Kind,
    options: TokenStream,
    item: &LooseFn,
) -> Result<(Function, Machine), Failed> {
    let mut errors = Errors::of(kind.noun());
    let Some(tool) = parse::tool(&mut errors, kind, options, item) else {
        return Err(errors.fail());
    };
    check::positions(&mut errors, &tool.body);
    check::forms(&mut errors, &tool.body);
    errors.gate()?;

    let body = normalize::normalize(&mut errors, &tool.params, tool.body.clone());
    errors.gate()?;

    let mut flow = flow::lower(&mut errors, &tool, body);
    let liveness = liveness::settle(&mut flow);
    check::carried(&mut errors, &flow, &liveness);
    check::stateless(&mut errors, &tool, &flow, &liveness);
    check::promises(&mut errors, &tool, &flow);
    errors.finish()?;

    if cfg!(debug_assertions) {
        flow::verify(&flow);
    }
    Ok((tool, layout::build(flow, &liveness)))
}
