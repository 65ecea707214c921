use serde::de::Deserialize;
use serde::ser::Serialize;

use super::Format;

/// mrtr's own format.
#[derive(Debug)]
pub struct Exact;

/// A value cannot be written, or bytes cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError(String);

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl Format for Exact {
    fn write<T: Serialize + ?Sized>(_: &T) -> Result<Vec<u8>, FormatError> {
        todo!("the exact format")
    }

    fn read<'de, T: Deserialize<'de>>(_: &'de [u8]) -> Result<T, FormatError> {
        todo!("the exact format")
    }
}
