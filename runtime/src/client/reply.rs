//! Reading the reply to one request: what it says of itself comes before anything else.

use std::collections::BTreeMap;
use std::fmt;

use rmcp::model::{InputRequest, InputRequiredResult, ServerResult};
use serde::Deserialize;
use serde_json::Value;

use super::operation::Travels;

/// A reply that follows the protocol.
pub(super) enum Reply<T> {
    Complete(T),
    Asked(InputRequiredResult),
}

/// How a reply breaks the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The reply is of a kind that the protocol does not have.
    UnknownKind(String),
    /// The reply asks for input, and has neither questions nor state.
    AsksNothing,
    /// `requestState` is no text.
    StateIsNoText,
    /// `inputRequests` is no object.
    QuestionsAreNoObject,
    /// The question under this key is none of the protocol's.
    UnknownQuestion(String),
    /// The server asks for input in answer to a request that it may not ask for, or in a version
    /// of the protocol that does not have it.
    MayNotAsk,
    /// The reply is no result of this request.
    NotAResult,
}

pub(super) fn read<O: Travels>(reply: ServerResult) -> Result<Reply<O::Result>, Violation> {
    match reply {
        ServerResult::InputRequiredResult(asked) if asks_nothing(&asked) => {
            Err(Violation::AsksNothing)
        }
        ServerResult::InputRequiredResult(asked) => Ok(Reply::Asked(asked)),
        other => match O::result(other) {
            Ok((None, result)) => Ok(Reply::Complete(result)),
            Ok((Some(kind), result)) if kind.is_complete() => Ok(Reply::Complete(result)),
            // It asks, and has the fields of a finished result too: the questions are lost.
            Ok((Some(kind), _)) if kind.is_input_required() => Err(Violation::NotAResult),
            Ok((Some(kind), _)) => Err(Violation::UnknownKind(kind.as_str().to_owned())),
            Err(other) => Err(violation(&serde_json::to_value(other).unwrap_or_default())),
        },
    }
}

fn asks_nothing(asked: &InputRequiredResult) -> bool {
    let questions = asked.input_requests.as_ref();
    questions.is_none_or(BTreeMap::is_empty) && asked.request_state.is_none()
}

/// What is wrong with a reply that could not be read.
fn violation(reply: &Value) -> Violation {
    match &reply["resultType"] {
        Value::String(kind) if kind == "input_required" => {}
        Value::String(kind) if kind == "complete" => return Violation::NotAResult,
        Value::String(kind) => return Violation::UnknownKind(kind.clone()),
        Value::Null => return Violation::NotAResult,
        other => return Violation::UnknownKind(other.to_string()),
    }
    if !matches!(reply["requestState"], Value::Null | Value::String(_)) {
        return Violation::StateIsNoText;
    }
    match &reply["inputRequests"] {
        Value::Null if reply["requestState"].is_null() => Violation::AsksNothing,
        Value::Object(questions) => {
            let unknown = |question: &&Value| InputRequest::deserialize(*question).is_err();
            match questions.iter().find(|(_, question)| unknown(question)) {
                Some((key, _)) => Violation::UnknownQuestion(key.clone()),
                None => Violation::NotAResult,
            }
        }
        Value::Null => Violation::NotAResult,
        _ => Violation::QuestionsAreNoObject,
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind(kind) => write!(f, "its reply is of the unknown kind `{kind}`"),
            Self::AsksNothing => {
                f.write_str("it asks for input, and has neither questions nor state")
            }
            Self::StateIsNoText => f.write_str("its `requestState` is no text"),
            Self::QuestionsAreNoObject => f.write_str("its `inputRequests` is no object"),
            Self::UnknownQuestion(key) => {
                write!(f, "its question `{key}` is none that this protocol has")
            }
            Self::MayNotAsk => f.write_str("it asks for input where it may not"),
            Self::NotAResult => f.write_str("its reply is no result of this request"),
        }
    }
}

impl std::error::Error for Violation {}
