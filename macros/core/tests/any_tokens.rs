//! Whatever stands under the macros: they give items, and never panic.

use std::str::FromStr as _;

use mrtr_differential_generator::lowered;
use mrtr_macros_core::{choice, form, tool};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::Index;

const FORM: &str = "
    /// What to ship
    struct Approval {
        /// Ship it?
        approved: bool,
        #[form(min_length = 1, max_length = 40, default = \"x\")]
        label: Option<String>,
        #[form(min = 1, max = 9)]
        count: u8,
    }";

const CHOICE: &str = "
    /// Where to
    enum Environment { Staging, #[choice(name = \"prod\", title = \"Production\")] Production = 3 }";

/// What can be put anywhere.
const WORDS: &str = "ask!(u8, \"{x}\") ask_all!(roots!()) roots!(key = \"k\") flow!(f(x)) flow!(x.f(&y, 1)) self async let mut ref fn \
    if else match loop while for in break continue return move const unsafe static struct enum \
    impl dyn where x r#type Self _ 'a 'static \"text {x}\" 'c' 1 1u8 0.5 () {} [] ! ? . .. ..= = == \
    => -> & && || | @ # #[cfg(x)] #[form(min = 1)] #[choice(name = \"x\")] #![y] $ ; , : :: < > + +=";

/// What is done to one token, or to one group.
#[derive(Debug, Clone)]
enum Change {
    Remove,
    Double,
    Replace(Index),
    Insert(Index),
    Wrap(Index),
    Unwrap,
    Graft(u64, Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => Just(Change::Remove),
        1 => Just(Change::Double),
        3 => any::<Index>().prop_map(Change::Replace),
        3 => any::<Index>().prop_map(Change::Insert),
        1 => any::<Index>().prop_map(Change::Wrap),
        1 => Just(Change::Unwrap),
        1 => (0..40_u64, any::<Index>()).prop_map(|(seed, at)| Change::Graft(seed, at)),
    ]
}

fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    proptest::collection::vec((any::<Index>(), change()), 0..6)
}

fn tokens(text: &str) -> TokenStream {
    TokenStream::from_str(text).expect("tokens")
}

/// How many tokens there are, groups included.
fn count(stream: TokenStream) -> usize {
    let in_tree = |tree| match tree {
        TokenTree::Group(group) => 1 + count(group.stream()),
        _ => 1,
    };
    stream.into_iter().map(in_tree).sum()
}

/// The nth token.
fn nth(stream: TokenStream, left: &mut usize) -> Option<TokenTree> {
    for tree in stream {
        if *left == 0 {
            return Some(tree);
        }
        *left -= 1;
        if let TokenTree::Group(group) = &tree
            && let Some(found) = nth(group.stream(), left)
        {
            return Some(found);
        }
    }
    None
}

/// Changes the nth token.
fn apply(stream: TokenStream, left: &mut Option<usize>, change: &Change) -> TokenStream {
    let mut out = TokenStream::new();
    for tree in stream {
        match left {
            Some(0) => {
                *left = None;
                out.extend(changed(tree, change));
                continue;
            }
            Some(more) => *more -= 1,
            None => {}
        }
        out.extend([match tree {
            TokenTree::Group(group) => {
                let inner = apply(group.stream(), left, change);
                TokenTree::Group(Group::new(group.delimiter(), inner))
            }
            other => other,
        }]);
    }
    out
}

fn changed(tree: TokenTree, change: &Change) -> Vec<TokenTree> {
    let word = |at: &Index| {
        let words: Vec<TokenTree> = tokens(WORDS).into_iter().collect();
        at.get(&words).clone()
    };
    match change {
        Change::Remove => vec![],
        Change::Double => vec![tree.clone(), tree],
        Change::Replace(at) => vec![word(at)],
        Change::Insert(at) => vec![word(at), tree],
        Change::Wrap(at) => {
            let delimiters = [
                Delimiter::Brace,
                Delimiter::Parenthesis,
                Delimiter::Bracket,
                Delimiter::None,
            ];
            vec![Group::new(*at.get(&delimiters), tree.into()).into()]
        }
        Change::Unwrap => match tree {
            TokenTree::Group(group) => group.stream().into_iter().collect(),
            other => vec![other],
        },
        Change::Graft(seed, at) => {
            let other = tokens(&lowered(*seed));
            let mut left = at.index(count(other.clone()));
            nth(other, &mut left).into_iter().collect()
        }
    }
}

fn mutated(text: &str, changes: &[(Index, Change)]) -> TokenStream {
    changes.iter().fold(tokens(text), |stream, (at, change)| {
        let length = count(stream.clone());
        if length == 0 {
            stream
        } else {
            apply(stream, &mut Some(at.index(length)), change)
        }
    })
}

/// Where an item went in, items come out. (A body that does not parse is left as it is, so that an
/// editor still sees it.)
fn gives_items(
    expand: impl Fn(TokenStream) -> TokenStream,
    item: TokenStream,
) -> Result<(), TestCaseError> {
    let is_item = |tokens: &TokenStream| syn::parse2::<syn::File>(tokens.clone()).map(drop);
    let was_item = is_item(&item).is_ok();
    let expanded = expand(item);
    match is_item(&expanded) {
        Err(error) if was_item => Err(TestCaseError::fail(format!("{error} in\n{expanded}"))),
        _ => Ok(()),
    }
}

fn attribute(item: TokenStream) -> TokenStream {
    tool(TokenStream::new(), item)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn under_the_attribute(seed in 0..10_000_u64, changes in changes()) {
        gives_items(attribute, mutated(&lowered(seed), &changes))?;
    }

    #[test]
    fn in_the_attribute(changes in changes()) {
        let options = mutated("name = \"deploy\", description = \"Deploys\"", &changes);
        let item = tokens("async fn deploy(x: u8) { ask!(bool, \"{x}\"); }");
        gives_items(|item| tool(options.clone(), item), item)?;
    }

    #[test]
    fn under_the_derives(changes in changes()) {
        for text in [FORM, CHOICE] {
            gives_items(form, mutated(text, &changes))?;
            gives_items(choice, mutated(text, &changes))?;
        }
    }

    #[test]
    fn a_tool_under_a_derive_and_a_form_under_the_attribute(changes in changes()) {
        gives_items(form, mutated(&lowered(1), &changes))?;
        gives_items(choice, mutated(&lowered(1), &changes))?;
        gives_items(attribute, mutated(FORM, &changes))?;
    }
}
