//! Names of our own, which no name of the author's can meet.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::Lifetime;

/// The author's location with our resolution: an error about it points at the author's code, and
/// no local of the author's is meant by it.
pub(crate) fn mixed(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// A local of ours.
pub(crate) fn local(name: &str, span: Span) -> Ident {
    Ident::new(name, mixed(span))
}

/// A label of ours.
pub(crate) fn label(name: &str) -> Lifetime {
    Lifetime::new(&format!("'{name}"), Span::mixed_site())
}

/// A temporary that stands in the place of an expression. Names are compared by their text until
/// the code is emitted, so this one is reserved in text too.
pub(crate) fn temporary(name: impl std::fmt::Display, span: Span) -> Ident {
    Ident::new(&format!("__mrtr_{name}"), mixed(span))
}

/// How the name of what a `for` loop keeps begins.
pub(crate) const LOOP: &str = "__mrtr_loop_";

/// Whether [`temporary`] made the name.
pub(crate) fn is_temporary(ident: &Ident) -> bool {
    ident.to_string().starts_with("__mrtr_")
}

/// A name that may be a keyword.
pub(crate) fn any(name: &str, span: Span) -> Ident {
    syn::parse_str::<Ident>(name).map_or_else(
        |_| Ident::new_raw(name, span),
        |mut ident| {
            ident.set_span(span);
            ident
        },
    )
}

/// The name without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#")
        .map_or_else(|| name.clone(), str::to_owned)
}

/// Whether there is a `Self` in the tokens.
pub(crate) fn mention_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mention_self(group.stream()),
        _ => false,
    })
}
