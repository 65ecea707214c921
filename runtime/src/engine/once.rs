//! Lets a round through once: who comes second gets the outcome of the first.

use std::time::Duration;

use super::failure::Failure;
use super::open::Turn;
use super::{Engine, Outcome, Refusal, recorded};
use crate::once::{Held, OnceKey, StoreError, Trail};

/// What stands in the store for a round that was let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Claim {
    /// What it runs with: the same for the same answers.
    trail: [u8; 16],
    since_ms: u64,
}

/// How a round stands that may run once.
pub(super) enum Admission {
    /// It is the first; its outcome has to be recorded.
    First(OnceKey),
    /// It ran before, and this came of it.
    Repeated(Outcome),
}

/// How long to wait before the store is asked again, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

impl Engine {
    /// Claims the place where the flow waits for code that runs with `trail`.
    ///
    /// Where another request has it with the same answers, this waits for the outcome, as long as
    /// the policy says. An error of the store refuses: nothing ran.
    pub(super) async fn claim(&self, turn: &Turn<'_>, trail: Trail) -> Result<Admission, Failure> {
        let now = self.clock.now();
        let key = turn.trail.once_key();
        let claim = Claim {
            trail: *trail.as_bytes(),
            since_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        };
        let written = claim.write();
        // As long as some instance may take some state of this place: one whose clock is behind
        // this one's, at the end of its leeway.
        let leeway = self.policy.leeway.saturating_mul(2);
        let keep = turn.deadline.after(now).saturating_add(leeway);
        let [mut pause, longest] = PAUSES;
        let mut waited = Duration::ZERO;
        loop {
            let held = self.once.claim(&key, &written, keep).await;
            let Some(held) = held.map_err(Failure::Store)? else {
                return Ok(Admission::First(key));
            };
            let earlier = Claim::read(&held)?;
            if earlier.trail != claim.trail {
                return Err(Refusal::Redeemed.into());
            }
            if let Some(outcome) = held.outcome {
                tracing::debug!("the round was repeated and gets its recorded outcome");
                return recorded::read(&outcome).map(Admission::Repeated);
            }
            if waited >= self.policy.patience {
                let since = Duration::from_millis(earlier.since_ms);
                return Err(Failure::InProgress(now.saturating_sub(since)));
            }
            self.clock.sleep(pause).await;
            waited = waited.saturating_add(pause);
            pause = (pause * 2).min(longest);
        }
    }

    /// Records what came of a round that was let through. The tool has run, so its caller is
    /// answered whether that succeeds or not.
    pub(super) async fn record(&self, key: OnceKey, outcome: &Result<Outcome, Failure>) {
        let written = match outcome {
            Ok(outcome) => recorded::write(outcome),
            Err(failure) => recorded::write(&Outcome::Error(failure.to_wire())),
        };
        let stored = match &written {
            Ok(written) => self
                .once
                .record(&key, written)
                .await
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = stored {
            tracing::error!(
                error,
                "the outcome of a round that runs once is not recorded"
            );
        }
    }
}

impl Claim {
    fn write(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        let (trail, since) = bytes.split_at_mut(16);
        trail.copy_from_slice(&self.trail);
        since.copy_from_slice(&self.since_ms.to_be_bytes());
        bytes
    }

    fn read(held: &Held) -> Result<Self, Failure> {
        let parts = held.claim.split_first_chunk::<16>();
        match parts.map(|(trail, since)| (trail, since.try_into())) {
            Some((trail, Ok(since))) => Ok(Self {
                trail: *trail,
                since_ms: u64::from_be_bytes(since),
            }),
            _ => Err(Failure::Store(StoreError::msg(
                "what is held is no claim of this version",
            ))),
        }
    }
}
