//! What lasts as long as the process: `&'static str` and its kind, read from bytes that do not.
//!
//! A carried `&'static str` is text of the program, which another process of the same program has
//! too, at a place that nobody knows. So it is kept anew, each text once. What can come here is
//! bounded by what programs hold for their whole life: a borrow of anything else cannot be saved,
//! and the bytes are read only after it was verified that they are what was saved.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::de::{Expected, Visitor};

type Kept<T> = LazyLock<Mutex<HashSet<&'static T>>>;

/// Whether a visitor takes nothing but what is borrowed. Serde knows this of no visitor; those of
/// `&str`, `&[u8]` and `&Path` say it to people. Where one should not any more, its type is not
/// read back when it is saved, so saving it fails.
pub(super) fn is_wanted_by<'de>(visitor: &impl Visitor<'de>) -> bool {
    let expected: &dyn Expected = visitor;
    expected.to_string().starts_with("a borrowed ")
}

pub(super) fn text(text: String) -> &'static str {
    static TEXTS: Kept<str> = LazyLock::new(Mutex::default);
    keep(&TEXTS, text)
}

pub(super) fn bytes(bytes: Vec<u8>) -> &'static [u8] {
    static BYTES: Kept<[u8]> = LazyLock::new(Mutex::default);
    keep(&BYTES, bytes)
}

fn keep<T: Hash + Eq + ?Sized>(kept: &Kept<T>, value: impl Into<Box<T>>) -> &'static T {
    let value = value.into();
    // A set whose insertion panicked holds what it held before.
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = kept.get(&*value) {
        return same;
    }
    let value: &'static T = Box::leak(value);
    kept.insert(value);
    value
}
