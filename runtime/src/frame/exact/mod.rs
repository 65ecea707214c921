//! mrtr's own format: small, self-describing, and exact.
//!
//! The macro lets the compiler infer what a carried local is, so the format may not care: whatever
//! serde tells apart stays apart. `Some(None)` is not `None`, `Some(())` is not `None`, a NaN keeps
//! its bits, a map's key is any value, and 128-bit integers fit. What serde itself forgets
//! (`RangeInclusive`) or ties to one format (`RawValue`) cannot be written.
//!
//! It says that it is human readable, because serde's buffer (behind `flatten`, `untagged` and
//! internal tags) says so too: a `Uuid` that was written in another form could not be read from it.
//!
//! # Layout
//!
//! A value is a tag byte and what follows it. Eight kinds carry a number, which sits in the tag
//! while it is small; after the long tag comes a [varint](input) of how much *larger* it is than
//! the first number that no longer fits, so there is one way to write each number.
//!
//! | Kind | Number | In the tag | Long tag | Then follow |
//! | --- | --- | --- | --- | --- |
//! | whole number | the value | `00..=3f`: 0 to 63 | `e0` | |
//! | text | bytes of UTF-8 | `40..=5f`: 0 to 31 | `e1` | the text |
//! | list | its items | `60..=6f`: 0 to 15 | `e2` | the items |
//! | map | its entries | `70..=7f`: 0 to 15 | `e3` | key, value, key, value … |
//! | known name | its place, in order of first use | `80..=9f`: 0 to 31 | `e4` | |
//! | new name | bytes of UTF-8 | `a0..=bf`: 0 to 31 | `e5` | the name |
//! | byte string | its bytes | `c0..=cf`: 0 to 15 | `e6` | the bytes |
//! | negative number | `-1 - value` | `d0..=df`: -1 to -16 | `e7` | |
//!
//! | Tag | Kind | Then follow |
//! | --- | --- | --- |
//! | `f0` | unit | |
//! | `f1`, `f2` | false, true | |
//! | `f3`, `f4` | none, some | for some: the value |
//! | `f5` | enum variant with content | its name, its content |
//! | `f6` | whole number above 64 bits | 16 bytes, little endian |
//! | `f7` | signed number outside of 64 bits | 16 bytes, little endian, two's complement |
//! | `f8`, `f9` | 32-bit, 64-bit float | 4 or 8 bytes, little endian, IEEE 754 |
//! | `fa` | char | varint of the scalar value |
//! | `fb`, `fc` | list, map of a length not known beforehand | items or entries, then `fd` |
//!
//! Other tags mean nothing and are refused. A struct is a map whose keys are names; a tuple is a
//! list; a variant without content is its name; a newtype struct is what it holds. Names of fields
//! and variants are written once in a value.
//!
//! # Reading
//!
//! Nothing that is read borrows from the bytes. A type that has to borrow, as `&'static str`, borrows
//! from the program: see [`lasting`](super::lasting).
//!
//! Bytes are read only after their tag was verified; reading is total all the same. Every length is
//! checked against what is left, nesting ends at [`MAX_DEPTH`], no room is reserved that the
//! input could not fill, and bytes that are not the one way to write a number, that name a name
//! twice, or that are left over are refused.

mod error;
mod head;
mod input;
mod read;
mod same;
#[cfg(test)]
mod tests;
mod write;

use serde::de::Deserialize;
use serde::ser::Serialize;

pub(crate) use error::FormatError;
pub(super) use same::same;

use super::Format;
use read::Reader;
use write::Writer;

/// How deep values may nest: containers, `Some`s and variants count one each.
const MAX_DEPTH: usize = 128;

/// mrtr's own format: a value comes back equal, or is not written.
#[derive(Debug)]
pub(crate) struct Exact;

impl Format for Exact {
    fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, FormatError> {
        let mut writer = Writer::default();
        value.serialize(&mut writer)?;
        Ok(writer.into_bytes())
    }

    fn read<'de, T: Deserialize<'de>>(bytes: &[u8]) -> Result<T, FormatError> {
        let mut reader = Reader::new(bytes);
        let value = T::deserialize(&mut reader)?;
        reader.finish()?;
        Ok(value)
    }
}
