//! An answer, and whether it fits its question.

use std::fmt;

use rmcp::model::{CreateMessageResult, ElicitRequestParams, InputRequest};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::answerer::Unanswered;
use super::form::Form;
use crate::question::Answer;

/// An answer to one question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// To a form.
    Form(Answer<Map<String, Value>>),
    /// To a page.
    Url(Answer<()>),
    /// To a request for a model.
    Sampling(Box<CreateMessageResult>),
    /// To a request for the roots.
    Roots(Vec<Root>),
}

/// A root that the client offers: a directory or file that the server may work with.
///
/// Spec: *client/roots*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// The URI, `file://…` today.
    pub uri: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// An answer that its question cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongAnswer {
    /// The round has no question of this key.
    NotAsked(String),
    /// The question wants this.
    Expected(&'static str),
}

impl Response {
    /// The answer as it travels.
    ///
    /// # Errors
    /// It is of another kind than the question, or breaks the form. Nothing must be sent then.
    pub(super) fn to(self, question: &InputRequest) -> Result<Value, Unanswered> {
        match (self, question) {
            (Self::Form(answer), InputRequest::Elicitation(request)) => match &request.params {
                ElicitRequestParams::FormElicitationParams {
                    requested_schema, ..
                } => match answer {
                    Answer::Accept(content) => {
                        let content = without_nulls(content);
                        Form::new(requested_schema)?
                            .check(&content)
                            .map_err(Unanswered::Invalid)?;
                        Ok(json!({ "action": "accept", "content": content }))
                    }
                    other => Ok(action(&other)),
                },
                _ => Err(expected(question)),
            },
            (Self::Url(answer), InputRequest::Elicitation(request)) => match &request.params {
                ElicitRequestParams::UrlElicitationParams { .. } => Ok(action(&answer)),
                _ => Err(expected(question)),
            },
            (Self::Sampling(result), InputRequest::CreateMessage(_)) => {
                Ok(serde_json::to_value(result)?)
            }
            (Self::Roots(roots), InputRequest::ListRoots(_)) => Ok(json!({ "roots": roots })),
            _ => Err(expected(question)),
        }
    }

    /// A decline or a cancel.
    pub(super) fn refusal(answer: Answer<()>, question: &InputRequest) -> Result<Self, Unanswered> {
        let InputRequest::Elicitation(request) = question else {
            return Err(expected(question));
        };
        Ok(match (&request.params, answer) {
            (ElicitRequestParams::UrlElicitationParams { .. }, answer) => Self::Url(answer),
            (_, Answer::Cancel) => Self::Form(Answer::Cancel),
            _ => Self::Form(Answer::Decline),
        })
    }
}

/// Spec: *client/elicitation*, response actions.
fn action<T>(answer: &Answer<T>) -> Value {
    json!({ "action": match answer {
        Answer::Accept(_) => "accept",
        Answer::Decline => "decline",
        Answer::Cancel => "cancel",
    } })
}

/// A field that is left out is absent: the published schema has no null.
fn without_nulls(mut content: Map<String, Value>) -> Map<String, Value> {
    content.retain(|_, value| !value.is_null());
    content
}

fn expected(question: &InputRequest) -> Unanswered {
    Unanswered::WrongAnswer(WrongAnswer::Expected(match question {
        InputRequest::Elicitation(request) => match &request.params {
            ElicitRequestParams::UrlElicitationParams { .. } => "an accept, decline or cancel",
            _ => "the content of a form, a decline or a cancel",
        },
        InputRequest::CreateMessage(_) => "what a model says",
        InputRequest::ListRoots(_) => "a list of roots",
        _ => "something that this client does not know",
    }))
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked(key) => write!(f, "the round has no question `{key}`"),
            Self::Expected(what) => write!(f, "the question wants {what}"),
        }
    }
}

impl std::error::Error for WrongAnswer {}
