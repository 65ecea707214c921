//! The guide to the errors, `docs/diagnostics.md`: each message ends with a link to its entry.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use syn::LitStr;

/// Where the entries are.
const GUIDE: &str = "https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md";

/// Writes the links out.
///
/// Input:  `compile_error! { "a step cannot … {guide:in-a-closure}" }`
/// Output: `compile_error! { "a step cannot …\nguide: https://…#in-a-closure" }`
pub(crate) fn linked(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), linked(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Literal(literal) => TokenTree::Literal(in_text(literal)),
            other => other,
        })
        .collect()
}

fn in_text(literal: Literal) -> Literal {
    let Ok(text) = syn::parse2::<LitStr>(TokenTree::Literal(literal.clone()).into()) else {
        return literal;
    };
    let text = text.value();
    let Some((message, anchor)) = text.rsplit_once(" {guide:") else {
        return literal;
    };
    let anchor = anchor.trim_end_matches('}');
    let mut linked = Literal::string(&format!("{message}\nguide: {GUIDE}#{anchor}"));
    linked.set_span(literal.span());
    linked
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The entries that messages link to.
    fn linked() -> BTreeSet<String> {
        let messages = include_str!("messages.rs");
        let anchors = messages.split("{guide:").skip(1);
        anchors
            .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
            .filter(|anchor| anchor.is_ascii())
            .collect()
    }

    /// The headings of the guide, as they are linked to.
    fn entries() -> BTreeSet<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
        let guide = fs::read_to_string(path).expect("the guide");
        let headings = guide.lines().filter_map(|line| line.strip_prefix("### "));
        headings.map(anchor).collect()
    }

    /// As the site of the repository makes it of a heading.
    fn anchor(heading: &str) -> String {
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    }

    #[test]
    fn each_message_links_to_an_entry() {
        let entries = entries();
        for anchor in linked() {
            assert!(
                entries.contains(&anchor),
                "`{anchor}` is no entry of the guide"
            );
        }
    }
}
