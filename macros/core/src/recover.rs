//! What is emitted beside the errors: the item in its expanded shape, so that callers have no
//! second error; and the author's body, so that an editor goes on to help.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::diag::Failed;
use crate::emit::{Unfinished, tool_item};
use crate::parse::LooseFn;
use crate::parse::step;
use crate::paths;

/// The errors, and the tool as far as it is known.
pub(crate) fn tool(item: &LooseFn, errors: &Failed) -> TokenStream {
    let errors = errors.to_compile_errors();
    let (attrs, vis, ident) = (&item.attrs, &item.vis, &item.sig.ident);
    let visible = tool_item(attrs, vis, ident);
    let unfinished = Unfinished { ident };
    let function = function(item);
    let mentions = step::mentions(item.body.clone());
    quote! {
        #errors
        #visible
        const _: () = {
            #mentions
            #function
            #unfinished
        };
    }
}

/// The author's function with each step as a value of unknown origin. A receiver has no place
/// outside an `impl`; then the body is left out.
fn function(item: &LooseFn) -> Option<TokenStream> {
    if item.sig.receiver().is_some() {
        return None;
    }
    let mut sig = item.sig.clone();
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            typed.attrs.clear();
        }
    }
    let body = without_steps(item.body.clone());
    Some(quote! {
        #[allow(dead_code, unused, clippy::all, clippy::pedantic)]
        #sig { #body }
    })
}

/// Input:  `ask!(Approval, "Go?").accepted()?`
/// Output: `mrtr::__private::hole().accepted()?`, with the question's type where it parses.
fn without_steps(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(hole) = hole_at(&tokens[at..]) {
            out.extend(hole);
            at += 3;
            continue;
        }
        at += 1;
        out.extend([match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_steps(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other.clone(),
        }]);
    }
    out
}

fn hole_at(tokens: &[TokenTree]) -> Option<TokenStream> {
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(bang),
        TokenTree::Group(group),
        ..,
    ] = tokens
    else {
        return None;
    };
    if bang.as_char() != '!' || group.delimiter() == Delimiter::None {
        return None;
    }
    let private = paths::private();
    let mac = syn::Macro {
        path: Ident::new(&name.to_string(), Span::call_site()).into(),
        bang_token: syn::Token![!](name.span()),
        delimiter: syn::MacroDelimiter::Paren(syn::token::Paren::default()),
        tokens: group.stream(),
    };
    let ty = match step::parse(&mac)? {
        Ok(step) => {
            let types = step.questions.iter().map(|question| match &question.kind {
                step::QuestionKind::Form { ty, .. } => quote!(#private::Answer<#ty>),
                step::QuestionKind::Roots => quote!(#private::Roots),
            });
            if step.all {
                quote!((#(#types,)*))
            } else {
                quote!(#(#types)*)
            }
        }
        Err(_) => quote!(_),
    };
    Some(quote!((#private::hole::<#ty>())))
}
