//! What an author's return type makes of a finished call.

mod prompt;
mod resource;
mod tool;

use std::any::Any;
use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

pub use prompt::IntoPromptOutput;
pub use resource::IntoResourceOutput;
pub use tool::{IntoToolOutput, Json};

use crate::engine::{Method, Outcome};
use crate::error::Error;
use crate::wire::{
    ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, PromptOutput, ResourceOutput, ToolOutput,
};

/// The result of an operation that may ask.
pub trait Output: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The operation.
    const METHOD: Method;

    /// The result in which a call ends that was cut short, where that is no error of the protocol:
    /// only a tool has one, which its model can read.
    fn cut_short(text: String) -> Result<Self, String>;
}

/// Why a call ends without an end of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CutShort {
    /// The arguments do not fit.
    Arguments,
    /// It asks too often.
    RoundLimit,
    /// It asks the same too often.
    RepeatLimit,
    /// A client of an older protocol did not answer, or cannot.
    #[cfg_attr(not(feature = "host"), allow(dead_code))] // only a host meets old clients
    Unanswered,
}

impl CutShort {
    /// Ends the call, with a text for whoever made it.
    pub(crate) fn end<O: Output>(self, text: String) -> Outcome<O> {
        match O::cut_short(text) {
            Ok(output) => Outcome::Complete(output),
            Err(text) => Outcome::Error(self.to_wire(text)),
        }
    }

    fn to_wire(self, text: String) -> ErrorObject {
        match self {
            Self::Arguments => ErrorObject::new(INVALID_PARAMS, text),
            Self::RoundLimit => {
                ErrorObject::new(INTERNAL_ERROR, text).with_data(json!({"reason": "round_limit"}))
            }
            Self::RepeatLimit => {
                ErrorObject::new(INTERNAL_ERROR, text).with_data(json!({"reason": "repeat_limit"}))
            }
            Self::Unanswered => {
                ErrorObject::new(INTERNAL_ERROR, text).with_data(json!({"reason": "unanswered"}))
            }
        }
    }
}

impl Output for ToolOutput {
    const METHOD: Method = Method::CallTool;

    fn cut_short(text: String) -> Result<Self, String> {
        Ok(Self::error(text))
    }
}

impl Output for PromptOutput {
    const METHOD: Method = Method::GetPrompt;

    fn cut_short(text: String) -> Result<Self, String> {
        Err(text)
    }
}

impl Output for ResourceOutput {
    const METHOD: Method = Method::ReadResource;

    fn cut_short(text: String) -> Result<Self, String> {
        Err(text)
    }
}

/// The error of the protocol that an author's error is. One impl serves every error type; only
/// ours can carry one.
fn as_protocol<E: Any>(error: &E) -> Option<&ErrorObject> {
    (error as &dyn Any)
        .downcast_ref::<Error>()
        .and_then(Error::as_protocol)
}

/// The error of the protocol in which a prompt or a resource ends: there is no other that its
/// caller could read.
fn to_protocol<E: Display + Any>(error: &E) -> ErrorObject {
    as_protocol(error)
        .cloned()
        .unwrap_or_else(|| ErrorObject::new(INTERNAL_ERROR, error.to_string()))
}
