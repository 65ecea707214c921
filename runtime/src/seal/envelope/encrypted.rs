//! `x1.<key id>.<nonce, ciphertext and tag>`: told to nobody, and written in one way.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{Tag, XNonce};

use super::{Closing, Envelope, EnvelopeError, Opening, Version, header};
use crate::engine::{Entropy, Refusal};
use crate::seal::KeyRing;
use crate::seal::ring::RingKey;

/// State that tells nothing but its length: XChaCha20-Poly1305
/// (draft-irtf-cfrg-xchacha, RFC 8439).
///
/// It is what a server has unless it asks for something else, because a flow carries its locals
/// without its author having listed them.
///
/// ```
/// use mrtr::engine::{Engine, OsEntropy};
/// use mrtr::seal::{Encrypted, KeyRing, SealKey};
///
/// let keys = KeyRing::new(&SealKey::random(&OsEntropy)?);
/// // The same as `Engine::new("deployer", keys)`.
/// let engine = Engine::with_envelope("deployer", Encrypted::new(keys));
/// # Ok::<_, mrtr::engine::EntropyError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Encrypted {
    ring: KeyRing,
    accepts_both: bool,
}

/// A nonce of 192 bits may be random: no two of one key are ever the same.
const NONCE_BYTES: usize = 24;
const TAG_BYTES: usize = 16;

impl Encrypted {
    /// Encrypts with the active key of the ring, and opens what any of its keys encrypted.
    #[must_use]
    pub fn new(ring: KeyRing) -> Self {
        Self {
            ring,
            accepts_both: false,
        }
    }

    /// Opens [`Signed`](super::Signed) state too, so that a server can change over without ending
    /// a flow. Take it out again when the last of that state has expired.
    #[must_use]
    pub fn accepting_signed(self) -> Self {
        Self {
            accepts_both: true,
            ..self
        }
    }
}

impl Envelope for Encrypted {
    fn close<'a>(&'a self, payload: &'a [u8], entropy: &'a dyn Entropy) -> Closing<'a> {
        let text = close(self.ring.active_key(), payload, entropy);
        Box::pin(std::future::ready(text))
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        let opened = super::open(&self.ring, text, Version::X1, self.accepts_both);
        Box::pin(std::future::ready(opened))
    }

    fn hides(&self) -> bool {
        true
    }

    fn keys(&self) -> Option<&KeyRing> {
        Some(&self.ring)
    }
}

/// The header is authenticated with the ciphertext, so it cannot be exchanged either.
fn close(key: &RingKey, payload: &[u8], entropy: &dyn Entropy) -> Result<String, EnvelopeError> {
    let mut text = header(Version::X1, key);
    let mut sealed = Vec::with_capacity(NONCE_BYTES + payload.len() + TAG_BYTES);
    let mut nonce = [0; NONCE_BYTES];
    entropy.fill(&mut nonce)?;
    sealed.extend_from_slice(&nonce);
    sealed.extend_from_slice(payload);
    let tag = key
        .cipher
        .encrypt_inout_detached(
            &XNonce::from(nonce),
            text.as_bytes(),
            (&mut sealed[NONCE_BYTES..]).into(),
        )
        .map_err(|_| EnvelopeError::msg("the state is longer than the cipher can take"))?;
    sealed.extend_from_slice(&tag);
    URL_SAFE_NO_PAD.encode_string(&sealed, &mut text);
    Ok(text)
}

/// Decodes strictly, and decrypts in place once the tag is known to be right.
pub(super) fn open(ring: &KeyRing, text: &str) -> Result<Vec<u8>, Refusal> {
    let mut parts = text.split('.');
    let (Some(_version), Some(id), Some(body), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(Refusal::Malformed);
    };
    let key = ring.find(id).ok_or(Refusal::UnknownKey)?;
    let sealed = URL_SAFE_NO_PAD
        .decode(body)
        .map_err(|_| Refusal::Malformed)?;
    let (nonce, rest) = sealed
        .split_first_chunk::<NONCE_BYTES>()
        .ok_or(Refusal::Malformed)?;
    let (payload, tag) = rest
        .split_last_chunk::<TAG_BYTES>()
        .ok_or(Refusal::Malformed)?;
    let mut payload = payload.to_vec();
    let header = &text[..text.len() - body.len()];
    key.cipher
        .decrypt_inout_detached(
            &XNonce::from(*nonce),
            header.as_bytes(),
            payload.as_mut_slice().into(),
            &Tag::from(*tag),
        )
        .map_err(|_| Refusal::BadTag)?;
    Ok(payload)
}

#[cfg(test)]
mod tests;
