//! One value of each kind that an author may carry: it comes back equal.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::{NonZero, Wrapping};
use std::ops::Bound;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDate, TimeDelta, Utc};
use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::frame::{Exact, Format, Saved};
use crate::machine::Frame;

macro_rules! comes_back {
    ($($kind:ident: $value:expr;)*) => {$(
        #[test]
        fn $kind() {
            assert_comes_back(&$value);
        }
    )*};
}

fn assert_comes_back<T: Saved + PartialEq + Debug>(value: &T) {
    let bytes = value.save().expect("it can be carried");
    let back = T::load(&bytes).expect("what was saved can be loaded");
    assert_eq!(&back, value);
}

comes_back! {
    numbers_of_64_bits: (u64::MAX, i64::MIN, i64::MAX, 0u8, -1i8);
    u128_above_64_bits: u128::MAX;
    u128_within_64_bits: 7u128;
    i128_below_64_bits: i128::MIN;
    i128_above_64_bits: i128::MAX;
    i128_between_the_signed_and_the_unsigned_limit: i128::from(u64::MAX);
    i128_within_64_bits: -7i128;
    non_zero_and_wrapping: (NonZero::new(3u32), Wrapping(-3i32));
    bool_and_char: (true, false, 'ß', '\0', char::MAX);
    floats: (1.5f64, 0.1f32, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE / 2.0);
    unit: ();
    empty_text: String::new();
    long_text: "ü".repeat(300);
    owned_texts: (Box::<str>::from("a"), Arc::<str>::from("b"), Cow::<'static, str>::Owned("c".into()));
    strings_of_the_system: (CString::from(c"c"), OsString::from("o"), PathBuf::from("/a/b"));

    none: None::<u8>;
    some_none: Some(None::<u8>);
    some_some: Some(Some(1u8));
    some_unit: Some(());
    some_null: Some(Value::Null);
    none_of_value: None::<Value>;
    list_of_nested_options: vec![None, Some(None), Some(Some(None)), Some(Some(Some(1u8)))];
    boxed_option: Some(Box::new(None::<u8>));
    result: (Ok::<u8, String>(1), Err::<u8, String>("e".into()));

    unit_struct: UnitStruct;
    newtype_struct: Newtype(Some(None));
    tuple_struct: TupleStruct(1, "a".into());
    renamed_recursive_struct: Renamed { some_field: 1, other_field: Some(Box::new(Renamed { some_field: 2, other_field: None })) };
    skipped_fields: Skipping { a: None, list: vec![], z: 7 };
    fields_not_skipped: Skipping { a: Some(1), list: vec![1], z: 7 };
    plain_value_read_as_option: NullIsDefault { text: "t".into() };

    enum_external: vec![External::Unit, External::Newtype(3), External::Empty(()), External::Tuple(1, "a".into()), External::Struct { a: 1, b: Some(None) }];
    enum_internal: vec![Internal::Struct { x: Some(None) }, Internal::Unit, Internal::Newtype(inner()), Internal::Newtype(inner())];
    enum_adjacent: vec![Adjacent::Newtype(1), Adjacent::Unit, Adjacent::Tuple(1, None), Adjacent::Struct { s: Some(()) }];
    enum_untagged: vec![Untagged::Number(5), Untagged::Text("x".into()), Untagged::Options(vec![None, Some(None)]), Untagged::Struct { k: 'k' }, Untagged::Variant(External::Tuple(1, "a".into()))];
    enum_untagged_of_readable_types: UntaggedIds::Ids(ids());
    enum_flattened: FlattenedEnum { name: "n".into(), external: External::Newtype(3) };
    flatten_and_rest: Flattened { name: "n".into(), inner: inner(), rest: BTreeMap::from([("k".into(), json!([1, null, 2.5]))]) };
    flatten_of_readable_types: FlattenedIds { name: "n".into(), ids: ids() };
    flatten_of_options: FlattenedOptions { options: Options { a: Some(None), b: None, c: Some(()) } };

    value: json!({"a": [1, -2, 2.5, "s", null, true], "b": {"c": {}}});
    value_of_extreme_numbers: json!([u64::MAX, i64::MIN, 1e300, -1, 0.1]);
    json_map: serde_json::Map::from_iter([("z".to_string(), json!(1)), ("a".to_string(), json!(null))]);

    map_by_number: HashMap::from([(5u32, "x".to_string()), (6, "y".into())]);
    map_by_tuple: BTreeMap::from([((1u8, 2u8), 3u8)]);
    map_by_enum: BTreeMap::from([(Key::Unit, 1u8), (Key::Newtype(2), 2), (Key::Struct { a: None }, 3)]);
    map_by_option: BTreeMap::from([(None, 1u8), (Some(None), 2), (Some(Some(0u8)), 3)]);
    map_by_bool: BTreeMap::from([(true, 1u8)]);
    map_by_char: BTreeMap::from([('x', 1u8)]);
    map_by_list: BTreeMap::from([(vec![1u8], 1u8), (vec![], 2)]);
    map_of_maps: HashMap::from([("a".to_string(), HashMap::from([(1u8, HashSet::from([2u8, 3]))]))]);
    index_map: IndexMap::<String, u8>::from_iter([("z".into(), 1), ("a".into(), 2)]);
    sets: (HashSet::from([7u8, 8, 9]), BTreeSet::from(["a".to_string()]));
    deque: VecDeque::from([1u8, 2]);
    list_of_bytes: (0..=u8::MAX).collect::<Vec<u8>>();
    byte_string: serde_bytes::ByteBuf::from((0..=u8::MAX).collect::<Vec<u8>>());
    array: [200u8; 32];
    boxes_and_counted: (vec![1u8].into_boxed_slice(), Rc::new(2u8), Arc::new(vec![3u8]));
    mixed_tuple: (1u8, "a".to_string(), None::<u8>, vec![1.5f64], External::Newtype(1));

    range: 3u32..9;
    bounds: (Bound::Included(1u8), Bound::Excluded(2u8), Bound::<u8>::Unbounded);
    duration: Duration::new(1234, 999_999_999);
    system_time: SystemTime::UNIX_EPOCH + Duration::new(5, 1);
    ip_addresses: ("::1".parse::<IpAddr>().unwrap(), "10.0.0.1:80".parse::<std::net::SocketAddr>().unwrap());
    uuid: ids().id;
    date_time: instant();
    date_time_with_offset: instant().with_timezone(&FixedOffset::east_opt(3600).unwrap());
    date: NaiveDate::from_ymd_opt(2026, 7, 28);
    time_delta: TimeDelta::milliseconds(1500);

    frame_of_a_flow: Frame { fingerprint: u64::MAX, point: 3, values: vec![vec![], vec![0xf3], vec![7; 100]] };
}

#[test]
fn floats_keep_their_bits() {
    for bits in [
        (-0.0f64).to_bits(),
        f64::NAN.to_bits(),
        0x7ff8_0000_0000_1234,
    ] {
        let bytes = f64::from_bits(bits).save().unwrap();
        assert_eq!(f64::load(&bytes).unwrap().to_bits(), bits);
    }
    let bytes = (-0.0f32).save().unwrap();
    assert_eq!(f32::load(&bytes).unwrap().to_bits(), (-0.0f32).to_bits());
}

#[test]
fn what_the_program_holds_comes_back_as_what_it_holds() {
    assert_comes_back(&"text");
    assert_comes_back(&b"bytes".as_slice());
    assert_comes_back(&std::path::Path::new("a/path"));
    assert_comes_back(&vec![("", Some("text")), ("other", None)]);
    assert_comes_back(&BTreeMap::from([("key", 1u8)]));
    let bytes = serde_bytes::Bytes::new(b"bytes").save().unwrap();
    assert_eq!(<&[u8]>::load(&bytes), Ok(b"bytes".as_slice()));
}

#[test]
fn what_lasts_is_kept_once() {
    let (first, second) = ("kept once".save().unwrap(), "kept once".save().unwrap());
    let (first, second) = (
        <&str>::load(&first).unwrap(),
        <&str>::load(&second).unwrap(),
    );
    assert!(std::ptr::eq(first, second));
}

/// Its visitor says nothing of borrowing, so what it reads is not kept.
#[test]
fn what_need_not_last_is_not_kept() {
    struct Borrowing;
    impl<'de> serde::de::Visitor<'de> for Borrowing {
        type Value = ();
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an address")
        }
        fn visit_borrowed_str<E>(self, _: &'de str) -> Result<(), E> {
            panic!("it was kept");
        }
        fn visit_str<E>(self, _: &str) -> Result<(), E> {
            Ok(())
        }
    }
    #[derive(Debug, PartialEq)]
    struct Address;
    impl<'de> Deserialize<'de> for Address {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Borrowing).map(|()| Self)
        }
    }
    let bytes = "127.0.0.1".save().unwrap();
    assert_eq!(Exact::read(&bytes), Ok(Address));
}

/// What types write whose `Serialize` is not derived.
#[test]
fn variant_may_be_written_as_text_or_as_a_map() {
    let unit = Exact::write("Unit").unwrap();
    assert_eq!(Exact::read(&unit), Ok(External::Unit));
    let newtype = Exact::write(&BTreeMap::from([("Newtype", 3u8)])).unwrap();
    assert_eq!(Exact::read(&newtype), Ok(External::Newtype(3)));
}

#[test]
fn fields_that_came_later_take_their_default() {
    #[derive(Serialize)]
    struct Before {
        id: u8,
        gone: u8,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Now {
        id: u8,
        #[serde(default)]
        note: Option<String>,
    }
    let bytes = Exact::write(&Before { id: 1, gone: 2 }).unwrap();
    assert_eq!(Exact::read(&bytes), Ok(Now { id: 1, note: None }));
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct UnitStruct;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Newtype(Option<Option<u8>>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct TupleStruct(u8, String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Renamed {
    some_field: u8,
    other_field: Option<Box<Renamed>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Skipping {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    z: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct NullIsDefault {
    #[serde(deserialize_with = "null_is_default")]
    text: String,
}

fn null_is_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum External {
    Unit,
    Newtype(u8),
    Empty(()),
    Tuple(u8, String),
    Struct { a: u8, b: Option<Option<String>> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Struct { x: Option<Option<u8>> },
    Unit,
    Newtype(Inner),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Tuple(u8, Option<u8>),
    Struct { s: Option<()> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
    Options(Vec<Option<Option<u8>>>),
    Struct { k: char },
    Variant(External),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum UntaggedIds {
    Number(u8),
    Ids(Ids),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Inner {
    id: u32,
    when: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Ids {
    id: Uuid,
    ip: IpAddr,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Options {
    a: Option<Option<u8>>,
    b: Option<Option<u8>>,
    c: Option<()>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flattened {
    name: String,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FlattenedIds {
    name: String,
    #[serde(flatten)]
    ids: Ids,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FlattenedOptions {
    #[serde(flatten)]
    options: Options,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FlattenedEnum {
    name: String,
    #[serde(flatten)]
    external: External,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Key {
    Unit,
    Newtype(u8),
    Struct { a: Option<u8> },
}

fn instant() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 123_000_000).unwrap()
}

fn inner() -> Inner {
    Inner {
        id: 1,
        when: instant(),
    }
}

fn ids() -> Ids {
    Ids {
        id: Uuid::from_u128(0x1234_5678_9abc_def0_1234_5678_9abc_def0),
        ip: IpAddr::from([10, 0, 0, 1]),
    }
}
