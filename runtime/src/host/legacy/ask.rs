//! One question, as a request to the client.

use std::fmt;
use std::time::Duration;

use rmcp::model::{
    CancelledNotificationParam, ClientResult, ElicitRequestParams, ElicitationAction,
    InputRequest as TheirRequest, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::Value;

use super::super::answer::Caller;
use super::super::convert;
use super::form;
use super::pages::Pages;
use crate::wire::InputRequest;

/// Why a question has no answer.
pub(super) enum Unanswered {
    /// The client cancelled the call.
    Cancelled,
    /// The connection is closed.
    Gone,
    /// Nobody answered in time.
    TimedOut(Duration),
    /// The client answered with an error.
    Failed(String),
    /// The client answered something else.
    NotAnAnswer,
    /// The client's protocol cannot ask this.
    Inexpressible(&'static str),
    /// The question cannot be sent; the log says why.
    NotSent,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Form,
    Page,
    Sample,
    Roots,
}

/// Asks, and waits for the answer: an entry of `inputResponses`.
pub(super) async fn one(
    caller: &Caller<'_>,
    key: &str,
    question: &InputRequest,
    pages: &mut Pages,
) -> Result<Value, Unanswered> {
    let version = caller.context.protocol_version();
    let question = form::fitted(question, version.as_ref()).map_err(Unanswered::Inexpressible)?;
    let request = convert::input_request(&question).map_err(|error| {
        tracing::error!(%error, "a question cannot be sent");
        Unanswered::NotSent
    })?;
    let (kind, request) = match request {
        TheirRequest::CreateMessage(request) => {
            (Kind::Sample, ServerRequest::CreateMessageRequest(request))
        }
        TheirRequest::ListRoots(request) => (Kind::Roots, ServerRequest::ListRootsRequest(request)),
        TheirRequest::Elicitation(mut request) => {
            let mut kind = Kind::Form;
            if let ElicitRequestParams::UrlElicitationParams {
                url,
                elicitation_id,
                ..
            } = &mut request.params
            {
                kind = Kind::Page;
                *elicitation_id = pages.visit(key, url).map_err(|error| {
                    tracing::error!(%error, "a page needs an id");
                    Unanswered::NotSent
                })?;
            }
            (kind, ServerRequest::ElicitRequest(request))
        }
        // Of a later version of the protocol.
        _ => return Err(Unanswered::NotSent),
    };
    let answer = sent(caller, request).await?;
    match (kind, &answer) {
        (Kind::Sample, ClientResult::CreateMessageResult(_))
        | (Kind::Roots, ClientResult::ListRootsResult(_))
        | (Kind::Form, ClientResult::ElicitResult(_)) => {}
        (Kind::Page, ClientResult::ElicitResult(answer)) => {
            if answer.action != ElicitationAction::Accept {
                pages.refused(key);
            }
        }
        _ => return Err(Unanswered::NotAnAnswer),
    }
    serde_json::to_value(answer).map_err(|_| Unanswered::NotAnAnswer)
}

/// Sends a request and waits. Where the wait ends otherwise, the client is told to stop asking.
async fn sent(caller: &Caller<'_>, request: ServerRequest) -> Result<ClientResult, Unanswered> {
    let peer = &caller.context.peer;
    let max_wait = caller.host.legacy().max_wait;
    let options = PeerRequestOptions::with_timeout(max_wait);
    let waiting = peer
        .send_cancellable_request(request, options)
        .await
        .map_err(Unanswered::from)?;
    let id = waiting.id.clone();
    tokio::select! {
        answer = waiting.await_response() => answer.map_err(Unanswered::from),
        () = caller.end.cancelled() => Err(Unanswered::Gone),
        () = caller.context.ct.cancelled() => {
            let reason = "the call was cancelled".to_owned();
            let stop = CancelledNotificationParam::new(Some(id), Some(reason));
            if let Err(error) = peer.notify_cancelled(stop).await {
                tracing::debug!(%error, "a question cannot be taken back");
            }
            Err(Unanswered::Cancelled)
        }
    }
}

impl From<ServiceError> for Unanswered {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::McpError(error) => Self::Failed(error.message.into_owned()),
            ServiceError::Timeout { timeout } => Self::TimedOut(timeout),
            ServiceError::UnexpectedResponse => Self::NotAnAnswer,
            ServiceError::Cancelled { .. } => Self::Cancelled,
            // Whatever else keeps an answer from coming is the connection's.
            _ => Self::Gone,
        }
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the request was cancelled"),
            Self::Gone => f.write_str("the client is gone"),
            Self::TimedOut(time) => write!(f, "nobody answered within {} s", time.as_secs_f32()),
            Self::Failed(message) => write!(f, "the client says: {message}"),
            Self::NotAnAnswer => f.write_str("what the client sent is not one"),
            Self::Inexpressible(what) => write!(f, "{what}"),
            Self::NotSent => f.write_str("the server cannot send it; its log says why"),
        }
    }
}
