//! What a handler is asked.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{CreateMessageRequestParams, ElicitationSchema, ServerPeerInfo};
use tokio_util::sync::CancellationToken;

use super::form::{Form, UnknownField};
use super::link::Link;

/// Where a question comes from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Origin {
    /// Who asks. A person should always see it.
    pub server: Arc<ServerName>,
    /// The key in `inputRequests`: the server's own name for the question, not for people. Empty
    /// where a server of an older protocol asks.
    pub key: String,
    /// Which round of the call it is, from 1; 0 where a server of an older protocol asks.
    pub round: u32,
    /// Is cancelled as soon as nobody waits for the answer any more: another question of the
    /// round failed, a limit was reached, or the call was dropped. The handler's future is dropped
    /// then too; this is for what it started elsewhere, such as a window or a thread.
    pub cancelled: CancellationToken,
}

/// Who a server is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerName {
    /// What the client's author calls it, such as its address. See
    /// [`Connect::server`](super::Connect::server).
    pub given: Option<String>,
    /// What it calls itself. Any server can claim any name.
    pub claimed: Option<String>,
}

/// A form to fill in: `elicitation/create`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FormQuestion {
    /// Where it comes from.
    pub origin: Origin,
    /// What the person reads. It is the server's text: show it as text, and nothing more.
    pub message: String,
    /// The fields; `property_order` has their order. [`form`](Self::form) has them ready to show.
    pub schema: ElicitationSchema,
}

/// A page to visit: `elicitation/create` in URL mode.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UrlQuestion {
    /// Where it comes from.
    pub origin: Origin,
    /// What the person reads.
    pub message: String,
    /// The page. Show all of it, and open it only after a yes; never fetch it.
    pub link: Link,
    /// The server asked for the same page in the round before: do not open it again without a
    /// new yes.
    pub again: bool,
}

/// A model to run: `sampling/createMessage`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SamplingQuestion {
    /// Where it comes from.
    pub origin: Origin,
    /// The conversation, and how to continue it.
    pub params: CreateMessageRequestParams,
}

/// The roots to list: `roots/list`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RootsQuestion {
    /// Where it comes from.
    pub origin: Origin,
}

/// One round of questions, as it came.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Round<'a> {
    /// Who asks.
    pub server: &'a ServerName,
    /// Which round of the call it is, from 1.
    pub number: u32,
    /// The key of each question; none where the server only wants to be called again.
    pub keys: &'a [&'a str],
    /// The length of `requestState` in bytes; `None` where there is none.
    pub state_bytes: Option<usize>,
}

/// How far the server is with a request.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// How much is done.
    pub done: f64,
    /// How much there is, where the server knows.
    pub total: Option<f64>,
    /// What it does right now.
    pub message: Option<&'a str>,
}

impl FormQuestion {
    /// The form, ready to show and to check.
    ///
    /// # Errors
    /// Names the field that is no field of a form.
    pub fn form(&self) -> Result<Form, UnknownField> {
        Form::new(&self.schema)
    }
}

impl ServerName {
    pub(super) fn new(given: Option<&str>, info: Option<&ServerPeerInfo>) -> Self {
        let info = info.and_then(|info| info.server_info.as_ref());
        Self {
            given: given.map(str::to_owned),
            claimed: info.map(|info| info.title.as_ref().unwrap_or(&info.name).clone()),
        }
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.claimed, &self.given) {
            (Some(claimed), Some(given)) => write!(f, "{claimed} ({given})"),
            (Some(name), None) | (None, Some(name)) => f.write_str(name),
            (None, None) => f.write_str("the server"),
        }
    }
}
