//! The keys of a server: one that seals, and those that still, or already, open.

use std::fmt;

use chacha20poly1305::XChaCha20Poly1305;
use hmac::{Hmac, KeyInit};
use sha2::Sha256;

use super::{KeyId, SealKey};

/// The keys of a server.
///
/// The active key seals; every key of the ring opens. To change keys without ending a flow, let
/// every instance accept the new key first, then make it the active one while the old one is
/// still accepted, and drop the old one when its last state has expired.
///
/// ```
/// use mrtr::engine::OsEntropy;
/// use mrtr::seal::{KeyRing, SealKey};
///
/// let (new, old) = (SealKey::random(&OsEntropy)?, SealKey::random(&OsEntropy)?);
/// let ring = KeyRing::new(&new).accept(&old)?;
/// assert_eq!(ring.active(), new.id());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct KeyRing {
    active: RingKey,
    accepted: Vec<RingKey>,
}

/// A key is in the ring already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicateKey(pub KeyId);

/// What sealing needs of one key.
#[derive(Clone)]
pub(super) struct RingKey {
    pub(super) id: KeyId,
    /// Keyed for the tag of signed state.
    pub(super) tag: Hmac<Sha256>,
    /// Keyed for encrypted state.
    pub(super) cipher: XChaCha20Poly1305,
    /// Keyed for the tag that stands for a principal.
    pub(super) principal: Hmac<Sha256>,
}

impl KeyRing {
    /// A ring of one key, which seals and opens.
    #[must_use]
    pub fn new(active: &SealKey) -> Self {
        Self {
            active: RingKey::new(active),
            accepted: Vec::new(),
        }
    }

    /// Adds a key that opens, and does not seal.
    ///
    /// # Errors
    /// [`DuplicateKey`] where the ring has it: probably the same secret was configured twice.
    pub fn accept(mut self, key: &SealKey) -> Result<Self, DuplicateKey> {
        let id = key.id();
        if self.keys().any(|known| known.id == id) {
            return Err(DuplicateKey(id));
        }
        self.accepted.push(RingKey::new(key));
        Ok(self)
    }

    /// The id of the key that seals.
    #[must_use]
    pub fn active(&self) -> KeyId {
        self.active.id
    }

    pub(super) fn active_key(&self) -> &RingKey {
        &self.active
    }

    /// The key that state names; the others are not tried.
    pub(super) fn find(&self, id: &str) -> Option<&RingKey> {
        self.keys().find(|key| key.id.to_string() == id)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &RingKey> {
        std::iter::once(&self.active).chain(&self.accepted)
    }
}

impl RingKey {
    fn new(key: &SealKey) -> Self {
        let keyed = |purpose| Hmac::new((&*key.derive::<64>(purpose)).into());
        Self {
            id: key.id(),
            tag: keyed(b"mrtr state tag"),
            cipher: XChaCha20Poly1305::new((&*key.derive::<32>(b"mrtr state cipher")).into()),
            principal: keyed(b"mrtr principal tag"),
        }
    }
}

impl fmt::Debug for RingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

impl fmt::Display for DuplicateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "key {} is in the ring twice", self.0)
    }
}

impl std::error::Error for DuplicateKey {}
