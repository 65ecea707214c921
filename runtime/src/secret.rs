//! A local that only encrypted state may carry.

use std::fmt;

use zeroize::Zeroize;

use crate::frame::{FormatError, Saved};

/// A value that must not be seen: a token, a password, a number of a card.
///
/// It is carried over a step like any other local where state is
/// [encrypted](crate::seal::Encrypted). Where state can be read, a server with a flow that carries
/// one does not start, and says which local of which flow it is; an engine without a server ends
/// such a call with an internal error before anybody is asked.
///
/// It does not show in `Debug`, is wiped from memory when it is dropped, and has no serde: it
/// cannot slip into a result, and has to be a local of its own rather than a field of one.
///
/// ```
/// use mrtr::Secret;
///
/// let token = Secret::new(String::from("hunter2"));
/// assert_eq!(format!("{token:?}"), "Secret(…)");
/// assert_eq!(token.expose().len(), 7);
/// ```
///
/// ```compile_fail
/// fn written<T: serde::Serialize>(_: T) {}
/// written(mrtr::Secret::new(String::new()));
/// ```
#[derive(Clone)]
pub struct Secret<T: Zeroize>(T);

impl<T: Zeroize> Secret<T> {
    /// Makes a secret of a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the place that needs it.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

// A local that cannot be carried is seldom one that ought to be secret.
#[diagnostic::do_not_recommend]
impl<T: Zeroize + Saved> Saved for Secret<T> {
    const SECRET: bool = true;

    fn save(&self) -> Result<Vec<u8>, FormatError> {
        self.0.save()
    }

    fn load(bytes: &[u8]) -> Result<Self, FormatError> {
        T::load(bytes).map(Self)
    }
}

impl<T: Zeroize> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl<T: Zeroize> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl<T: Zeroize> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}
