//! State that a client carries and cannot change: what is in it, and the envelope around it.
//!
//! `requestState` travels through an untrusted client. It is signed, not encrypted: whoever holds
//! it can read what a flow carries, and nobody without the key can change a bit of it or redeem
//! it elsewhere. Spec: *basic/patterns/mrtr*, security considerations.

mod binding;
mod envelope;
mod key;
mod payload;
mod ring;
mod ticket;

use std::time::Duration;

pub(crate) use binding::{Operation, arguments_digest};
pub use key::{KeyError, KeyId, SealKey};
pub use payload::FlowId;
pub(crate) use payload::{Continuation, Validity};
pub use ring::{DuplicateKey, KeyRing};
pub(crate) use ticket::{NotRedeemed, Purpose};

use binding::Bindings;
use ring::RingKey;

use crate::engine::{Entropy, EntropyError, Refusal};
use crate::frame::FormatError;

/// Seals state, and opens it.
#[derive(Debug)]
pub(crate) struct Sealer {
    ring: KeyRing,
    audience: String,
}

/// State whose tag fits. What it says is ours; whether it is for this request is not known yet.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    sealer: &'a Sealer,
    key: &'a RingKey,
    bindings: Bindings,
    validity: Validity,
    continuation: Continuation,
}

/// Why state cannot be sealed.
#[derive(Debug)]
pub(crate) enum SealError {
    /// There is no randomness for the nonce.
    Entropy(EntropyError),
    /// A part of it cannot be written.
    Format(FormatError),
    /// It would be longer than the limit.
    TooLong {
        /// How long it would be.
        bytes: usize,
    },
}

impl Sealer {
    /// Seals for the server `audience` with the ring's active key.
    pub(crate) fn new(audience: String, ring: KeyRing) -> Self {
        Self { ring, audience }
    }

    /// Seals where a flow waits, for the operation that it serves.
    pub(crate) fn seal(
        &self,
        operation: &Operation<'_>,
        validity: Validity,
        continuation: &Continuation,
        entropy: &dyn Entropy,
        max_bytes: usize,
    ) -> Result<String, SealError> {
        let key = self.ring.active_key();
        let mut nonce = [0; 16];
        entropy.fill(&mut nonce).map_err(SealError::Entropy)?;
        let bindings = Bindings::new(operation, &self.audience, key, continuation.flow_id);
        let payload =
            payload::write(&bindings, validity, nonce, continuation).map_err(SealError::Format)?;
        let text = envelope::close(key, &payload);
        if text.len() > max_bytes {
            return Err(SealError::TooLong { bytes: text.len() });
        }
        Ok(text)
    }

    /// Opens state. Nothing of it is decoded before its length and its tag are known to be right.
    pub(crate) fn open(&self, text: &str, max_bytes: usize) -> Result<Opened<'_>, Refusal> {
        if text.len() > max_bytes {
            return Err(Refusal::TooLong);
        }
        let (key, payload) = envelope::open(&self.ring, text)?;
        let (bindings, validity, continuation) =
            payload::read(&payload).map_err(|_| Refusal::Malformed)?;
        Ok(Opened {
            sealer: self,
            key,
            bindings,
            validity,
            continuation,
        })
    }
}

impl Opened<'_> {
    /// Names the call, for logs.
    pub(crate) fn flow_id(&self) -> FlowId {
        self.continuation.flow_id
    }

    /// How many rounds of questions came before.
    pub(crate) fn round(&self) -> u32 {
        self.continuation.round
    }

    /// Where the flow waits, if the state is in time and was made for this operation.
    pub(crate) fn redeem(
        self,
        operation: &Operation<'_>,
        now: Duration,
        leeway: Duration,
    ) -> Result<Continuation, Refusal> {
        self.validity.check(now, leeway)?;
        let audience = &self.sealer.audience;
        let expected = Bindings::new(operation, audience, self.key, self.flow_id());
        self.bindings.check(&expected)?;
        Ok(self.continuation)
    }
}
