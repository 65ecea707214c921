//! `#[derive(Form)]` and `#[derive(Choice)]`: parse, check, emit, with a gate before emission.
//!
//! What syntax shows is checked here, on the author's tokens and all at once. What it does not
//! show (an alias, a type from elsewhere) is checked by rustc: the emitted schema is a constant,
//! and making it panics where a rule does not fit the type.

mod attr;
mod case;
mod check;
mod choice;
mod doc;
mod emit;
pub(crate) mod inline;
mod literal;
mod model;
mod newtype;
mod parse;
mod recover;
mod secret;
mod shape;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::diag::{Errors, Failed};
use crate::parse::root;
use crate::paths;

/// Expands `#[derive(Form)]`.
#[must_use]
pub fn form(item: TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => {
            let form = match newtype::inside(&input) {
                Some(inside) => newtype::expand(&input, inside),
                None => {
                    compile_form(&input).unwrap_or_else(|failed| recover::form(&input, &failed))
                }
            };
            rerooted(form, &input, "form")
        }
        Err(error) => error.into_compile_error(),
    }
}

/// Expands `#[derive(Choice)]`.
#[must_use]
pub fn choice(item: TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => {
            let choice = compile_choice(&input);
            let choice = choice.unwrap_or_else(|failed| recover::choice(&input, &failed));
            rerooted(choice, &input, "choice")
        }
        Err(error) => error.into_compile_error(),
    }
}

/// `#[form(crate = path)]`: the runtime is reached by that path.
fn rerooted(expanded: TokenStream, input: &DeriveInput, attribute: &str) -> TokenStream {
    let lists = input
        .attrs
        .iter()
        .filter(|it| it.path().is_ident(attribute));
    let mut roots = lists.filter_map(|it| root(it.meta.require_list().ok()?.tokens.clone()));
    match roots.next() {
        Some(root) => paths::rerooted(expanded, &root),
        None => expanded,
    }
}

fn compile_form(input: &DeriveInput) -> Result<TokenStream, Failed> {
    let mut errors = Errors::new();
    let form = parse::form(&mut errors, input);
    check::form(&mut errors, &form);
    errors.finish()?;
    Ok(emit::form(&form))
}

fn compile_choice(input: &DeriveInput) -> Result<TokenStream, Failed> {
    let mut errors = Errors::new();
    let choice = choice::parse(&mut errors, input);
    choice::check(&mut errors, &choice, input);
    errors.finish()?;
    Ok(choice::emit(&choice))
}

#[cfg(test)]
mod tests;
