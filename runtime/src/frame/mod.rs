//! How a carried local is written and read: a [`Format`] that keeps the whole serde data model
//! apart, and the trait that generated code asks of each carried local.

mod exact;
mod lasting;

use serde::de::Deserialize;
use serde::ser::Serialize;

use exact::same;
pub(crate) use exact::{Exact, FormatError};

/// A format for values whose types the macro picks: a value comes back equal, or writing it is
/// refused.
pub(crate) trait Format {
    /// Writes a value.
    ///
    /// # Errors
    /// The value cannot be written so that it comes back equal.
    fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, FormatError>;

    /// Reads a value; every byte has to belong to it.
    ///
    /// # Errors
    /// The bytes are not a value of this type.
    fn read<'de, T: Deserialize<'de>>(bytes: &[u8]) -> Result<T, FormatError>;
}

/// A local that can be carried over a step.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be carried over a step",
    label = "this local is still needed after the step, so it travels in the state",
    note = "what travels must own its data and implement `serde::Serialize` and `serde::Deserialize`: derive them, for a form too",
    note = "or mention only fields of it behind the step (`form.label`), own it (`.to_owned()`), compute it after the step, or be done with it before",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-local-that-cannot-be-carried"
)]
pub trait Saved: Sized {
    /// Whether only state that nobody can read may carry it.
    const SECRET: bool = false;

    /// Writes the local, and makes sure that it comes back.
    ///
    /// Whether it comes back *equal* is judged by what it writes: what was read is written once
    /// more, and has to say the same. That finds an `untagged` enum whose variants overlap, a field
    /// that is written but not read, a default that is not the value left out. The order of a list
    /// or map does not count: a hash map lists its entries as it likes.
    ///
    /// What a type never writes cannot be missed: `#[serde(skip)]` fields come back as their
    /// defaults, and two `Rc`s of one value come back as two values.
    ///
    /// # Errors
    /// It would not come back equal.
    fn save(&self) -> Result<Vec<u8>, FormatError>;

    /// Reads the local.
    ///
    /// # Errors
    /// The bytes are not a value of this type.
    fn load(bytes: &[u8]) -> Result<Self, FormatError>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Deserialize<'static> + 'static> Saved for T {
    fn save(&self) -> Result<Vec<u8>, FormatError> {
        checked(self).map_err(FormatError::of::<T>)
    }

    fn load(bytes: &[u8]) -> Result<Self, FormatError> {
        Exact::read(bytes)
    }
}

/// A type whose two halves disagree is found here, not after a person has answered.
fn checked<T: Saved + Serialize>(value: &T) -> Result<Vec<u8>, FormatError> {
    let bytes = Exact::write(value)?;
    let back = T::load(&bytes).map_err(|error| {
        FormatError::new(format!("its `Deserialize` refuses what it wrote: {error}"))
    })?;
    if same(&bytes, &Exact::write(&back)?)? {
        Ok(bytes)
    } else {
        Err(FormatError::new(
            "it comes back as another value from what it wrote",
        ))
    }
}
