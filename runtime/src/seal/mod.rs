//! State that a client carries and cannot change: what is in it, and the envelope around it.
//!
//! `requestState` travels through an untrusted client. Nobody without the key can change a bit of
//! it or redeem it elsewhere; and unless a server asks for [`Signed`] state, nobody can read what a
//! flow carries. Spec: *basic/patterns/mrtr*, security considerations.

mod binding;
mod configured;
mod envelope;
pub mod inspect;
mod key;
mod payload;
mod ring;
mod ticket;

use std::time::Duration;

pub(crate) use binding::{Operation, arguments_digest};
pub use configured::{RingError, RingProblem};
pub use envelope::{Closing, Encrypted, Envelope, EnvelopeError, NotOpened, Opening, Signed};
pub use key::{KeyError, KeyId, SealKey};
pub use payload::FlowId;
pub(crate) use payload::{Continuation, Deadline, Validity};
pub use ring::{DuplicateKey, KeyRing};
pub(crate) use ticket::{NotRedeemed, Purpose};

use binding::Bindings;

use crate::engine::{Entropy, Refusal};
use crate::frame::FormatError;
use crate::once::Trail;

/// Seals state, and opens it.
#[derive(Debug)]
pub(crate) struct Sealer {
    envelope: Box<dyn Envelope>,
    audience: String,
}

/// State whose tag fits. What it says is ours; whether it is for this request is not known yet.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    sealer: &'a Sealer,
    bindings: Bindings,
    validity: Validity,
    continuation: Continuation,
}

/// Why state cannot be sealed.
#[derive(Debug)]
pub(crate) enum SealError {
    /// The envelope could not be closed.
    Envelope(EnvelopeError),
    /// A part of it cannot be written.
    Format(FormatError),
    /// It would be longer than the limit.
    TooLong {
        /// How long it would be.
        bytes: usize,
    },
}

impl Sealer {
    /// Seals for the server `audience`.
    pub(crate) fn new(audience: String, envelope: Box<dyn Envelope>) -> Self {
        Self { envelope, audience }
    }

    /// Whether what is sealed can be read by nobody else.
    pub(crate) fn hides(&self) -> bool {
        self.envelope.hides()
    }

    /// Seals where a flow waits, for the operation that it serves.
    pub(crate) async fn seal(
        &self,
        operation: &Operation<'_>,
        validity: Validity,
        continuation: &Continuation,
        entropy: &dyn Entropy,
        max_bytes: usize,
    ) -> Result<String, SealError> {
        let (keys, flow_id) = (self.envelope.keys(), continuation.flow_id);
        let bindings = Bindings::new(operation, &self.audience, keys, flow_id);
        let payload =
            payload::write(&bindings, validity, continuation).map_err(SealError::Format)?;
        let closing = self.envelope.close(&payload, entropy);
        let text = closing.await.map_err(SealError::Envelope)?;
        if text.len() > max_bytes {
            return Err(SealError::TooLong { bytes: text.len() });
        }
        Ok(text)
    }

    /// Opens state. Nothing of it is decoded before its length is known to be right, and nothing
    /// of its payload before the envelope has verified it.
    pub(crate) async fn open(&self, text: &str, max_bytes: usize) -> Result<Opened<'_>, NotOpened> {
        if text.len() > max_bytes {
            return Err(Refusal::TooLong.into());
        }
        let payload = self.envelope.open(text).await?;
        let (bindings, validity, continuation) =
            payload::read(&payload).map_err(|_| Refusal::Malformed)?;
        Ok(Opened {
            sealer: self,
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

    /// What led here.
    pub(crate) fn trail(&self) -> Trail {
        self.continuation.trail
    }

    /// When the whole call ends.
    pub(crate) fn deadline(&self) -> Deadline {
        self.validity.deadline
    }

    /// Where the flow waits, if the state is in time and was made for this operation.
    pub(crate) fn redeem(
        self,
        operation: &Operation<'_>,
        now: Duration,
        leeway: Duration,
    ) -> Result<Continuation, Refusal> {
        self.validity.check(now, leeway)?;
        let Sealer { envelope, audience } = self.sealer;
        self.bindings
            .check(operation, audience, envelope.keys(), self.flow_id())?;
        Ok(self.continuation)
    }
}
