use std::fmt;

/// A value cannot be written, or bytes cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError(String);

impl FormatError {
    pub(in crate::frame) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// Says which type the reason is about.
    #[must_use]
    pub(in crate::frame) fn of<T: ?Sized>(self) -> Self {
        Self(format!("`{}`: {}", std::any::type_name::<T>(), self.0))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl serde::ser::Error for FormatError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self(reason.to_string())
    }
}

impl serde::de::Error for FormatError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self(reason.to_string())
    }
}
