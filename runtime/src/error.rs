//! The error of a tool, and how it ends a call.

use std::fmt;

use crate::wire::ErrorObject;

/// The convenient result of a tool.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a tool did not do what it was asked to do.
///
/// Any [`std::error::Error`] becomes one with `?`. It ends the call as a *tool error*
/// (`isError: true`), which the model can read and act on. A fault of the protocol, which the
/// model does not see, is made with [`Error::protocol`].
///
/// ```
/// fn percentage(text: &str) -> mrtr::Result<u8> {
///     let number: u8 = text.parse()?;
///     if number > 100 {
///         return Err(mrtr::Error::msg(format!("{number} % is more than there is")));
///     }
///     Ok(number)
/// }
/// assert!(percentage("250").is_err());
/// ```
pub struct Error(Kind);

enum Kind {
    Tool(Box<dyn std::error::Error + Send + Sync>),
    Protocol(ErrorObject),
}

impl Error {
    /// A tool error with a text of your own.
    pub fn msg(text: impl Into<String>) -> Self {
        Self(Kind::Tool(text.into().into()))
    }

    /// A JSON-RPC error: the request itself is at fault, or the server is.
    #[must_use]
    pub fn protocol(error: ErrorObject) -> Self {
        Self(Kind::Protocol(error))
    }

    pub(crate) fn as_protocol(&self) -> Option<&ErrorObject> {
        match &self.0 {
            Kind::Tool(_) => None,
            Kind::Protocol(error) => Some(error),
        }
    }
}

// `Error` itself does not implement `std::error::Error`: this conversion would then overlap with
// the one from a type to itself.
impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self(Kind::Tool(Box::new(error)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Tool(error) => {
                write!(f, "{error}")?;
                let mut source = error.source();
                while let Some(cause) = source {
                    write!(f, ": {cause}")?;
                    source = cause.source();
                }
                Ok(())
            }
            Kind::Protocol(error) => f.write_str(&error.message),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Tool(error) => f.debug_tuple("Error").field(error).finish(),
            Kind::Protocol(error) => f.debug_tuple("Error").field(error).finish(),
        }
    }
}
