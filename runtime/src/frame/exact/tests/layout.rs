//! The bytes that the documentation of the format promises. A state that is under way when a server
//! is updated is read by the new one: what is here cannot change.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

use crate::frame::{Exact, Format};

#[track_caller]
fn is_written<T: Serialize + ?Sized>(value: &T, expected: &str) {
    let bytes = Exact::write(value).unwrap();
    assert_eq!(hex(&bytes), expected.replace(' ', ""));
}

#[test]
fn whole_numbers() {
    is_written(&0u8, "00");
    is_written(&63u64, "3f");
    is_written(&64u64, "e0 00");
    is_written(&191u64, "e0 7f");
    is_written(&192u64, "e0 80 01");
    is_written(&u64::MAX, "e0 bf ff ff ff ff ff ff ff ff 01");
    is_written(&(1u128 << 64), "f6 0000000000000000 0100000000000000");
}

#[test]
fn signed_numbers() {
    is_written(&5i32, "05");
    is_written(&-1i8, "d0");
    is_written(&-16i64, "df");
    is_written(&-17i64, "e7 00");
    is_written(&i64::MIN, "e7 ef ff ff ff ff ff ff ff 7f");
    is_written(&-1i128, "d0");
    is_written(&i128::from(u64::MAX), "e0 bf ff ff ff ff ff ff ff ff 01");
    is_written(
        &(i128::from(i64::MIN) - 1),
        "f7 ffffffffffffff7f ffffffffffffffff",
    );
}

#[test]
fn floats_and_chars() {
    is_written(&1f32, "f8 0000803f");
    is_written(&1f64, "f9 000000000000f03f");
    is_written(&'a', "fa 61");
    is_written(&'ß', "fa df 01");
}

#[test]
fn text_and_bytes() {
    is_written("", "40");
    is_written("ab", "42 6162");
    is_written(&"a".repeat(31), &format!("5f {}", "61".repeat(31)));
    is_written(&"a".repeat(32), &format!("e1 00 {}", "61".repeat(32)));
    is_written(&Bytes(&[]), "c0");
    is_written(&Bytes(&[1; 15]), &format!("cf {}", "01".repeat(15)));
    is_written(&Bytes(&[1; 16]), &format!("e6 00 {}", "01".repeat(16)));
}

#[test]
fn single_values() {
    is_written(&(), "f0");
    is_written(&Unit, "f0");
    is_written(&false, "f1");
    is_written(&true, "f2");
    is_written(&None::<u8>, "f3");
    is_written(&Some(1u8), "f4 01");
    is_written(&Some(None::<u8>), "f4 f3");
    is_written(&Some(()), "f4 f0");
    is_written(&Newtype(1), "01");
}

#[test]
fn lists() {
    is_written::<[u8]>(&[], "60");
    is_written(&(1u8, "a"), "62 01 41 61");
    is_written(&Tuple(1, 2), "62 01 02");
    is_written(&vec![0u8; 15], &format!("6f {}", "00".repeat(15)));
    is_written(&vec![0u8; 16], &format!("e2 00 {}", "00".repeat(16)));
    is_written(&Open([1, 2]), "fb 01 02 fd");
}

#[test]
fn maps() {
    is_written(&BTreeMap::<u8, u8>::new(), "70");
    is_written(&BTreeMap::from([(1u8, "a")]), "71 01 41 61");
    let sixteen: BTreeMap<u8, bool> = (0..16).map(|key| (key, true)).collect();
    let entries: Vec<u8> = (0..16).flat_map(|key| [key, 0xf2]).collect();
    is_written(&sixteen, &format!("e3 00 {}", hex(&entries)));
    is_written(
        &Flat {
            point: Point { x: 1, y: 2 },
        },
        "fc 41 78 01 41 79 02 fd",
    );
}

#[test]
fn a_name_is_written_once() {
    let points = [Point { x: 1, y: -1 }, Point { x: 2, y: -2 }];
    is_written(&points, "62  72 a178 01 a179 d0  72 80 02 81 d1");
}

#[test]
fn variants() {
    is_written(&Enum::A, "a1 41");
    is_written(&Enum::B(3), "f5 a142 03");
    is_written(&Enum::C(3, 4), "f5 a143 62 03 04");
    is_written(&Enum::D { x: 3 }, "f5 a144 71 a178 03");
    is_written(&[Enum::A, Enum::A], "62 a1 41 80");
}

#[test]
fn long_names() {
    is_written(
        &Names(&["a_name_with_thirty_one_letters_"]),
        &format!("61 bf {}", hex(b"a_name_with_thirty_one_letters_")),
    );
    is_written(
        &Names(&["a_name_with_thirty_two_letters__"]),
        &format!("61 e5 00 {}", hex(b"a_name_with_thirty_two_letters__")),
    );
}

#[test]
fn many_names() {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    let names: Vec<&'static str> = (0..34).map(|at| &LETTERS[at..=at]).collect();
    let bytes = Exact::write(&Names(&[names.as_slice(), &names[30..]].concat())).unwrap();
    // The 32nd name is the last whose place fits the tag.
    assert!(hex(&bytes).ends_with("9e9fe400e401"));
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype(u8);

#[derive(Serialize)]
struct Tuple(u8, u8);

#[derive(Serialize)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct Flat {
    #[serde(flatten)]
    point: Point,
}

#[derive(Serialize)]
enum Enum {
    A,
    B(u8),
    C(u8, u8),
    D { x: u8 },
}

struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A list that does not know its length.
struct Open([u8; 2]);

impl Serialize for Open {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter(|_| true))
    }
}

/// A list of variants with these names.
struct Names<'a>(&'a [&'static str]);

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Name(&'static str);

        impl Serialize for Name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_unit_variant("Names", 0, self.0)
            }
        }

        serializer.collect_seq(self.0.iter().copied().map(Name))
    }
}
