//! Everything that ends a round in a JSON-RPC error: what the log says, and what the client gets.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Denied, EntropyError, Refusal};
use crate::once::StoreError;
use crate::question::{Problem, Problems};
use crate::scope::MissingState;
use crate::seal::{EnvelopeError, NotOpened};
use crate::wire::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, MISSING_CLIENT_CAPABILITY};

/// Why a round ends in a JSON-RPC error.
#[derive(Debug)]
pub(super) enum Failure {
    /// The state cannot be redeemed.
    Refused(Refusal),
    /// The hook said no.
    Denied(Denied),
    /// The request is not in the form that the protocol gives it.
    Malformed(String),
    /// Answers do not fit, and the tool does not ask again: what is wrong, by key.
    Rejected(Vec<(&'static str, Problems)>),
    /// The client cannot answer what is asked; the value names what it lacks.
    MissingCapabilities(Value),
    /// The flow carries more than the policy allows.
    TooLong {
        bytes: usize,
        max_bytes: usize,
        /// What takes up the room, for the log.
        parts: String,
    },
    /// A carried local cannot be written.
    Unsaved { local: &'static str, reason: String },
    /// A question must not be asked.
    Unaskable {
        key: &'static str,
        reason: &'static str,
    },
    /// A tool by hand asks what cannot be asked.
    Misasked(String),
    /// The tool takes something by reference that the host does not have.
    MissingState(MissingState),
    /// There is no randomness.
    Entropy(EntropyError),
    /// The envelope of the state could not do its work.
    Envelope(EnvelopeError),
    /// The store of a tool that runs once could not do its work: the tool did not run.
    Store(StoreError),
    /// Another request is at the same round, since so long.
    InProgress(Duration),
    /// The client went away before anything was done; nobody waits for the answer.
    Withdrawn,
    /// The code of the author panicked.
    Panicked(String),
    /// Two parts of mrtr disagree.
    Broken(String),
}

impl Failure {
    /// Tells the operator, in the span of the round. Values, answers and the names of callers stay
    /// out of it.
    pub(super) fn log(&self) {
        match self {
            Self::Refused(reason) => tracing::warn!(?reason, "the request state is refused"),
            Self::Denied(reason) => tracing::warn!(%reason, "the caller is not authorized"),
            Self::Malformed(reason) => tracing::info!(reason, "the request is malformed"),
            Self::Rejected(wrong) => {
                let keys: Vec<_> = wrong.iter().map(|(key, _)| *key).collect();
                tracing::info!(?keys, "answers do not fit their questions");
            }
            Self::MissingCapabilities(missing) => {
                tracing::info!(%missing, "the client cannot answer what the tool asks");
            }
            Self::TooLong {
                bytes,
                max_bytes,
                parts,
            } => tracing::error!(
                bytes,
                max_bytes,
                parts,
                "the tool carries too much over a step; carry what finds it again instead"
            ),
            Self::Unsaved { local, reason } => {
                tracing::error!(local, reason, "a local cannot be carried over a step");
            }
            Self::Unaskable { key, reason } => {
                tracing::error!(key, reason, "a question must not be asked");
            }
            Self::Misasked(reason) => tracing::error!(reason, "the tool asks what cannot be asked"),
            Self::MissingState(missing) => {
                tracing::error!(%missing, "the host lacks what the tool takes by reference");
            }
            Self::Entropy(error) => tracing::error!(%error, "a round needs random bytes"),
            Self::Envelope(error) => tracing::error!(%error, "the state's envelope does not work"),
            Self::Store(error) => tracing::error!(
                %error,
                "the store of the tools that run once does not work; the tool did not run"
            ),
            Self::InProgress(since) => {
                tracing::warn!(?since, "another request is at the same round");
            }
            Self::Withdrawn => tracing::debug!("the client went away; nothing was done"),
            Self::Panicked(panic) => tracing::error!(panic, "the tool panicked"),
            Self::Broken(reason) => tracing::error!(reason, "mrtr is at fault"),
        }
    }

    /// What the client gets.
    pub(super) fn to_wire(&self) -> ErrorObject {
        match self {
            Self::Refused(refusal) => refusal.to_wire(),
            Self::Denied(denied) => denied.to_wire(),
            Self::Malformed(reason) => ErrorObject::new(INVALID_PARAMS, reason),
            Self::Rejected(wrong) => rejected(wrong),
            Self::MissingCapabilities(missing) => ErrorObject::new(
                MISSING_CLIENT_CAPABILITY,
                "The client does not declare a capability that this tool's question needs.",
            )
            .with_data(json!({ "requiredCapabilities": missing })),
            Self::TooLong { .. } => ErrorObject::new(
                INTERNAL_ERROR,
                "The tool's state is longer than this server allows. Calling again will not help.",
            ),
            Self::Store(_) => ErrorObject::new(
                INTERNAL_ERROR,
                "The server cannot make sure now that this runs only once, so it did not run. Send \
                 the same request again later.",
            )
            .with_data(json!({ "reason": "once_store_unavailable" })),
            Self::InProgress(since) => ErrorObject::new(
                INTERNAL_ERROR,
                "Another request is at the same round, or was interrupted in it. Send the same \
                 request again later for its outcome.",
            )
            .with_data(json!({ "reason": "in_progress", "runningForSeconds": since.as_secs() })),
            Self::Withdrawn => ErrorObject::new(
                INTERNAL_ERROR,
                "The request was cancelled before anything was done.",
            ),
            Self::Unsaved { .. }
            | Self::Unaskable { .. }
            | Self::Misasked(_)
            | Self::MissingState(_)
            | Self::Entropy(_)
            | Self::Envelope(_)
            | Self::Panicked(_)
            | Self::Broken(_) => ErrorObject::new(
                INTERNAL_ERROR,
                "The server failed to run the tool; its log says why.",
            ),
        }
    }
}

/// Says which rules are broken, and not by what: an error may be shown to a model, or logged.
fn rejected(wrong: &[(&'static str, Problems)]) -> ErrorObject {
    let problems: Vec<Value> = wrong
        .iter()
        .flat_map(|(key, problems)| {
            let told = |problem: &Problem| {
                json!({"question": key, "field": problem.field, "problem": problem.text})
            };
            problems.iter().map(told).collect::<Vec<_>>()
        })
        .collect();
    ErrorObject::new(
        INVALID_PARAMS,
        "An answer does not fit its question. Send the same request again with answers that do.",
    )
    .with_data(json!({"reason": "invalid_answer", "problems": problems}))
}

impl From<NotOpened> for Failure {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::Refused(refusal) => Self::Refused(refusal),
            NotOpened::Failed(error) => Self::Envelope(error),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Denied> for Failure {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl From<EntropyError> for Failure {
    fn from(error: EntropyError) -> Self {
        Self::Entropy(error)
    }
}
