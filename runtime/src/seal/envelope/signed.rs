//! `m1.<key id>.<payload>.<tag>`: signed, readable by whoever holds it, and written in one way.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;

use super::{Closing, Envelope, Opening, Version, header};
use crate::engine::{Entropy, Refusal};
use crate::seal::KeyRing;
use crate::seal::ring::RingKey;

/// State that everybody can read and nobody can change: HMAC-SHA256 (RFC 2104).
///
/// Ask for it where state should be looked at, and where no flow carries what its caller may not
/// see.
///
/// ```
/// use mrtr::engine::{Engine, OsEntropy};
/// use mrtr::seal::{KeyRing, SealKey, Signed};
///
/// let keys = KeyRing::new(&SealKey::random(&OsEntropy)?);
/// let engine = Engine::with_envelope("deployer", Signed::new(keys));
/// # Ok::<_, mrtr::engine::EntropyError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Signed {
    ring: KeyRing,
    accepts_both: bool,
}

impl Signed {
    /// Signs with the active key of the ring, and opens what any of its keys signed.
    #[must_use]
    pub fn new(ring: KeyRing) -> Self {
        Self {
            ring,
            accepts_both: false,
        }
    }

    /// Opens [`Encrypted`](super::Encrypted) state too, so that a server can change over without
    /// ending a flow. Take it out again when the last of that state has expired.
    #[must_use]
    pub fn accepting_encrypted(self) -> Self {
        Self {
            accepts_both: true,
            ..self
        }
    }
}

impl Envelope for Signed {
    fn close<'a>(&'a self, payload: &'a [u8], _: &'a dyn Entropy) -> Closing<'a> {
        let text = close(self.ring.active_key(), payload);
        Box::pin(std::future::ready(Ok(text)))
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        let opened = super::open(&self.ring, text, Version::M1, self.accepts_both);
        Box::pin(std::future::ready(opened))
    }

    fn keys(&self) -> Option<&KeyRing> {
        Some(&self.ring)
    }
}

fn close(key: &RingKey, payload: &[u8]) -> String {
    let mut text = header(Version::M1, key);
    URL_SAFE_NO_PAD.encode_string(payload, &mut text);
    let tag = key.tag.clone().chain_update(&text).finalize();
    text.push('.');
    URL_SAFE_NO_PAD.encode_string(tag.into_bytes(), &mut text);
    text
}

/// Verifies the text of an envelope, and only then decodes the payload.
///
/// The tag covers everything before it as it is spelled, so another spelling of the same bytes
/// has another tag; the tag itself is decoded strictly.
pub(super) fn open(ring: &KeyRing, text: &str) -> Result<Vec<u8>, Refusal> {
    let (signed, tag) = text.rsplit_once('.').ok_or(Refusal::Malformed)?;
    let mut parts = signed.split('.');
    let (Some(_version), Some(id), Some(payload), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(Refusal::Malformed);
    };
    let key = ring.find(id).ok_or(Refusal::UnknownKey)?;
    let tag = URL_SAFE_NO_PAD
        .decode(tag)
        .map_err(|_| Refusal::Malformed)?;
    key.tag
        .clone()
        .chain_update(signed)
        .verify_slice(&tag)
        .map_err(|_| Refusal::BadTag)?;
    URL_SAFE_NO_PAD
        .decode(payload)
        .map_err(|_| Refusal::Malformed)
}

#[cfg(test)]
mod tests;
