//! What is inside the envelope.

use std::fmt;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::{ByteArray, Bytes};
use serde_json::Value;

use super::binding::Bindings;
use crate::engine::{Entropy, EntropyError, Refusal};
use crate::frame::{Exact, Format, FormatError};
use crate::machine::{AskedDigest, Frame};
use crate::once::Trail;
use crate::question::Rendered;

/// Names one call from its first round to its last, in logs and traces: 32 hexadecimal digits.
///
/// Nobody can guess it, and it is no secret: whoever sees the logs knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FlowId(#[serde(with = "serde_bytes")] pub(super) [u8; 16]);

/// Where a flow waits, and for what.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Continuation {
    pub(crate) flow_id: FlowId,
    /// How many rounds of questions were asked, this one included.
    pub(crate) round: u32,
    /// How many rounds in a row brought none of the answers that are due.
    pub(crate) repeats: u32,
    /// What led here.
    pub(crate) trail: Trail,
    /// Whether a frame has what must not be readable.
    pub(crate) secret: bool,
    /// What was asked, so that an answer satisfies nothing else.
    pub(crate) asked: AskedDigest,
    pub(crate) frames: Vec<Frame>,
    pub(crate) rendered: Vec<Rendered>,
    pub(crate) kept: Vec<Option<Value>>,
}

/// When state can be redeemed. Times are since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Validity {
    pub(super) issued_ms: u64,
    pub(super) expires_ms: u64,
    /// The same in every state of a call.
    pub(super) deadline: Deadline,
}

/// When a call ends, however many rounds it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deadline(u64);

impl FlowId {
    /// Of no call.
    pub(crate) const fn none() -> Self {
        Self([0; 16])
    }

    pub(crate) fn random(entropy: &dyn Entropy) -> Result<Self, EntropyError> {
        let mut bytes = [0; 16];
        entropy.fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for FlowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FlowId {
    /// What leads to the start of the call.
    pub(crate) fn trail(self) -> Trail {
        Trail::start(self.0)
    }
}

impl Deadline {
    /// Of a call that begins `now`.
    pub(crate) fn new(now: Duration, longest: Duration) -> Self {
        Self(millis(now.saturating_add(longest)))
    }

    pub(super) fn since_epoch(self) -> Duration {
        Duration::from_millis(self.0)
    }

    /// How long it is from `now`.
    pub(crate) fn after(self, now: Duration) -> Duration {
        Duration::from_millis(self.0.saturating_sub(millis(now)))
    }
}

impl Validity {
    /// From `now`, for `lifetime`.
    pub(crate) fn new(now: Duration, lifetime: Duration, deadline: Deadline) -> Self {
        Self {
            issued_ms: millis(now),
            expires_ms: millis(now.saturating_add(lifetime)),
            deadline,
        }
    }

    /// `leeway` is how far two clocks may be apart; it counts once, at either end.
    pub(super) fn check(self, now: Duration, leeway: Duration) -> Result<(), Refusal> {
        if self.issued_ms > millis(now.saturating_add(leeway)) {
            return Err(Refusal::FromTheFuture);
        }
        let is_over = |end: u64| millis(now) > end.saturating_add(millis(leeway));
        if is_over(self.deadline.0) {
            return Err(Refusal::DeadlinePassed);
        }
        if is_over(self.expires_ms) {
            return Err(Refusal::Expired);
        }
        Ok(())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Writes all that is sealed.
pub(super) fn write(
    bindings: &Bindings,
    validity: Validity,
    continuation: &Continuation,
) -> Result<Vec<u8>, FormatError> {
    Exact::write(&(bindings, validity, continuation))
}

/// Reads all that is sealed.
pub(super) fn read(bytes: &[u8]) -> Result<(Bindings, Validity, Continuation), FormatError> {
    Exact::read(bytes)
}

// Tuples by hand: the names of the fields would only make state longer.

impl Serialize for Bindings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let principal = Bytes::new(&self.principal);
        let arguments = Bytes::new(&self.arguments);
        let Self {
            flow,
            audience,
            method,
            ..
        } = self;
        (flow, audience, method, principal, arguments).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bindings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (flow, audience, method, principal, arguments): (
            _,
            _,
            _,
            ByteArray<16>,
            ByteArray<32>,
        ) = Deserialize::deserialize(deserializer)?;
        Ok(Self {
            flow,
            audience,
            method,
            principal: principal.into_array(),
            arguments: arguments.into_array(),
        })
    }
}

impl Serialize for Validity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.issued_ms, self.expires_ms, self.deadline).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Validity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (issued_ms, expires_ms, deadline) = Deserialize::deserialize(deserializer)?;
        Ok(Self {
            issued_ms,
            expires_ms,
            deadline,
        })
    }
}

impl Serialize for Continuation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As JSON text: an answer may be nested as deep as it could travel, state adds to that.
        let kept: Vec<_> = self
            .kept
            .iter()
            .map(|answer| answer.as_ref().map(Value::to_string))
            .collect();
        let Self {
            flow_id,
            round,
            repeats,
            trail,
            secret,
            asked,
            frames,
            rendered,
            ..
        } = self;
        (
            flow_id, round, repeats, trail, secret, asked, frames, rendered, kept,
        )
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Continuation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (flow_id, round, repeats, trail, secret, asked, frames, rendered, kept) =
            Deserialize::deserialize(deserializer)?;
        let kept: Vec<Option<String>> = kept;
        let kept = kept
            .into_iter()
            .map(|answer| answer.map(|text| serde_json::from_str(&text)).transpose())
            .collect::<Result<_, _>>()
            .map_err(D::Error::custom)?;
        Ok(Self {
            flow_id,
            round,
            repeats,
            trail,
            secret,
            asked,
            frames,
            rendered,
            kept,
        })
    }
}

#[cfg(test)]
mod tests;
