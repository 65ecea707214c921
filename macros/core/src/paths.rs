//! The only file that knows how the runtime is reached from generated code.

use proc_macro2::{Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{LitStr, Path};

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

/// Generated code that reaches the runtime by another path than its own.
///
/// Input:  `::mrtr::__private::same(x)`, `facade::mrtr`
/// Output: `facade::mrtr::__private::same(x)`
pub(crate) fn rerooted(tokens: TokenStream, root: &Path) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(span) = door_at(&tokens[at..]) {
            let located = root.to_token_stream().into_iter().map(|mut token| {
                token.set_span(token.span().located_at(span));
                token
            });
            out.extend(located);
            at += 3;
            continue;
        }
        at += 1;
        out.extend([match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rerooted(group.stream(), root));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Literal(literal) => TokenTree::Literal(in_text(literal, root)),
            other => other.clone(),
        }]);
    }
    out
}

/// serde takes paths as text.
///
/// Input:  `"::mrtr::__private::serde"`
/// Output: `"facade::mrtr::__private::serde"`
fn in_text(literal: &Literal, root: &Path) -> Literal {
    let (door, text) = (private().to_string(), literal.to_string());
    if !text.contains(&door) {
        return literal.clone();
    }
    let elsewhere = quote!(#root::__private).to_string();
    match syn::parse_str::<LitStr>(&text.replace(&door, &elsewhere)) {
        Ok(text) => {
            let mut rerooted = text.token();
            rerooted.set_span(literal.span());
            rerooted
        }
        Err(_) => literal.clone(),
    }
}

/// Where `::mrtr::__private` stands, if the tokens begin with it.
fn door_at(tokens: &[TokenTree]) -> Option<Span> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|it| it.to_string() == text);
    let path = [":", ":", "mrtr", ":", ":", "__private"];
    let is_door = path.iter().enumerate().all(|(at, text)| is(at, text));
    is_door.then(|| tokens[2].span())
}
