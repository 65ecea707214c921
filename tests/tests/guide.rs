//! What the guide to the errors says is refused is refused, and by a message that links to the entry
//! where it stands. That the rest compiles is for its doc tests.

use std::collections::BTreeSet;

use mrtr_macros_core::{flow, prompt, resource, tool};
use mrtr_tests::guide::{Example, examples};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};

/// Entries whose errors are rustc's: the macros have nothing against their examples.
const OF_RUSTC: &[&str] = &[
    "A local that cannot be carried",
    "A local that was moved",
    "A local that a macro mentions",
    "A future that cannot be sent",
    "A step outside of a tool",
    "An answer whose type is not known",
    "A call of a flow without `flow!`",
    "A result of another type",
    "A form that is refused",
];

/// Expands whatever is under an attribute of ours, and collects the links of the errors.
#[derive(Default)]
struct Links(BTreeSet<String>);

impl Links {
    fn expand(&mut self, attrs: &[syn::Attribute], item: &impl ToTokens) {
        for attr in attrs {
            let expand = match attr.path().get_ident().map(ToString::to_string).as_deref() {
                Some("mrtr_tool") => tool,
                Some("mrtr_flow") => flow,
                Some("mrtr_prompt") => prompt,
                Some("mrtr_resource") => resource,
                _ => continue,
            };
            let options = match &attr.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => TokenStream::new(),
            };
            self.collect(expand(options, item.to_token_stream()));
        }
    }

    fn collect(&mut self, expanded: TokenStream) {
        for token in expanded {
            match token {
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if let Some((_, link)) = text.split_once("docs/diagnostics.md#") {
                        self.0.insert(link.trim_matches('"').to_owned());
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Links {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let mut function = item.clone();
        function.attrs.clear();
        self.expand(&item.attrs, &function);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let mut function = item.clone();
        function.attrs.clear();
        self.expand(&item.attrs, &function);
    }
}

fn links(example: &Example) -> BTreeSet<String> {
    let (before, after) = example.around();
    let code = [before, &example.code, after].concat();
    let file = syn::parse_file(&code).unwrap_or_else(|error| panic!("{example:?}: {error}"));
    let mut links = Links::default();
    links.visit_file(&file);
    links.0
}

/// As the site of the repository makes it of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn what_is_refused_is_explained_where_its_error_links_to() {
    for example in examples().iter().filter(|example| example.is_refused) {
        let expected = if OF_RUSTC.contains(&example.entry) {
            BTreeSet::new()
        } else {
            BTreeSet::from([anchor(example.entry)])
        };
        assert_eq!(links(example), expected, "line {}", example.line);
    }
}

#[test]
fn the_macros_take_what_is_written_instead() {
    for example in examples().iter().filter(|example| !example.is_refused) {
        assert_eq!(links(example), BTreeSet::new(), "line {}", example.line);
    }
}

#[test]
fn each_entry_shows_code() {
    let shown: BTreeSet<_> = examples().iter().map(|example| example.entry).collect();
    for heading in mrtr_tests::guide::GUIDE
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
    {
        assert!(
            shown.contains(heading) || heading == "Very long flows",
            "{heading}"
        );
    }
}
