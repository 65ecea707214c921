//! What `cargo fuzz` needs of the inside. Built by it only.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::frame::{Exact, Format as _};

/// Each kind of value that serde tells apart.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Everything {
    Unit,
    Numbers(u8, i8, u64, i64, u128, i128),
    Text(char, String),
    Options(Option<Option<bool>>, Option<()>),
    Nested(Vec<Everything>),
    Fields {
        map: BTreeMap<i32, Everything>,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        tuple: (Box<Option<Everything>>, [u16; 3]),
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    One { text: String },
    Other(BTreeMap<String, u32>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    List(Vec<Untagged>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    first: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

/// Reads bytes that come from anywhere as carried locals of many types. What is read has to come
/// back when it is written and read once more.
///
/// # Panics
/// Where it does not.
pub fn frame(bytes: &[u8]) {
    comes_back::<Everything>(bytes);
    comes_back::<Tagged>(bytes);
    comes_back::<Untagged>(bytes);
    comes_back::<Flat>(bytes);
    comes_back::<(u64, String, Option<Vec<u8>>)>(bytes);
    // A number that JSON has no place for is read as null, so only that nothing panics.
    let _ = Exact::read::<serde_json::Value>(bytes);
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(value) = Exact::read::<T>(bytes) else {
        return;
    };
    let written = Exact::write(&value).expect("what was read can be written");
    let back: T = Exact::read(&written).expect("what was written can be read");
    assert_eq!(back, value);
}
