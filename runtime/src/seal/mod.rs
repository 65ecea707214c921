//! State that a client carries and cannot change: what is in it, and the envelope around it.
//!
//! `requestState` travels through an untrusted client. It is signed, not encrypted: whoever holds
//! it can read what a flow carries, and nobody without the key can change a bit of it or redeem
//! it elsewhere. Spec: *basic/patterns/mrtr*, security considerations.

mod key;
mod ring;

pub use key::{KeyError, KeyId, SealKey};
pub use ring::{DuplicateKey, KeyRing};

/// Seals state, and opens it.
#[derive(Debug)]
pub(crate) struct Sealer {
    ring: KeyRing,
    audience: String,
}

impl Sealer {
    /// Seals for the server `audience` with the ring's active key.
    pub(crate) fn new(audience: String, ring: KeyRing) -> Self {
        Self { ring, audience }
    }
}
