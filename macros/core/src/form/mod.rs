//! `#[derive(Form)]` and `#[derive(Choice)]`.

use proc_macro2::TokenStream;

/// Expands `#[derive(Form)]`.
#[must_use]
pub fn form(item: TokenStream) -> TokenStream {
    item
}

/// Expands `#[derive(Choice)]`.
#[must_use]
pub fn choice(item: TokenStream) -> TokenStream {
    item
}
