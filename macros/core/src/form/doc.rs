//! Doc comments as the text that people read in a form.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment as a `&'static str` expression; `None` where it is empty.
pub(super) fn description(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) => Some(&pair.value),
            _ => None,
        })
        .collect();
    let literals: Option<Vec<String>> = lines.iter().map(|line| literal(line)).collect();
    match literals {
        Some(literals) => {
            let text = unindented(&literals.join("\n"));
            (!text.is_empty()).then(|| quote!(#text))
        }
        // `#[doc = include_str!(…)]`: the compiler alone can read it.
        None => Some(quote!(::core::concat!(#(#lines),*))),
    }
}

/// The lines of the doc comment that are written out.
pub(super) fn literals(attributes: &[Attribute]) -> impl Iterator<Item = &syn::LitStr> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text),
                _ => None,
            },
            _ => None,
        })
}

fn literal(line: &Expr) -> Option<String> {
    match line {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// Takes away the indentation that all lines share, and space around the whole.
///
/// ```text
/// Input:  " One\n\n   two\n three "
/// Output: "One\n\n  two\nthree"
/// ```
fn unindented(text: &str) -> String {
    let indentation = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<_> = text
        .lines()
        .map(|line| line.get(indentation..).unwrap_or_default().trim_end())
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn indentation_goes_and_line_breaks_stay() {
        assert_eq!(unindented(" One"), "One");
        assert_eq!(
            unindented(" One \n\n   - two\n three\n "),
            "One\n\n  - two\nthree"
        );
        assert_eq!(unindented("\n \n"), "");
        assert_eq!(unindented(""), "");
        assert_eq!(unindented(" \u{e9}\n  x"), "\u{e9}\n x");
    }

    #[test]
    fn text_is_unescaped_once() {
        let field: syn::ItemStruct = parse_quote! {
            /// "q" \ `code`
            struct S;
        };
        let text = description(&field.attrs).expect("text").to_string();
        assert_eq!(text, r#""\"q\" \\ `code`""#);
    }

    #[test]
    fn what_is_empty_is_left_out() {
        let field: syn::ItemStruct = parse_quote! {
            ///
            #[doc(hidden)]
            #[form(title = "x")]
            struct S;
        };
        assert!(description(&field.attrs).is_none());
    }

    #[test]
    fn macros_are_left_to_the_compiler() {
        let field: syn::ItemStruct = parse_quote! {
            #[doc = concat!("x", "y")]
            struct S;
        };
        assert_eq!(
            description(&field.attrs).expect("text").to_string(),
            r#":: core :: concat ! (concat ! ("x" , "y"))"#
        );
    }
}
