//! URLs in what a form says: a client would make them clickable, and nobody knows where they lead.
//! A warning, because it is a recommendation of the protocol.
//!
//! Spec: *client/elicitation*, security: no clickable URLs in a form.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use crate::{guide, messages};

/// Whether a client would find a URL in `text`.
pub(crate) fn is_in(text: &str) -> bool {
    text.contains("https://") || text.contains("http://")
}

/// Warns at `span`: stable Rust lets macros warn by the use of what is deprecated only. That use is
/// as if the author had written it, for rustc keeps warnings about generated code to itself.
///
/// Output: `{ #[deprecated(note = "…")] const A_URL_IN_A_FORM: () = (); A_URL_IN_A_FORM }`
pub(crate) fn warning(span: Span) -> TokenStream {
    let used = Ident::new("A_URL_IN_A_FORM", span);
    let note = guide::message(messages::URL_IN_A_FORM);
    quote_spanned! {Span::mixed_site()=>
        {
            #[deprecated(note = #note)]
            const #used: () = ();
            #used
        }
    }
}
