//! Whatever the bytes are, reading them ends, and what is read is no larger than they can say.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::model::Model;
use crate::frame::{Exact, Format};
use crate::machine::Frame;

/// A value with every kind in it, so that a mutation may hit any of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Rich {
    name: String,
    parts: Vec<Part>,
    value: serde_json::Value,
    tuple: (u8, char, i128, u128, f32, bool, ()),
    map: BTreeMap<Option<i32>, serde_bytes::ByteBuf>,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Part {
    Unit,
    Struct {
        ids: Vec<u64>,
        option: Option<Option<u8>>,
    },
    Tuple(String, f64),
    Newtype(Box<Part>),
}

fn rich() -> Rich {
    let part = Part::Struct {
        ids: vec![1, 200, 70_000],
        option: Some(None),
    };
    Rich {
        name: "x".repeat(40),
        parts: vec![
            Part::Unit,
            part.clone(),
            Part::Tuple("c".into(), f64::NAN),
            Part::Newtype(part.into()),
        ],
        value: serde_json::json!({"a": [1, null, {"b": -5}], "c": 1.5}),
        tuple: (1, 'ß', i128::MIN, u128::MAX, 0.5, true, ()),
        map: BTreeMap::from([
            (None, vec![].into()),
            (Some(-1), vec![1, 2].into()),
            (Some(-300), vec![9; 20].into()),
        ]),
        rest: BTreeMap::from([("k".into(), serde_json::json!([true]))]),
    }
}

#[derive(Debug, Clone)]
enum Mutation {
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
}

impl Mutation {
    fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            4 => any::<(prop::sample::Index, u8)>().prop_map(|(at, byte)| Self::Set(at, byte)),
            2 => any::<(prop::sample::Index, u8)>().prop_map(|(at, byte)| Self::Insert(at, byte)),
            2 => any::<prop::sample::Index>().prop_map(Self::Remove),
            1 => any::<prop::sample::Index>().prop_map(Self::Cut),
        ]
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        match self {
            Self::Set(at, byte) => bytes[at.index(length)] = *byte,
            Self::Insert(at, byte) => bytes.insert(at.index(length), *byte),
            Self::Remove(at) => drop(bytes.remove(at.index(length))),
            Self::Cut(at) => bytes.truncate(at.index(length)),
        }
    }
}

/// Reads the bytes as several types; only the price matters, and that nothing panics.
fn read_as_anything(bytes: &[u8]) -> Result<(), TestCaseError> {
    let _ = Exact::read::<Rich>(bytes);
    let _ = Exact::read::<Frame>(bytes);
    let _ = Exact::read::<serde_json::Value>(bytes);
    let _ = Exact::read::<Vec<Option<Option<Part>>>>(bytes);
    if let Ok(model) = Exact::read::<Model>(bytes) {
        // A known name takes one byte and can be read as a whole text: at most the square.
        prop_assert!(model.size() <= bytes.len() * bytes.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn mutated_bytes_are_read_or_refused(mutations in prop::collection::vec(Mutation::any(), 1..5)) {
        let mut bytes = Exact::write(&rich()).unwrap();
        for mutation in &mutations {
            mutation.apply(&mut bytes);
        }
        read_as_anything(&bytes)?;
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        read_as_anything(&bytes)?;
    }
}

#[test]
fn every_change_of_one_byte_is_read_or_refused() {
    let bytes = Exact::write(&rich()).unwrap();
    for at in 0..bytes.len() {
        for byte in 0..=u8::MAX {
            let mut changed = bytes.clone();
            changed[at] = byte;
            read_as_anything(&changed).unwrap();
        }
    }
}
