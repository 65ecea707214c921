//! What keeps state as it was made while it is out of our hands.

mod encrypted;
mod signed;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

pub use encrypted::Encrypted;
pub use signed::Signed;

use super::KeyRing;
use super::ring::RingKey;
use crate::engine::{Entropy, Refusal};

/// Closes state so that nobody else can make or change it, and opens what it closed.
///
/// [`Encrypted`] is what a server has unless it asks for something else; [`Signed`] leaves the
/// content readable. An envelope of your own can keep its keys elsewhere:
///
/// ```
/// use mrtr::engine::{Engine, Entropy, Refusal};
/// use mrtr::seal::{Closing, Envelope, NotOpened, Opening};
///
/// # #[derive(Debug)]
/// # struct Kms;
/// # impl Kms {
/// #     async fn encrypt(&self, plain: &[u8]) -> Result<String, std::io::Error> {
/// #         Ok(plain.iter().map(|byte| format!("{:02x}", !byte)).collect())
/// #     }
/// #     async fn decrypt(&self, text: &str) -> Result<Option<Vec<u8>>, std::io::Error> {
/// #         Ok(None)
/// #     }
/// # }
/// #[derive(Debug)]
/// struct InKms(Kms);
///
/// impl Envelope for InKms {
///     fn close<'a>(&'a self, payload: &'a [u8], _: &'a dyn Entropy) -> Closing<'a> {
///         Box::pin(async move { Ok(self.0.encrypt(payload).await?) })
///     }
///
///     fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
///         Box::pin(async move {
///             let payload = self.0.decrypt(text).await.map_err(NotOpened::failed)?;
///             payload.ok_or(NotOpened::Refused(Refusal::BadTag))
///         })
///     }
///
///     fn hides(&self) -> bool {
///         true
///     }
/// }
///
/// let engine = Engine::with_envelope("deployer", InKms(Kms));
/// ```
pub trait Envelope: fmt::Debug + Send + Sync {
    /// Closes a payload. The text travels in JSON, and is only ever compared as it is.
    ///
    /// # Errors
    /// The payload cannot be closed now; the round then ends with an internal error.
    fn close<'a>(&'a self, payload: &'a [u8], entropy: &'a dyn Entropy) -> Closing<'a>;

    /// Opens what [`close`](Self::close) made, with this build or another one. The text comes
    /// from outside: nothing of it may be believed before it was verified.
    ///
    /// # Errors
    /// [`NotOpened::Refused`] for every text that was not closed here, another spelling of one
    /// that was included; [`NotOpened::Failed`] where that cannot be found out now.
    fn open<'a>(&'a self, text: &'a str) -> Opening<'a>;

    /// Whether a closed payload tells nothing to whoever holds it. Where it does not, a flow that
    /// carries a [`Secret`](crate::Secret) ends before anybody is asked.
    fn hides(&self) -> bool {
        false
    }

    /// The keys under which the payload names its principal. Without any, the name is a digest of
    /// the principal with the random id of the call: whoever reads it can test a guess.
    fn keys(&self) -> Option<&KeyRing> {
        None
    }
}

impl<E: Envelope + ?Sized> Envelope for Box<E> {
    fn close<'a>(&'a self, payload: &'a [u8], entropy: &'a dyn Entropy) -> Closing<'a> {
        (**self).close(payload, entropy)
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        (**self).open(text)
    }

    fn hides(&self) -> bool {
        (**self).hides()
    }

    fn keys(&self) -> Option<&KeyRing> {
        (**self).keys()
    }
}

/// A payload that is being closed.
pub type Closing<'a> = Pin<Box<dyn Future<Output = Result<String, EnvelopeError>> + Send + 'a>>;

/// A text that is being opened.
pub type Opening<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, NotOpened>> + Send + 'a>>;

/// An envelope could not do its work. The text is logged and not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvelopeError(String);

/// Why a text was not opened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotOpened {
    /// It is not ours, or not any more.
    Refused(Refusal),
    /// Nobody knows: what has to be asked does not answer. The same request may succeed later.
    Failed(EnvelopeError),
}

impl NotOpened {
    /// The envelope could not find out.
    // By value, so that it can be given to `map_err`.
    #[allow(clippy::needless_pass_by_value)]
    pub fn failed(error: impl std::error::Error) -> Self {
        Self::Failed(EnvelopeError(error.to_string()))
    }
}

impl EnvelopeError {
    /// An error with a text of your own.
    pub fn msg(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

// `EnvelopeError` itself does not implement `std::error::Error`: this conversion would then
// overlap with the one from a type to itself.
impl<E: std::error::Error> From<E> for EnvelopeError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

// For `main` and its like, in the place of what that would have given.
impl From<EnvelopeError> for Box<dyn std::error::Error> {
    fn from(error: EnvelopeError) -> Self {
        error.0.into()
    }
}

impl From<EnvelopeError> for Box<dyn std::error::Error + Send + Sync> {
    fn from(error: EnvelopeError) -> Self {
        error.0.into()
    }
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Refusal> for NotOpened {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The two envelopes of this crate by the first part of their texts, which says how the rest is
/// to be read. It is authenticated like the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    /// Signed.
    M1,
    /// Encrypted.
    X1,
}

impl Version {
    const fn as_str(self) -> &'static str {
        match self {
            Self::M1 => "m1",
            Self::X1 => "x1",
        }
    }

    /// The version that a text says to have.
    fn of(text: &str) -> Result<Self, Refusal> {
        let (version, _) = text.split_once('.').ok_or(Refusal::Malformed)?;
        [Self::M1, Self::X1]
            .into_iter()
            .find(|known| known.as_str() == version)
            .ok_or(Refusal::UnknownVersion)
    }
}

/// What every text of `version` under `key` begins with.
fn header(version: Version, key: &RingKey) -> String {
    format!("{}.{}.", version.as_str(), key.id)
}

/// Opens a text of `expected`, or of either version where both are accepted.
fn open(
    ring: &KeyRing,
    text: &str,
    expected: Version,
    accepts_both: bool,
) -> Result<Vec<u8>, NotOpened> {
    if Version::of(text)? != expected && !accepts_both {
        // An envelope that hides must not be talked into one that does not, nor the other way.
        return Err(Refusal::OtherEnvelope.into());
    }
    Ok(open_either(ring, text)?)
}

/// Opens a text of whichever version it says to have.
pub(super) fn open_either(ring: &KeyRing, text: &str) -> Result<Vec<u8>, Refusal> {
    match Version::of(text)? {
        Version::M1 => signed::open(ring, text),
        Version::X1 => encrypted::open(ring, text),
    }
}
