use std::pin::Pin;

use rmcp::model::ElicitationSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::question::Answer;

/// Who answers a server's questions.
///
/// What it returns here is what the client declares: a client without a [`FormHandler`] does not
/// say that it can show forms.
pub trait Answerer: Send + Sync {
    /// Shows forms (`elicitation/create`).
    fn forms(&self) -> Option<&dyn FormHandler> {
        None
    }

    /// Lists roots (`roots/list`).
    fn roots(&self) -> Option<&dyn RootsHandler> {
        None
    }

    /// Is told about each round before it is answered.
    fn on_round(&self, round: &Round<'_>) {
        let _ = round;
    }
}

impl<T: Answerer + ?Sized> Answerer for Box<T> {
    fn forms(&self) -> Option<&dyn FormHandler> {
        (**self).forms()
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        (**self).roots()
    }

    fn on_round(&self, round: &Round<'_>) {
        (**self).on_round(round);
    }
}

/// Answers forms.
pub trait FormHandler: Send + Sync {
    /// What a person makes of the form.
    fn answer<'a>(
        &'a self,
        question: FormQuestion<'a>,
    ) -> Answering<'a, Answer<Map<String, Value>>>;
}

/// Answers `roots/list`.
pub trait RootsHandler: Send + Sync {
    /// The roots, for the question under `key`.
    fn list<'a>(&'a self, key: &'a str) -> Answering<'a, Vec<Root>>;
}

/// An answer that is being worked out.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, Unanswered>> + Send + 'a>>;

/// A question stays without an answer: nothing is sent, and the call ends with
/// [`CallError::Unanswered`](super::CallError::Unanswered).
pub type Unanswered = Box<dyn std::error::Error + Send + Sync>;

/// A form, as the server asks for it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FormQuestion<'a> {
    /// The key in `inputRequests`. It is the server's own name for the question, not for people.
    pub key: &'a str,
    /// What the person reads.
    pub message: &'a str,
    /// The fields; `property_order` has their order.
    pub schema: &'a ElicitationSchema,
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

/// One round of questions, as it came.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Round<'a> {
    /// Which round of the call it is, from 1.
    pub number: u32,
    /// The key of each question; none where the server only wants to be called again.
    pub keys: &'a [&'a str],
    /// The length of `requestState` in bytes; `None` where there is none.
    pub state_bytes: Option<usize>,
}
