//! The only file that knows how the runtime is reached from generated code.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// `::mrtr::__private`, the one door.
pub(crate) fn private() -> TokenStream {
    private_at(Span::call_site())
}

/// The same, located at `span`: an error about it points there.
pub(crate) fn private_at(span: Span) -> TokenStream {
    // Absolute, so that no item of the author's can stand in its way.
    let span = Span::call_site().located_at(span);
    quote_spanned!(span=> ::mrtr::__private)
}
