//! Lets a round through once: who comes second gets the outcome of the first.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::failure::Failure;
use super::open::Turn;
use super::{Engine, Outcome, Refusal, recorded};
use crate::once::{Held, OnceKey, StoreError, Trail};
use crate::output::Output;

/// What stands in the store for a place where a flow waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Claim {
    /// What it runs with: the same for the same answers. [`REFUSED`] where it was not run.
    trail: [u8; 16],
    /// The answers as they came: the same for the same request, also to other code.
    came: [u8; 16],
    since_ms: u64,
}

/// Of a place that was refused: it did not run, and it will not.
const REFUSED: [u8; 16] = [0; 16];

/// How a round stands that may run once.
pub(super) enum Admission<O> {
    /// It is the first; its outcome has to be recorded.
    First(OnceKey),
    /// It ran before, and this came of it.
    Repeated(Outcome<O>),
}

/// How long to wait before the store is asked again, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

impl Engine {
    /// Claims the place where the flow waits for code that runs with `trail`.
    ///
    /// Where another request has it with the same answers, this waits for the outcome, as long as
    /// the policy says. An error of the store refuses: nothing ran.
    pub(super) async fn claim<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        trail: Trail,
    ) -> Result<Admission<O>, Failure> {
        let claim = self.claim_of(turn, *trail.as_bytes());
        let is_same = |earlier: &Claim| earlier.trail == claim.trail;
        self.place(turn, claim, is_same).await
    }

    /// Refuses state of other code. Its answer tells the client to begin anew, so the place is
    /// claimed: nobody else runs it afterwards. Where somebody did before, with the same request,
    /// its response was lost, and this is its outcome.
    pub(super) async fn refuse_stale<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        reason: String,
    ) -> Result<Outcome<O>, Failure> {
        let claim = self.claim_of(turn, REFUSED);
        let is_same = |earlier: &Claim| earlier.came == claim.came;
        match self.place(turn, claim, is_same).await? {
            Admission::First(_) => Err(Refusal::Stale(reason).into()),
            Admission::Repeated(outcome) => Ok(outcome),
        }
    }

    fn claim_of<O>(&self, turn: &Turn<'_, O>, trail: [u8; 16]) -> Claim {
        Claim {
            trail,
            came: turn.came,
            since_ms: u64::try_from(self.clock.now().as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Claims the place where the flow waits, or waits for what comes of an earlier claim that is
    /// of the same request.
    async fn place<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        claim: Claim,
        is_same: impl Fn(&Claim) -> bool,
    ) -> Result<Admission<O>, Failure> {
        let now = self.clock.now();
        let key = turn.trail.once_key();
        let written = claim.write();
        // As long as some instance may take some state of this place: one whose clock is behind
        // this one's, at the end of its leeway.
        let leeway = self.policy.leeway().saturating_mul(2);
        let keep = turn.deadline.after(now).saturating_add(leeway);
        let [mut pause, longest] = PAUSES;
        let mut waited = Duration::ZERO;
        loop {
            let held = self.once.claim(&key, &written, keep).await;
            let Some(held) = held.map_err(Failure::Store)? else {
                return Ok(Admission::First(key));
            };
            let earlier = Claim::read(&held)?;
            if earlier.trail == REFUSED {
                let reason = "an instance with other code has refused it".to_owned();
                return Err(Refusal::Stale(reason).into());
            }
            if !is_same(&earlier) {
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
    pub(super) async fn record<O: Output>(
        &self,
        key: OnceKey,
        outcome: &Result<Outcome<O>, Failure>,
    ) {
        let written = match outcome {
            Ok(outcome) => recorded::write(outcome),
            Err(failure) => recorded::write::<O>(&Outcome::Error(failure.to_wire())),
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
    fn write(self) -> Vec<u8> {
        [&self.trail[..], &self.came, &self.since_ms.to_be_bytes()].concat()
    }

    fn read(held: &Held) -> Result<Self, Failure> {
        let parts = held.claim.split_first_chunk::<16>();
        let parts = parts.and_then(|(trail, rest)| Some((trail, rest.split_first_chunk::<16>()?)));
        match parts.map(|(trail, (came, since))| (trail, came, since.try_into())) {
            Some((trail, came, Ok(since))) => Ok(Self {
                trail: *trail,
                came: *came,
                since_ms: u64::from_be_bytes(since),
            }),
            _ => Err(Failure::Store(StoreError::msg(
                "what is held is no claim of this version",
            ))),
        }
    }
}

/// Stands for `inputResponses`, however they were spelled (RFC 8785).
///
/// # Errors
/// A number is beyond what JSON can exchange.
pub(super) fn digest_of(
    responses: &BTreeMap<String, Value>,
) -> Result<[u8; 16], serde_json::Error> {
    let digest: [u8; 32] = Sha256::digest(serde_json_canonicalizer::to_vec(responses)?).into();
    // Half of it: it is compared with one other, of the same call.
    Ok(std::array::from_fn(|at| digest[at]))
}
