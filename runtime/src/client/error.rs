use std::fmt;
use std::time::Duration;

use rmcp::ServiceError;

use super::answerer::Unanswered;
use super::pending::Interim;
use super::reply::Violation;

/// Why a call did not finish, and where it stood.
#[derive(Debug)]
pub struct CallError {
    kind: CallErrorKind,
    interim: Option<Box<Interim>>,
}

/// Why a call did not finish.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallErrorKind {
    /// The server answered with a JSON-RPC error, or the connection failed.
    Service(ServiceError),
    /// The server breaks the protocol. It is not called again.
    Violation(Violation),
    /// A question stayed without an answer, so nothing was sent; the other questions of the round
    /// were cancelled.
    Unanswered {
        /// The question's key.
        key: String,
        /// Why.
        reason: Unanswered,
    },
    /// The server asks, and [`auto_fulfill`](super::Limits::auto_fulfill) is off.
    NotAutomatic,
    /// The server asks on and on, after so many rounds.
    TooManyRounds(u32),
    /// The server asks more than so many questions at once. Nobody was asked any of them.
    TooManyQuestions(u32),
    /// The round was not answered in this time.
    RoundTimeout(Duration),
    /// The server was silent for this time.
    RequestTimeout(Duration),
    /// The whole call took longer than this.
    TotalTimeout(Duration),
}

impl CallError {
    pub(super) fn new(kind: CallErrorKind, interim: Option<Interim>) -> Self {
        let interim = interim.map(Box::new);
        Self { kind, interim }
    }

    /// Why.
    #[must_use]
    pub fn kind(&self) -> &CallErrorKind {
        &self.kind
    }

    /// Why, alone.
    #[must_use]
    pub fn into_kind(self) -> CallErrorKind {
        self.kind
    }

    /// The last round: its number, what was asked, and the state. `None` where the server had not
    /// asked anything yet.
    #[must_use]
    pub fn interim(&self) -> Option<&Interim> {
        self.interim.as_deref()
    }

    /// The last round, to go on with by hand: see [`Pending::new`](super::Pending::new).
    #[must_use]
    pub fn into_interim(self) -> Option<Interim> {
        self.interim.map(|interim| *interim)
    }
}

impl CallErrorKind {
    /// For logs: nothing of what the server or a person said.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Service(ServiceError::McpError(_)) => "the server refused",
            Self::Service(_) => "the connection failed",
            Self::Violation(_) => "the server breaks the protocol",
            Self::Unanswered { .. } => "a question has no answer",
            Self::NotAutomatic => "nobody is to answer",
            Self::TooManyRounds(_) => "too many rounds",
            Self::TooManyQuestions(_) => "too many questions",
            Self::RoundTimeout(_) => "the answers took too long",
            Self::RequestTimeout(_) => "the server was silent",
            Self::TotalTimeout(_) => "the call took too long",
        }
    }
}

impl From<ServiceError> for CallErrorKind {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::UnexpectedResponse => Self::Violation(Violation::NotAResult),
            error => Self::Service(error),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        let Some(interim) = &self.interim else {
            return Ok(());
        };
        match self.kind {
            CallErrorKind::Unanswered { .. } => Ok(()),
            _ => write!(f, " ({interim})"),
        }
    }
}

impl fmt::Display for CallErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service(ServiceError::McpError(error)) => {
                let (message, code) = (&error.message, error.code.0);
                write!(f, "the server refused the call: {message} ({code})")
            }
            // Its own text begins with the name of a type.
            Self::Service(ServiceError::TransportSend(error)) => {
                write!(f, "the call failed: {}", error.error)
            }
            Self::Service(error) => write!(f, "the call failed: {error}"),
            Self::Violation(violation) => write!(f, "the server breaks the protocol: {violation}"),
            Self::Unanswered { key, reason } => {
                write!(f, "the question `{key}` has no answer: {reason}")
            }
            Self::NotAutomatic => f.write_str("the server asks, and nobody is to answer"),
            Self::TooManyRounds(rounds) => {
                write!(f, "the server still asks after {rounds} rounds")
            }
            Self::TooManyQuestions(most) => {
                write!(f, "the server asks more than {most} questions at once")
            }
            Self::RoundTimeout(time) => write!(f, "the questions were not answered in {time:?}"),
            Self::RequestTimeout(time) => write!(f, "the server was silent for {time:?}"),
            Self::TotalTimeout(time) => write!(f, "the call took longer than {time:?}"),
        }
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            CallErrorKind::Service(error) => Some(error),
            CallErrorKind::Violation(error) => Some(error),
            CallErrorKind::Unanswered { reason, .. } => reason.source(),
            _ => None,
        }
    }
}
