//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// The description that an item's doc comments make.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    lines: Vec<Line>,
}

#[derive(Clone)]
enum Line {
    Text(String),
    /// `#[doc = include_str!("…")]`
    Expr(Box<Expr>),
}

/// Collects the doc comments among `attrs`.
pub(crate) fn of(attrs: &[Attribute]) -> Docs {
    let lines = attrs
        .iter()
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(doc) if doc.path.is_ident("doc") => Some(&doc.value),
            _ => None,
        })
        .map(|value| match value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Line::Text(text.value()),
                _ => Line::Expr(Box::new(value.clone())),
            },
            other => Line::Expr(Box::new(other.clone())),
        })
        .collect();
    Docs { lines }
}

impl ToTokens for Docs {
    /// A constant expression: one literal where all is known, else a `concat!`.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut text = String::new();
        for (index, line) in dedent(&self.lines).into_iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            match line {
                Line::Text(line) => text.push_str(&line),
                Line::Expr(expr) => {
                    let before = std::mem::take(&mut text);
                    parts.push(quote!(#before, #expr));
                }
            }
        }
        if parts.is_empty() {
            text.trim().to_tokens(tokens);
        } else {
            tokens.extend(quote!(::core::concat!(#(#parts,)* #text)));
        }
    }
}

/// Removes the indentation that all lines share, as rustdoc does.
fn dedent(lines: &[Line]) -> Vec<Line> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let common = lines
        .iter()
        .filter_map(|line| match line {
            Line::Text(text) if !text.trim().is_empty() => Some(indent(text)),
            _ => None,
        })
        .min()
        .unwrap_or(0);
    lines
        .iter()
        .map(|line| match line {
            Line::Text(text) => {
                Line::Text(text.get(common..).unwrap_or_default().trim_end().to_owned())
            }
            Line::Expr(expr) => Line::Expr(expr.clone()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn text(attrs: &[Attribute]) -> String {
        of(attrs).to_token_stream().to_string()
    }

    #[test]
    fn lines_are_kept_and_common_indentation_is_not() {
        let attrs: [Attribute; 4] = [
            parse_quote!(#[doc = " Deploys."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " - one `code` \"q\""]),
            parse_quote!(#[doc = "   - nested"]),
        ];
        assert_eq!(
            text(&attrs),
            r#""Deploys.\n\n- one `code` \"q\"\n  - nested""#
        );
    }

    #[test]
    fn no_docs_are_an_empty_text() {
        assert_eq!(text(&[parse_quote!(#[inline])]), r#""""#);
    }

    #[test]
    fn an_expression_is_left_to_the_compiler() {
        let attrs: [Attribute; 2] = [
            parse_quote!(#[doc = " One"]),
            parse_quote!(#[doc = include_str!("t.md")]),
        ];
        assert_eq!(
            text(&attrs),
            ":: core :: concat ! (\"One\\n\" , include_str ! (\"t.md\") , \"\")"
        );
    }
}
