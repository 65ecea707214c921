//! How a carried local is written and read: a [`Format`] that keeps the whole serde data model
//! apart, and the trait that generated code asks of each carried local.

mod exact;

use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;

pub use exact::{Exact, FormatError};

/// A format for values whose types the macro picks: a value comes back equal, or writing it is
/// refused.
pub trait Format {
    /// Writes a value.
    ///
    /// # Errors
    /// The value cannot be written so that it comes back equal.
    fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, FormatError>;

    /// Reads a value; every byte has to belong to it.
    ///
    /// # Errors
    /// The bytes are not a value of this type.
    fn read<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, FormatError>;
}

/// A local that can be carried over a step.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be carried over a step",
    label = "this local is still needed after the step, so it travels in the state",
    note = "what travels must own its data and implement `serde::Serialize` and `serde::Deserialize`",
    note = "own it (`.to_owned()`, `.collect::<Vec<_>>()`), compute it after the step, or be done with it before"
)]
pub trait Saved: Sized {
    /// Writes the local, and makes sure that it can be read again.
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
impl<T: Serialize + for<'de> OwnsItsData<'de>> Saved for T {
    fn save(&self) -> Result<Vec<u8>, FormatError> {
        let bytes = Exact::write(self)?;
        // A type whose two halves disagree is found now, not after a person has answered.
        T::load(&bytes)?;
        Ok(bytes)
    }

    fn load(bytes: &[u8]) -> Result<Self, FormatError> {
        T::own(bytes)
    }
}

/// `Deserialize<'de>` under a name that reads well where rustc says that an implementation "is
/// not general enough": a `&str` borrows from the state and cannot outlive it.
pub trait OwnsItsData<'de>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// The bytes are not a value of this type.
    fn own(bytes: &'de [u8]) -> Result<Self, FormatError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> OwnsItsData<'de> for T {
    fn own(bytes: &'de [u8]) -> Result<Self, FormatError> {
        Exact::read(bytes)
    }
}

/// Reads a value that owns its data.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormatError> {
    Exact::read(bytes)
}
