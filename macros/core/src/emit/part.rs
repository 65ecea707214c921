//! Puts what a state knows of a local in the place of the mentions of its fields.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens as _;

use super::block::Emitter;
use crate::flow::{BindingId, Origin, PART};
use crate::names;

impl Emitter<'_> {
    /// Input:  `log(&__mrtr_part!(3, approval.label))`
    /// Output: `log(&approval.label)`, or `log(&approval_label)` where the state has no more of it
    pub(super) fn with_parts(&self, tokens: TokenStream) -> TokenStream {
        let is_part =
            |binding: &crate::flow::Binding| matches!(binding.origin, Origin::Part { .. });
        if self.machine.flow.bindings.iter().any(is_part) {
            self.substituted(tokens)
        } else {
            tokens
        }
    }

    fn substituted(&self, tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter();
        let mut out = TokenStream::new();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(ident) if ident == PART => {
                    if let Some(TokenTree::Group(group)) = tokens.nth(1) {
                        out.extend(self.mention(group.stream()));
                    }
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.substituted(group.stream()));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                other => out.extend([other]),
            }
        }
        out
    }

    /// Input: `3, approval.label`
    fn mention(&self, placeholder: TokenStream) -> TokenStream {
        let mut tokens = placeholder.into_iter();
        let number = tokens.next().and_then(|it| it.to_string().parse().ok());
        let field: TokenStream = tokens.skip(1).collect();
        match number.map(BindingId) {
            Some(id) if self.state.takes.contains(&id) => {
                let mut ident = self.machine.flow.binding(id).ident.clone();
                if let Some(local) = field.into_iter().next() {
                    ident.set_span(names::mixed(local.span()));
                }
                ident.to_token_stream()
            }
            _ => field,
        }
    }

    /// A local as it can be named in this state.
    pub(super) fn place(&self, id: BindingId, span: proc_macro2::Span) -> TokenStream {
        let binding = self.machine.flow.binding(id);
        match &binding.origin {
            Origin::Part { of, member } if !self.state.takes.contains(&id) => {
                let whole = super::located(&self.machine.flow.binding(*of).ident, span);
                quote::quote_spanned!(names::mixed(span)=> #whole.#member)
            }
            _ => super::located(&binding.ident, span).to_token_stream(),
        }
    }
}
