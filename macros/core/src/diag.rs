//! Errors, as many as there are, each on the author's own tokens.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::guide;

/// Collects errors. Dropping one that was not looked at is a bug of ours, and panics in tests.
#[derive(Debug)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    looked_at: bool,
    /// What the author writes.
    of: &'static str,
}

/// Errors that were looked at, and are now to be told.
#[derive(Debug)]
pub(crate) struct Failed(syn::Error);

impl Errors {
    pub(crate) fn new() -> Self {
        Self::of("tool")
    }

    /// Of a tool, a prompt, …: that is what `{tool}` stands for in a message.
    pub(crate) fn of(of: &'static str) -> Self {
        Self {
            found: Vec::new(),
            looked_at: false,
            of,
        }
    }

    /// An error on all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        let message = self.named(message);
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// An error on one span.
    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        let message = self.named(message);
        self.found.push(syn::Error::new(span, message));
    }

    fn named(&self, message: impl std::fmt::Display) -> String {
        message.to_string().replace("{tool}", self.of)
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Takes the value, or notes the error.
    pub(crate) fn handle<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// A gate between phases: what follows may rely on there being no error so far.
    pub(crate) fn gate(&mut self) -> Result<(), Failed> {
        match std::mem::take(&mut self.found).into_iter().reduce(combine) {
            None => Ok(()),
            Some(error) => {
                self.looked_at = true;
                Err(Failed(error))
            }
        }
    }

    /// Gives up: there is at least one error.
    pub(crate) fn fail(mut self) -> Failed {
        match self.gate() {
            Err(failed) => failed,
            Ok(()) => Failed(syn::Error::new(
                Span::call_site(),
                format!("this {} cannot be compiled", self.of),
            )),
        }
    }

    /// The last gate: after it no phase can report anything.
    pub(crate) fn finish(mut self) -> Result<(), Failed> {
        self.looked_at = true;
        self.gate()
    }
}

impl Failed {
    /// A `compile_error!` for each error.
    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        guide::linked(self.0.to_compile_error())
    }

    /// The messages, in order.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.0
            .clone()
            .into_iter()
            .map(|error| error.to_string())
            .collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if cfg!(debug_assertions) && !self.looked_at && !std::thread::panicking() {
            assert!(
                self.found.is_empty(),
                "errors were collected and not looked at"
            );
        }
    }
}

fn combine(mut all: syn::Error, next: syn::Error) -> syn::Error {
    all.combine(next);
    all
}
