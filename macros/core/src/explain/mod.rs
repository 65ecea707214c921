//! What an author sees of a flow who asks for it: `MRTR_EXPAND=deploy cargo build` prints where the
//! flow waits and what it carries, `#[mrtr_tool(expand)]` what the function becomes.

mod diagram;
mod expansion;
mod points;
#[cfg(test)]
mod states;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::layout::Machine;
use crate::names;
use crate::parse::Function;

#[cfg(test)]
pub(crate) use states::describe;

/// Names the function to be explained, or all of them: `*`.
const VARIABLE: &str = "MRTR_EXPAND";

/// Prints what the author asked for. The compiler's own output goes the same way.
pub(crate) fn explain(function: &Function, machine: &Machine, expanded: &TokenStream) {
    let asked = std::env::var(VARIABLE).unwrap_or_default();
    if asked == "*" || asked == names::unraw(&function.ident) {
        eprintln!("{}", of(function, machine));
    }
    if function.options.expand {
        eprintln!("{}", expansion::readable(expanded));
    }
}

/// Lets cargo build again where the variable changes, and nothing else does.
pub(crate) fn watched() -> TokenStream {
    quote!(
        const _: ::core::option::Option<&::core::primitive::str> = ::core::option_env!(#VARIABLE);
    )
}

fn of(function: &Function, machine: &Machine) -> String {
    let at = place(function.ident.span()).map_or_else(String::new, |place| format!(", {place}"));
    format!(
        "mrtr: `{}`{at}\n{}\n{}",
        names::unraw(&function.ident),
        points::listed(machine),
        diagram::mermaid(function, machine)
    )
}

/// `src/deploy.rs:12`, where there is a compiler to ask.
fn place(span: Span) -> Option<String> {
    let line = line(span)?;
    Some(format!("{}:{line}", span.unwrap().file()))
}

fn line(span: Span) -> Option<usize> {
    proc_macro::is_available().then(|| span.unwrap().line())
}

#[cfg(test)]
mod tests;
