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
    if !text.contains(LINK) {
        return literal;
    }
    let mut linked = Literal::string(&message(&text));
    linked.set_span(literal.span());
    linked
}

/// What stands in a message in front of an entry's name.
const LINK: &str = " {guide:";

/// Writes the link of one message out.
pub(crate) fn message(text: &str) -> String {
    match text.rsplit_once(LINK) {
        None => text.to_owned(),
        Some((message, anchor)) => {
            let anchor = anchor.trim_end_matches('}');
            format!("{message}\nguide: {GUIDE}#{anchor}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};
    use std::{fs, io};

    use quote::ToTokens;

    use super::GUIDE;

    /// Entries whose errors are rustc's, some of them in words of ours.
    const OF_RUSTC: &[&str] = &[
        "a-call-of-a-flow-without-flow",
        "a-form-that-is-refused",
        "a-future-that-cannot-be-sent",
        "a-local-that-a-macro-mentions",
        "a-local-that-cannot-be-carried",
        "a-local-that-was-moved",
        "a-result-of-another-type",
        "a-step-outside-of-a-tool",
        "an-answer-whose-type-is-not-known",
    ];

    fn path(of: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(of)
    }

    /// The entries that a text links to.
    fn linked(text: &str, link: &str, end: char) -> BTreeSet<String> {
        let anchors = text.split(link).skip(1);
        let anchors = anchors.filter_map(|rest| Some(rest.split_once(end)?.0.to_owned()));
        anchors.collect()
    }

    /// The headings of the guide, as they are linked to.
    fn entries() -> BTreeSet<String> {
        let guide = fs::read_to_string(path("docs/diagnostics.md")).expect("the guide");
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

    fn messages() -> syn::File {
        syn::parse_file(include_str!("messages.rs")).expect("items")
    }

    #[test]
    fn each_message_has_one_link() {
        for item in messages().items {
            let text = item.to_token_stream().to_string();
            assert_eq!(text.matches("{guide:").count(), 1, "{text}");
        }
    }

    #[test]
    fn each_entry_is_of_a_message_or_of_rustc() {
        let messages: proc_macro2::TokenStream = messages()
            .items
            .iter()
            .map(ToTokens::to_token_stream)
            .collect();
        let mut linked = linked(&messages.to_string(), "{guide:", '}');
        for anchor in OF_RUSTC {
            assert!(linked.insert((*anchor).to_owned()), "{anchor}");
        }
        assert_eq!(linked, entries());
    }

    #[test]
    fn each_error_of_the_runtime_links_to_an_entry() {
        let mut texts = String::new();
        read_all(&path("runtime/src"), &mut texts).expect("the sources");
        let mut linked = linked(&texts, &format!("guide: {GUIDE}#"), '"');
        // Where the macro of `runtime/src/macros.rs` puts the entry's name behind the URL.
        assert!(linked.remove(""));
        linked.extend(self::linked(&texts, "__guide!(\"", '"'));
        assert!(linked.len() > 1);
        assert_eq!(linked.difference(&entries()).next(), None);
        assert_eq!(
            texts.matches("guide: ").count(),
            texts.matches(GUIDE).count()
        );
    }

    fn read_all(at: &Path, texts: &mut String) -> io::Result<()> {
        for entry in fs::read_dir(at)? {
            let path = entry?.path();
            if path.is_dir() {
                read_all(&path, texts)?;
            } else if path.extension().is_some_and(|it| it == "rs") {
                texts.push_str(&fs::read_to_string(path)?);
            }
        }
        Ok(())
    }
}
