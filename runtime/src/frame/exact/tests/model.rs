//! Any value, as a self-describing reader sees it.

use std::fmt;

use proptest::prelude::*;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What serde tells apart, without what only a type can tell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Model {
    Unit,
    Bool(bool),
    Whole(u64),
    Signed(i64),
    U128(u128),
    I128(i128),
    /// By its bits: a NaN is equal to itself here.
    F32(u32),
    F64(u64),
    Char(char),
    Text(String),
    Bytes(Vec<u8>),
    None,
    Some(Box<Model>),
    /// The flag: whether the length is known beforehand.
    List(bool, Vec<Model>),
    Map(bool, Vec<(Model, Model)>),
}

impl Model {
    pub(super) fn any() -> impl Strategy<Value = Self> {
        let leaf = prop_oneof![
            Just(Self::Unit),
            Just(Self::None),
            any::<bool>().prop_map(Self::Bool),
            any::<u64>().prop_map(Self::Whole),
            (0..300u64).prop_map(Self::Whole),
            (i64::MIN..0).prop_map(Self::Signed),
            (-300..0i64).prop_map(Self::Signed),
            (u128::from(u64::MAX) + 1..=u128::MAX).prop_map(Self::U128),
            (i128::MIN..i128::from(i64::MIN)).prop_map(Self::I128),
            (i128::from(u64::MAX) + 1..=i128::MAX).prop_map(Self::I128),
            any::<u32>().prop_map(Self::F32),
            any::<u64>().prop_map(Self::F64),
            any::<char>().prop_map(Self::Char),
            ".{0,40}".prop_map(Self::Text),
            prop::collection::vec(any::<u8>(), 0..20).prop_map(Self::Bytes),
        ];
        leaf.prop_recursive(6, 64, 20, |inner| {
            let entry = (inner.clone(), inner.clone());
            prop_oneof![
                inner.clone().prop_map(|value| Self::Some(value.into())),
                (any::<bool>(), prop::collection::vec(inner, 0..20))
                    .prop_map(|(known, items)| Self::List(known, items)),
                (any::<bool>(), prop::collection::vec(entry, 0..20))
                    .prop_map(|(known, entries)| Self::Map(known, entries)),
            ]
        })
    }

    /// How many values it is made of, with each byte of text.
    pub(super) fn size(&self) -> usize {
        1 + match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Some(value) => value.size(),
            Self::List(_, items) => items.iter().map(Self::size).sum(),
            Self::Map(_, entries) => entries
                .iter()
                .map(|(key, value)| key.size() + value.size())
                .sum(),
            _ => 0,
        }
    }
}

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unit => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Whole(value) => serializer.serialize_u64(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::U128(value) => serializer.serialize_u128(*value),
            Self::I128(value) => serializer.serialize_i128(*value),
            Self::F32(bits) => serializer.serialize_f32(f32::from_bits(*bits)),
            Self::F64(bits) => serializer.serialize_f64(f64::from_bits(*bits)),
            Self::Char(value) => serializer.serialize_char(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serializer.serialize_bytes(value),
            Self::None => serializer.serialize_none(),
            Self::Some(value) => serializer.serialize_some(value),
            Self::List(known, items) => {
                let mut list = serializer.serialize_seq(known.then_some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Map(known, entries) => {
                let mut map = serializer.serialize_map(known.then_some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

macro_rules! visit {
    ($($call:ident($type:ty) => $make:expr;)*) => {$(
        fn $call<E>(self, value: $type) -> Result<Model, E> {
            Ok($make(value))
        }
    )*};
}

impl<'de> Visitor<'de> for Any {
    type Value = Model;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    visit! {
        visit_bool(bool) => Model::Bool;
        visit_u64(u64) => Model::Whole;
        visit_i64(i64) => Model::Signed;
        visit_u128(u128) => Model::U128;
        visit_i128(i128) => Model::I128;
        visit_f32(f32) => |value: f32| Model::F32(value.to_bits());
        visit_f64(f64) => |value: f64| Model::F64(value.to_bits());
        visit_char(char) => Model::Char;
        visit_str(&str) => |value: &str| Model::Text(value.into());
        visit_bytes(&[u8]) => |value: &[u8]| Model::Bytes(value.into());
    }

    fn visit_unit<E>(self) -> Result<Model, E> {
        Ok(Model::Unit)
    }

    fn visit_none<E>(self) -> Result<Model, E> {
        Ok(Model::None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Model, D::Error> {
        Ok(Model::Some(Box::new(Model::deserialize(deserializer)?)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Model, A::Error> {
        let is_known = list.size_hint().is_some();
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Model::List(is_known, items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Model, A::Error> {
        let is_known = map.size_hint().is_some();
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Model::Map(is_known, entries))
    }
}
