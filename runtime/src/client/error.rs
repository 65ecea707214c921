use std::fmt;

use rmcp::ServiceError;
use rmcp::model::InputRequiredResult;

use super::answerer::Unanswered;

/// Why a call did not finish.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The server answered with a JSON-RPC error, or the connection failed.
    Service(ServiceError),
    /// The server answered with something that is no result of a tool call.
    Unexpected,
    /// A question stayed without an answer, so nothing was sent.
    Unanswered {
        /// The question's key.
        key: String,
        /// Why.
        reason: Unanswered,
        /// All that the server asked in this round, and its state.
        asked: InputRequiredResult,
    },
    /// The server asks on and on.
    TooManyRounds {
        /// How many rounds were answered.
        max_rounds: u32,
        /// What the server asked next, and its state: the call can be continued by hand.
        asked: InputRequiredResult,
    },
}

impl From<ServiceError> for CallError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::UnexpectedResponse => Self::Unexpected,
            error => Self::Service(error),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service(ServiceError::McpError(error)) => {
                write!(
                    f,
                    "the server refused the call: {} ({})",
                    error.message, error.code.0
                )
            }
            Self::Service(error) => write!(f, "the call failed: {error}"),
            Self::Unexpected => {
                f.write_str("the server answered with something that is no result of a tool call")
            }
            Self::Unanswered { key, reason, .. } => {
                write!(f, "the question `{key}` has no answer: {reason}")
            }
            Self::TooManyRounds { max_rounds, asked } => {
                write!(f, "the server still asks after {max_rounds} rounds")?;
                let keys: Vec<&str> = asked
                    .input_requests
                    .iter()
                    .flat_map(|questions| questions.keys().map(String::as_str))
                    .collect();
                if keys.is_empty() {
                    Ok(())
                } else {
                    write!(f, ": {}", keys.join(", "))
                }
            }
        }
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Service(error) => Some(error),
            Self::Unanswered { reason, .. } => Some(&**reason),
            Self::Unexpected | Self::TooManyRounds { .. } => None,
        }
    }
}
