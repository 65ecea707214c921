use std::fmt;

use serde_json::json;

use crate::wire::{ErrorObject, INVALID_PARAMS, InputRequired, ToolOutput};

/// What a round answers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Outcome<O = ToolOutput> {
    /// The flow is finished.
    Complete(O),
    /// The client has to answer questions first.
    InputRequired(InputRequired),
    /// The request is refused, or the server failed.
    Error(ErrorObject),
}

/// Why state is refused. It is logged, never sent: on the wire every refusal is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Longer than the policy allows.
    TooLong,
    /// Not in the form of state, or not in its one canonical spelling.
    Malformed,
    /// Made by a version of the format that this build does not read.
    UnknownVersion,
    /// In another envelope than this server's: signed where it encrypts, or the other way.
    OtherEnvelope,
    /// Sealed under a key that is not in the ring.
    UnknownKey,
    /// The tag does not fit: it was changed, or made elsewhere.
    BadTag,
    /// Too old.
    Expired,
    /// The whole call took too long.
    DeadlinePassed,
    /// Made later than now, beyond the leeway.
    FromTheFuture,
    /// Made for another principal.
    OtherPrincipal,
    /// Made by another server.
    OtherAudience,
    /// Made for another operation.
    OtherMethod,
    /// Made by another flow.
    OtherFlow,
    /// Made for other arguments.
    OtherArguments,
    /// Redeemed already, with other answers; its tool runs once.
    Redeemed,
    /// Made by other code.
    Stale(String),
}

impl Refusal {
    /// The one answer that every refusal gets.
    #[must_use]
    pub fn to_wire(&self) -> ErrorObject {
        ErrorObject::new(
            INVALID_PARAMS,
            "The request state is not valid any more; call again without it.",
        )
        .with_data(json!({ "reason": "invalid_request_state" }))
    }
}

/// For whoever operates the server; never for the client.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "it is longer than the policy allows",
            Self::Malformed => "it is not in the form of state: was it cut, or encoded again?",
            Self::UnknownVersion => "its version of the format is not one of this build's",
            Self::OtherEnvelope => "it is signed where the server encrypts, or the other way",
            Self::UnknownKey => "it is sealed under a key that is not in the ring",
            Self::BadTag => "its tag does not fit: it was changed on its way, or forged",
            Self::Expired => "it has expired",
            Self::DeadlinePassed => "the deadline of the whole call has passed",
            Self::FromTheFuture => "it was made later than now: clocks are apart",
            Self::OtherPrincipal => "it was made for another principal",
            Self::OtherAudience => "it was made by another server",
            Self::OtherMethod => "it was made for another operation",
            Self::OtherFlow => "it was made by another tool, prompt or resource",
            Self::OtherArguments => "it was made for other arguments",
            Self::Redeemed => "it was redeemed already, with other answers, and its tool runs once",
            Self::Stale(reason) => return write!(f, "it was made by other code: {reason}"),
        })
    }
}
