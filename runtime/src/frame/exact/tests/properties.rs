//! What holds for every value.

use std::collections::{BTreeMap, HashMap, HashSet};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::model::Model;
use crate::frame::{Exact, Format, Saved};

proptest! {
    #[test]
    fn any_value_comes_back(value in Model::any()) {
        let bytes = Exact::write(&value).unwrap();
        prop_assert_eq!(Exact::read::<Model>(&bytes).unwrap(), value);
    }

    #[test]
    fn any_typed_value_comes_back(tree in Tree::any()) {
        let bytes = tree.save().unwrap();
        prop_assert_eq!(Tree::load(&bytes).unwrap(), tree);
    }

    #[test]
    fn same_value_is_the_same_bytes(tree in Tree::any()) {
        let bytes = Exact::write(&tree).unwrap();
        let back: Tree = Exact::read(&bytes).unwrap();
        prop_assert_eq!(Exact::write(&back).unwrap(), bytes);
    }

    #[test]
    fn numbers_come_back(u in any::<u128>(), i in any::<i128>(), shift in 0..128u32) {
        let numbers = (u >> shift, i >> shift, !(i >> shift));
        prop_assert_eq!(<(u128, i128, i128)>::load(&numbers.save().unwrap()).unwrap(), numbers);
    }

    /// Each map lists its entries in an order of its own.
    #[test]
    fn order_of_hash_maps_does_not_matter(
        map in prop::collection::hash_map(Tag::any(), prop::collection::hash_set(Tag::any(), 0..9), 0..30),
    ) {
        let bytes = map.save().unwrap();
        prop_assert_eq!(HashMap::<Tag, HashSet<Tag>>::load(&bytes).unwrap(), map);
    }

    #[test]
    fn bytes_cut_short_are_refused(value in Model::any(), at in any::<prop::sample::Index>()) {
        let bytes = Exact::write(&value).unwrap();
        let cut = &bytes[..at.index(bytes.len())];
        prop_assert!(Exact::read::<Model>(cut).is_err());
    }

    #[test]
    fn bytes_too_many_are_refused(value in Model::any(), more in any::<u8>()) {
        let mut bytes = Exact::write(&value).unwrap();
        bytes.push(more);
        prop_assert!(Exact::read::<Model>(&bytes).is_err());
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Tree {
    Unit,
    Options(Option<Option<Option<u8>>>, Option<()>),
    Number(f64),
    Text { text: String, letter: char },
    Deep(Option<Option<Box<Tree>>>),
    List(Vec<Tree>),
    Map(BTreeMap<Tag, Tree>),
    Buffered(Buffered),
    Flat(Flat),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Tag {
    Red,
    Green,
    Number(i16),
    Pair(u8, Option<bool>),
    Named { name: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Buffered {
    None,
    Some { value: Option<Option<Box<Tree>>> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Option<Option<u8>>>,
}

impl Tree {
    fn any() -> impl Strategy<Value = Self> {
        let leaf = prop_oneof![
            Just(Self::Unit),
            any::<(Option<Option<Option<u8>>>, Option<()>)>()
                .prop_map(|(a, b)| Self::Options(a, b)),
            (-1e9..1e9).prop_map(Self::Number),
            (".{0,40}", any::<char>()).prop_map(|(text, letter)| Self::Text { text, letter }),
            (
                any::<u8>(),
                prop::collection::btree_map("[a-h]", any::<Option<Option<u8>>>(), 0..4)
            )
                .prop_map(|(id, rest)| Self::Flat(Flat { id, rest })),
        ];
        leaf.prop_recursive(5, 48, 18, |inner| {
            let option = prop::option::of(prop::option::of(inner.clone().prop_map(Box::new)));
            prop_oneof![
                option.clone().prop_map(Self::Deep),
                option.prop_map(|value| Self::Buffered(Buffered::Some { value })),
                Just(Self::Buffered(Buffered::None)),
                prop::collection::vec(inner.clone(), 0..18).prop_map(Self::List),
                prop::collection::btree_map(Tag::any(), inner, 0..18).prop_map(Self::Map),
            ]
        })
    }
}

impl Tag {
    fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            Just(Self::Red),
            Just(Self::Green),
            any::<i16>().prop_map(Self::Number),
            any::<(u8, Option<bool>)>().prop_map(|(a, b)| Self::Pair(a, b)),
            "[a-z]{0,3}".prop_map(|name| Self::Named { name }),
        ]
    }
}
