//! What is emitted beside the errors: the item in its expanded shape, so that callers have no
//! second error; and the author's body, so that an editor goes on to help.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::diag::Failed;
use crate::emit::{InlineForms, answer_type, inline_fields, tool_item};
use crate::parse::step;
use crate::parse::{Kind, LooseFn};
use crate::paths;

/// The errors, and the tool as far as it is known.
pub(crate) fn tool(kind: Kind, item: &LooseFn, errors: &Failed) -> TokenStream {
    let errors = errors.to_compile_errors();
    if kind == Kind::Flow {
        let flow = flow(item);
        return quote!(#errors #flow);
    }
    let (attrs, vis, ident) = (&item.attrs, &item.vis, &item.sig.ident);
    let (function, mentions) = (function(item), step::mentions(item.body.clone()));
    let private = paths::private();
    let body = quote! {
        #mentions
        #function
        #private::unfinished()
    };
    let tool = tool_item(kind, attrs, vis, ident, &body);
    quote!(#errors #tool)
}

/// The flow's signature as its callers need it.
fn flow(item: &LooseFn) -> TokenStream {
    let private = paths::private();
    let (attrs, vis, mentions) = (&item.attrs, &item.vis, step::mentions(item.body.clone()));
    let mut sig = item.sig.clone();
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            typed.attrs.clear();
        }
    }
    let at = usize::from(sig.receiver().is_some());
    sig.inputs
        .insert(at, syn::parse_quote!(_: &#private::Machine));
    quote! {
        #(#attrs)*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #vis #sig {
            #mentions
            #private::unfinished()
        }
    }
}

/// The author's function with each step as a value of unknown origin. Where that cannot stand
/// (a method), or a step has no type because it does not parse, there would be more errors.
fn function(item: &LooseFn) -> Option<TokenStream> {
    if item.sig.receiver().is_some() {
        return None;
    }
    let mut forms = InlineForms::default();
    let body = without_steps(item.body.clone(), &mut forms)?;
    let forms = forms.items();
    let mut sig = item.sig.clone();
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            typed.attrs.clear();
        }
    }
    Some(quote! {
        #[allow(dead_code, unused, clippy::all, clippy::pedantic)]
        #sig { #forms #body }
    })
}

/// Input:  `ask!(Approval, "Go?").accepted()?`
/// Output: `mrtr::__private::hole().accepted()?`, with the question's type where it parses.
fn without_steps(tokens: TokenStream, forms: &mut InlineForms) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(mac) = step_at(&tokens[at..]) {
            let ty = type_of(&mac, forms)?;
            let private = paths::private();
            out.extend(quote!((#private::hole::<#ty>())));
            at += 3;
            continue;
        }
        at += 1;
        out.extend([match token {
            TokenTree::Group(group) => {
                let mut inner =
                    Group::new(group.delimiter(), without_steps(group.stream(), forms)?);
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other.clone(),
        }]);
    }
    Some(out)
}

fn step_at(tokens: &[TokenTree]) -> Option<syn::Macro> {
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(bang),
        TokenTree::Group(group),
        ..,
    ] = tokens
    else {
        return None;
    };
    let path: syn::Path = name.clone().into();
    let is_step = bang.as_char() == '!'
        && group.delimiter() != Delimiter::None
        && step::name(&path).is_some();
    is_step.then(|| syn::Macro {
        path,
        bang_token: syn::Token![!](name.span()),
        delimiter: syn::MacroDelimiter::Paren(syn::token::Paren::default()),
        tokens: group.stream(),
    })
}

/// The type of a step; `None` where it does not parse.
fn type_of(mac: &syn::Macro, forms: &mut InlineForms) -> Option<TokenStream> {
    let step = step::parse(mac)?.ok()?;
    let types = step.questions.iter().map(|question| {
        let Some(fields) = inline_fields(question) else {
            return answer_type(question);
        };
        let (private, name) = (paths::private(), forms.name(fields));
        quote!(#private::Answer<#name>)
    });
    Some(if step.all {
        quote!((#(#types,)*))
    } else {
        quote!(#(#types)*)
    })
}
