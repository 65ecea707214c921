//! Values that would not come back equal are refused when they are saved, with a reason for the
//! author that names the type.

use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use serde_json::value::RawValue;

use super::super::MAX_DEPTH;
use crate::frame::Saved;

#[track_caller]
fn refusal<T: Saved>(value: &T) -> String {
    value
        .save()
        .expect_err("it would not come back equal")
        .to_string()
}

#[track_caller]
fn assert_refused<T: Saved>(value: &T, reason: &str) {
    let refusal = refusal(value);
    assert!(refusal.contains(reason), "{refusal}");
}

#[test]
fn inclusive_range_forgets_that_it_was_used_up() {
    assert_refused(
        &(1u8..=3),
        "`RangeInclusive` forgets in serde whether it was used up",
    );
    assert_refused(&vec![Some(1u8..=3)], "use a range `start..end`");
}

#[test]
fn raw_json() {
    let raw = RawValue::from_string("{\"a\":1}".into()).unwrap();
    assert_refused(&raw, "`RawValue` can only be kept inside JSON text");
}

/// Serde holds what it reads of such an enum until it knows the variant, and gives no borrow of it.
#[test]
fn text_of_the_program_in_a_tagged_enum() {
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Named { name: &'static str },
    }
    let reason = "its `Deserialize` refuses what it wrote: invalid type: string \"a\", expected a borrowed string";
    assert_refused(&Tagged::Named { name: "a" }, reason);
}

#[test]
fn reason_names_the_whole_type() {
    let refusal = refusal(&Some(1u8..=3));
    assert!(
        refusal.starts_with("`core::option::Option<core::ops::range::RangeInclusive<u8>>`: a "),
        "{refusal}"
    );
}

#[test]
fn levels_beyond_the_limit() {
    fn chain(levels: usize) -> Chain {
        (1..levels).fold(Chain(None), |chain, _| Chain(Some(Box::new(chain))))
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Chain(Option<Box<Chain>>);

    // `Chain(None)` is the one level that does not nest.
    let deepest = chain(MAX_DEPTH + 1);
    let bytes = deepest.save().unwrap();
    assert_eq!(Chain::load(&bytes), Ok(deepest));
    assert_refused(&chain(MAX_DEPTH + 2), "it nests more than 128 levels deep");
}

#[test]
fn every_kind_of_level_counts_when_writing_as_when_reading() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Level {
        End,
        List(Vec<Level>),
        Tuple((), Box<Level>),
        Struct { next: Box<Level> },
        Map(BTreeMap<u8, Level>),
    }
    // Each of them is a variant with a list or a map in it: two levels.
    let wraps: [fn(Level) -> Level; 4] = [
        |level| Level::List(vec![level]),
        |level| Level::Tuple((), level.into()),
        |level| Level::Struct { next: level.into() },
        |level| Level::Map(BTreeMap::from([(1, level)])),
    ];
    for wrap in wraps {
        let deepest = (0..MAX_DEPTH / 2).fold(Level::End, |level, _| wrap(level));
        let bytes = deepest.save().unwrap();
        assert_eq!(Level::load(&bytes).as_ref(), Ok(&deepest));
        assert_refused(&wrap(deepest), "it nests more than 128 levels deep");
    }
}

#[test]
fn wide_integers_in_what_serde_buffers() {
    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(u128),
    }
    for number in [1, u128::MAX] {
        assert_refused(
            &Untagged::Number(number),
            "its `Deserialize` refuses what it wrote",
        );
    }
}

#[test]
fn field_that_is_left_out_and_has_no_default() {
    #[derive(Serialize, Deserialize)]
    struct NoDefault {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        list: Vec<u8>,
    }
    assert!(NoDefault { list: vec![1] }.save().is_ok());
    assert_refused(
        &NoDefault { list: vec![] },
        "its `Deserialize` refuses what it wrote: missing field `list`",
    );
}

#[test]
fn field_that_is_left_out_and_has_another_default() {
    #[derive(Serialize, Deserialize)]
    struct OtherDefault {
        #[serde(default = "one", skip_serializing_if = "is_zero")]
        number: u8,
    }
    fn one() -> u8 {
        1
    }
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field")]
    fn is_zero(number: &u8) -> bool {
        *number == 0
    }
    assert!(OtherDefault { number: 1 }.save().is_ok());
    assert_refused(
        &OtherDefault { number: 0 },
        "it comes back as another value",
    );
}

#[test]
fn field_that_is_written_and_not_read() {
    #[derive(Serialize, Deserialize)]
    struct HalfSkipped {
        #[serde(skip_deserializing)]
        list: Vec<u8>,
    }
    assert_refused(
        &HalfSkipped { list: vec![1] },
        "it comes back as another value",
    );
}

#[test]
fn untagged_variants_that_overlap() {
    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Overlapping {
        Option(Option<u8>),
        Unit(()),
        Float(f32),
        Double(f64),
    }
    assert!(Overlapping::Option(Some(1)).save().is_ok());
    assert!(Overlapping::Float(0.5).save().is_ok());
    assert_refused(&Overlapping::Unit(()), "it comes back as another value");
    assert_refused(&Overlapping::Double(0.1), "it comes back as another value");
}

#[test]
fn weak_reference_that_nothing_keeps_alive() {
    let owner = Rc::new(1u8);
    assert_refused(&Rc::downgrade(&owner), "it comes back as another value");
    assert!(Weak::<u8>::new().save().is_ok());
}

#[test]
fn object_that_looks_like_raw_json() {
    // serde_json takes this key for its own marker when a `Value` is read.
    let value = json!({"$serde_json::private::RawValue": "[1]"});
    assert_refused(&value, "it comes back as another value");
}

#[test]
fn serialize_that_breaks_serdes_rules() {
    struct Broken(Rule);

    #[derive(Clone, Copy)]
    enum Rule {
        FewerItems,
        MoreItems,
        KeyAlone,
        KeyAtTheEnd,
        ValueAlone,
    }

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Rule::FewerItems => serializer.serialize_seq(Some(1))?.end(),
                Rule::MoreItems => {
                    let mut items = serializer.serialize_seq(Some(0))?;
                    items.serialize_element(&1)?;
                    items.end()
                }
                Rule::KeyAlone => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_key(&1)?;
                    map.serialize_key(&2)?;
                    map.end()
                }
                Rule::KeyAtTheEnd => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_key(&1)?;
                    map.end()
                }
                Rule::ValueAlone => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_value(&1)?;
                    map.end()
                }
            }
        }
    }

    impl<'de> Deserialize<'de> for Broken {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self(Rule::FewerItems))
        }
    }

    for (rule, reason) in [
        (Rule::FewerItems, "announces 1 items or fields and writes 0"),
        (Rule::MoreItems, "announces 0 items or fields and writes 1"),
        (Rule::KeyAlone, "writes a key without a value"),
        (Rule::KeyAtTheEnd, "writes a key without a value"),
        (Rule::ValueAlone, "writes a value without a key"),
    ] {
        assert_refused(&Broken(rule), reason);
    }
}
