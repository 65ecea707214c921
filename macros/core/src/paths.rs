//! The only file that knows how the runtime is reached from generated code.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// `::mrtr::__private`, the one door.
pub(crate) fn private() -> TokenStream {
    private_at(Span::call_site())
}

/// The same, located at `span`: an error about it points there.
pub(crate) fn private_at(span: Span) -> TokenStream {
    private_as(Span::call_site().located_at(span))
}

/// The same, as if the author had written it there: rustc leaves out labels on generated code.
pub(crate) fn private_as(span: Span) -> TokenStream {
    // Absolute, so that no item of the author's can stand in its way.
    quote_spanned!(span=> ::mrtr::__private)
}
