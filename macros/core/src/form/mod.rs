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

/// Expands `#[derive(Form)]`.
#[must_use]
pub fn form(item: TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => match newtype::inside(&input) {
            Some(inside) => newtype::expand(&input, inside),
            None => compile_form(&input).unwrap_or_else(|failed| recover::form(&input, &failed)),
        },
        Err(error) => error.into_compile_error(),
    }
}

/// Expands `#[derive(Choice)]`.
#[must_use]
pub fn choice(item: TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => {
            compile_choice(&input).unwrap_or_else(|failed| recover::choice(&input, &failed))
        }
        Err(error) => error.into_compile_error(),
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
