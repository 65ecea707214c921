//! The secret that state is sealed with: where it comes from, and what is derived from it.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::engine::{Entropy, EntropyError};

/// A secret that state is sealed with: at least [`SealKey::MIN_BYTES`] random bytes.
///
/// Every instance that may serve a round needs the same one. It is wiped from memory when it is
/// dropped, and `Debug` does not show it.
///
/// ```
/// use mrtr::seal::SealKey;
///
/// // In a service: `std::env::var("MRTR_KEY")?.parse::<SealKey>()?`
/// let key: SealKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8".parse()?;
/// assert_eq!(key.id(), key.clone().id());
/// # Ok::<_, mrtr::seal::KeyError>(())
/// ```
#[derive(Clone)]
pub struct SealKey(Zeroizing<Vec<u8>>);

/// The public name of a key. It is derived from the key, so that all instances agree on it, and
/// tells nothing about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyId([u8; 6]);

/// Why some bytes or a text are no key. The key itself is never part of the message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// Fewer than [`SealKey::MIN_BYTES`] bytes.
    TooShort {
        /// How many there are.
        bytes: usize,
    },
    /// A character is not one of base64url.
    Alphabet {
        /// The place of the character, from 0.
        position: usize,
        /// The other alphabet that it belongs to, where that is known.
        hint: Option<&'static str>,
    },
    /// The characters are those of base64url, but the text was cut or put together wrongly.
    Encoding,
}

impl SealKey {
    /// The shortest key that is taken: 32 bytes, as long as the tag that it makes.
    pub const MIN_BYTES: usize = 32;

    /// A key of these bytes; they should come from a random source, not from a pass phrase.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, KeyError> {
        let bytes = Zeroizing::new(bytes.into());
        if bytes.len() < Self::MIN_BYTES {
            return Err(KeyError::TooShort { bytes: bytes.len() });
        }
        Ok(Self(bytes))
    }

    /// A key of a text in base64url without padding (RFC 4648, section 5).
    pub fn from_base64url(text: &str) -> Result<Self, KeyError> {
        let wrong = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_');
        if let Some((position, byte)) = text.bytes().enumerate().find(|(_, byte)| wrong(byte)) {
            let hint = alphabet_hint(byte);
            return Err(KeyError::Alphabet { position, hint });
        }
        let bytes = URL_SAFE_NO_PAD
            .decode(text)
            .map_err(|_| KeyError::Encoding)?;
        Self::from_bytes(bytes)
    }

    /// A new key. State that is sealed with it dies with it.
    pub fn random(entropy: &dyn Entropy) -> Result<Self, EntropyError> {
        let mut bytes = Zeroizing::new(vec![0; Self::MIN_BYTES]);
        entropy.fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The text of a new key, for a configuration: what [`from_base64url`](Self::from_base64url)
    /// reads.
    ///
    /// ```
    /// use mrtr::engine::OsEntropy;
    /// use mrtr::seal::SealKey;
    ///
    /// let text = SealKey::generate(&OsEntropy)?;
    /// assert!(SealKey::from_base64url(&text).is_ok());
    /// # Ok::<_, mrtr::engine::EntropyError>(())
    /// ```
    pub fn generate(entropy: &dyn Entropy) -> Result<Zeroizing<String>, EntropyError> {
        let key = Self::random(entropy)?;
        Ok(Zeroizing::new(URL_SAFE_NO_PAD.encode(&*key.0)))
    }

    /// The name under which state says that it was sealed with this key.
    #[must_use]
    pub fn id(&self) -> KeyId {
        KeyId(*self.derive(b"mrtr key id"))
    }

    /// Derives what one purpose needs; no two purposes share a secret (HKDF-SHA256, RFC 5869).
    pub(super) fn derive<const N: usize>(&self, purpose: &[u8]) -> Zeroizing<[u8; N]> {
        let mut derived = Zeroizing::new([0; N]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand(purpose, &mut *derived)
            .expect("every purpose asks for less than the 8160 bytes that HKDF can make");
        derived
    }
}

impl FromStr for SealKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::from_base64url(text)
    }
}

fn alphabet_hint(byte: u8) -> Option<&'static str> {
    match byte {
        b'+' | b'/' => Some("it belongs to plain base64; write `-` for `+` and `_` for `/`"),
        b'=' => Some("leave the padding out"),
        b' ' | b'\t' | b'\r' | b'\n' => Some("it is white space"),
        _ => None,
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKey({})", self.id())
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { bytes } => write!(
                f,
                "a key has at least {} bytes, and this one has {bytes}",
                SealKey::MIN_BYTES
            ),
            Self::Alphabet { position, hint } => {
                write!(
                    f,
                    "a key is written in base64url, and character {position} (from 0) is not"
                )?;
                match hint {
                    Some(hint) => write!(f, ": {hint}"),
                    None => Ok(()),
                }
            }
            Self::Encoding => f.write_str(
                "a key is written in base64url, and this text stops in the middle: was it cut?",
            ),
        }
    }
}

impl std::error::Error for KeyError {}

#[cfg(test)]
mod tests;
