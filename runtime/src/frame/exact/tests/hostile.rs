//! Bytes that nobody wrote: they are refused, whatever they say, at a price that their length sets.

use std::fmt;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::super::MAX_DEPTH;
use crate::frame::{Exact, Format};

#[track_caller]
fn assert_refused<T: for<'de> Deserialize<'de>>(bytes: &[u8], reason: &str) {
    match Exact::read::<T>(bytes) {
        Ok(_) => panic!("what should be refused ({reason}) was read"),
        Err(error) => assert!(error.to_string().contains(reason), "{error}"),
    }
}

const LARGEST: [u8; 10] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];

fn with_number(tag: u8, varint: &[u8]) -> Vec<u8> {
    [&[tag], varint].concat()
}

#[test]
fn tags_without_meaning() {
    for tag in (0xe8..=0xef).chain([0xfe, 0xff]) {
        assert_refused::<IgnoredAny>(&[tag], "no value begins with");
    }
}

#[test]
fn every_other_tag_means_something() {
    for tag in (0x00..=0xe7).chain(0xf0..=0xfd) {
        if let Err(error) = Exact::read::<IgnoredAny>(&[tag]) {
            assert!(!error.to_string().contains("no value begins"), "{tag:#04x}");
        }
    }
}

#[test]
fn numbers_in_another_way() {
    for (bytes, reason) in [
        (with_number(0xe0, &[0x80, 0x00]), "more bytes than it needs"),
        (
            with_number(0xe1, &[0x81, 0x80, 0x00]),
            "more bytes than it needs",
        ),
        (
            with_number(0xe0, &[[0xff; 9].as_slice(), &[0x02]].concat()),
            "larger than 64 bits",
        ),
        (
            with_number(0xe0, &[[0x80; 10].as_slice(), &[0x01]].concat()),
            "larger than 64 bits",
        ),
        // 64 more than fits: the long tag begins at 64.
        (with_number(0xe0, &LARGEST), "larger than 64 bits"),
        (
            with_number(
                0xe7,
                &[0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
            ),
            "outside of 64 bits",
        ),
        (
            with_number(0xf6, &[0; 16]),
            "a small number is written as a large one",
        ),
        (
            with_number(0xf7, &[0xff; 16]),
            "a small number is written as a large one",
        ),
        (with_number(0xfa, &[0x80, 0xb0, 0x03]), "not a character"),
        (with_number(0xfa, &LARGEST), "not a character"),
    ] {
        assert_refused::<IgnoredAny>(&bytes, reason);
    }
}

#[test]
fn lengths_beyond_the_end() {
    let huge = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01];
    for bytes in [
        vec![],
        vec![0xe0],
        vec![0xe0, 0x80],
        vec![0xf9, 0, 0, 0],
        vec![0x42, b'a'],
        vec![0xa2, b'a'],
        vec![0xc2, 1],
        vec![0x62, 0],
        // A map of two has four values.
        vec![0x72, 0, 0, 0],
        vec![0xf4],
        vec![0xf5, 0xa1, b'A'],
        vec![0xfb, 0],
        vec![0xfc, 0],
        with_number(0xe1, &huge),
        with_number(0xe2, &huge),
        with_number(0xe3, &huge),
        with_number(0xe5, &huge),
        with_number(0xe6, &huge),
    ] {
        assert_refused::<IgnoredAny>(&bytes, "the bytes end too early");
    }
}

#[test]
fn what_does_not_fit_together() {
    assert_refused::<IgnoredAny>(&[0x41, 0xff], "text is not UTF-8");
    assert_refused::<IgnoredAny>(&[0x00, 0x00], "1 bytes follow the value");
    assert_refused::<IgnoredAny>(&[0x80], "there is no name 0");
    assert_refused::<IgnoredAny>(&with_number(0xe4, &[0x00]), "there is no name 32");
    assert_refused::<IgnoredAny>(
        &[0x62, 0xa1, b'a', 0xa1, b'a'],
        "the name `a` is written twice",
    );
    assert_refused::<IgnoredAny>(&[0xfd], "ends where none began");
    assert_refused::<IgnoredAny>(&[0x61, 0xfd], "ends where none began");
    // A map ends after a value, not after a key.
    assert_refused::<IgnoredAny>(&[0xfc, 0x00, 0xfd], "ends where none began");
    assert_refused::<(u8,)>(&[0x62, 0x00, 0x00], "holds more than its type");
    assert_refused::<(u8,)>(&[0xfb, 0x00, 0x00, 0xfd], "holds more than its type");
    assert_refused::<Result<u8, u8>>(&[0x00], "a value that is no variant");
    assert_refused::<Result<u8, u8>>(
        &[0x72, 0x42, b'O', b'k', 0, 1, 0],
        "a value that is no variant",
    );
}

#[test]
fn levels_beyond_the_limit() {
    let levels: [(&[u8], &[u8]); 6] = [
        (&[0x61], &[]),
        (&[0x71, 0x40], &[]),
        (&[0xf4], &[]),
        (&[0xf5, 0x40], &[]),
        (&[0xfb], &[0xfd]),
        (&[0xfc, 0x40], &[0xfd]),
    ];
    for (begin, end) in levels {
        let nest = |levels| [begin.repeat(levels), vec![0x00], end.repeat(levels)].concat();
        Exact::read::<IgnoredAny>(&nest(MAX_DEPTH)).unwrap();
        for levels in [MAX_DEPTH + 1, 1_000_000] {
            let bytes = nest(levels);
            assert_refused::<IgnoredAny>(&bytes, "nest more than 128 levels deep");
            assert_refused::<serde_json::Value>(&bytes, "nest more than 128 levels deep");
        }
    }
}

#[test]
fn option_of_itself_ends() {
    #[derive(Serialize, Deserialize)]
    struct Endless(Option<Box<Endless>>);

    // A plain number where an option is due is taken for `Some`, and again, and again.
    assert_refused::<Endless>(&[0x05], "nest more than 128 levels deep");
}

#[test]
fn no_room_is_reserved_for_what_is_only_announced() {
    /// The largest number of items that it was told to expect.
    struct Hint(usize);

    impl<'de> Deserialize<'de> for Hint {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Largest;

            impl<'de> Visitor<'de> for Largest {
                type Value = Hint;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("a list")
                }

                fn visit_u64<E>(self, _: u64) -> Result<Hint, E> {
                    Ok(Hint(0))
                }

                fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Hint, A::Error> {
                    let mut largest = list.size_hint().unwrap_or(0);
                    while let Some(Hint(inner)) = list.next_element()? {
                        largest = largest.max(inner);
                    }
                    Ok(Hint(largest))
                }
            }

            deserializer.deserialize_any(Largest)
        }
    }

    let list = Exact::write(&vec![0u8; 100_000]).unwrap();
    let Hint(largest) = Exact::read(&list).unwrap();
    assert!((1..=1024).contains(&largest), "{largest}");
    assert_refused::<Hint>(&list[..99_000], "the bytes end too early");
}
