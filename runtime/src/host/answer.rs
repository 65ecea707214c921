//! One request that may ask: from rmcp's request through the engine to rmcp's response.

use rmcp::RoleServer;
use rmcp::model::{ErrorData, Extensions, InputResponses, JsonObject, ProtocolVersion};
use rmcp::service::RequestContext;

use super::{Host, convert};
use crate::engine::{Outcome, Request};
use crate::output::{CutShort, Output};
use crate::principal::Principal;
use crate::tool::Info;
use crate::wire::MISSING_CLIENT_CAPABILITY;

/// The parts of a request that belong to the flow.
pub(super) struct Incoming {
    pub(super) arguments: Option<JsonObject>,
    pub(super) responses: Option<InputResponses>,
    pub(super) state: Option<String>,
}

impl Incoming {
    /// Whether it carries what a person answered.
    pub(super) fn is_retry(&self) -> bool {
        self.state.is_some() || self.responses.is_some()
    }
}

/// Serves one round. A client that cancels or goes away ends the flow where it is, but for what
/// must not be left half done.
pub(super) async fn round<O: Output>(
    host: &Host,
    info: &Info<O>,
    incoming: Incoming,
    context: &RequestContext<RoleServer>,
) -> Result<Outcome<O>, ErrorData> {
    let request = Request {
        method: O::METHOD,
        arguments: incoming.arguments.unwrap_or_default(),
        responses: incoming.responses.unwrap_or_default(),
        state: incoming.state,
        principal: principal(&context.extensions),
        capabilities: convert::capabilities(context.client_capabilities()),
    };
    let outcome = tokio::select! {
        outcome = host.round(info, request) => outcome,
        () = context.ct.cancelled() => {
            return Err(ErrorData::internal_error("the request was cancelled", None));
        }
    };
    Ok(if is_legacy(context) {
        without_questions(info, outcome)
    } else {
        outcome
    })
}

/// Who is calling: what a layer in front of the HTTP service established. Stdio has no layers, and
/// one user.
fn principal(extensions: &Extensions) -> Principal {
    extensions
        .get::<http::request::Parts>()
        .and_then(|parts| parts.extensions.get::<Principal>())
        .cloned()
        .unwrap_or_else(Principal::anonymous)
}

fn is_legacy(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_none_or(|version| version < ProtocolVersion::V_2026_07_28)
}

/// Keeps a question off the wire of a client that would take it for an empty result.
///
/// Spec: *basic/patterns/mrtr* is new in 2026-07-28; so is the error for a missing capability.
fn without_questions<O: Output>(info: &Info<O>, outcome: Outcome<O>) -> Outcome<O> {
    let asks = match &outcome {
        Outcome::InputRequired(_) => true,
        Outcome::Error(error) => error.code == MISSING_CLIENT_CAPABILITY,
        Outcome::Complete(_) => false,
    };
    if !asks {
        return outcome;
    }
    CutShort::OldProtocol.end(format!(
        "`{}` has to ask its user something before it can go on. That needs a client that speaks \
         MCP 2026-07-28 or newer; this connection is older.",
        info.name
    ))
}
