//! One request that may ask: from rmcp's request through the engine to rmcp's response.

use rmcp::RoleServer;
use rmcp::model::{ErrorData, InputResponses, JsonObject};
use rmcp::service::RequestContext;
use tokio_util::sync::CancellationToken;

use super::{Host, caller, convert, legacy, notices};
use crate::engine::{Outcome, Request};
use crate::notice::Level;
use crate::output::Output;
use crate::tool::Info;

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

/// Who a request came from, and who serves it.
pub(super) struct Caller<'a> {
    pub(super) host: &'a Host,
    pub(super) context: &'a RequestContext<RoleServer>,
    /// The least grave messages that the client of an older protocol wants for its log.
    pub(super) session_log: Level,
    /// Cancelled where the client can send nothing any more.
    pub(super) end: CancellationToken,
}

impl Caller<'_> {
    /// Serves a request: a round, or the whole call where the client knows nothing of rounds.
    pub(super) async fn answer<O: Output>(
        &self,
        info: &Info<O>,
        incoming: Incoming,
    ) -> Result<Outcome<O>, ErrorData> {
        if legacy::is_legacy(self.context) {
            // In a box: the loop is much larger than a round, and seldom needed.
            Box::pin(legacy::call(self, info, incoming)).await
        } else {
            self.round(info, incoming).await
        }
    }

    /// Serves one round. A client that cancels or goes away ends the flow where it is, but for what
    /// must not be left half done.
    pub(super) async fn round<O: Output>(
        &self,
        info: &Info<O>,
        incoming: Incoming,
    ) -> Result<Outcome<O>, ErrorData> {
        let request = Request {
            method: O::METHOD,
            arguments: incoming.arguments.unwrap_or_default(),
            responses: incoming.responses.unwrap_or_default(),
            state: incoming.state,
            principal: caller::principal(self.host, &self.context.extensions)?,
            capabilities: convert::capabilities(self.context.client_capabilities()),
            notices: notices::to(self.context, self.wanted_log()),
        };
        tokio::select! {
            outcome = self.host.round(info, request) => Ok(outcome),
            () = self.context.ct.cancelled() => {
                Err(ErrorData::internal_error("the request was cancelled", None))
            }
        }
    }

    /// The least grave messages that the client wants for its log; `None` where it wants none, or
    /// the server says that it has none.
    fn wanted_log(&self) -> Option<Level> {
        if !self.host.logs() {
            None
        } else if legacy::is_legacy(self.context) {
            Some(self.session_log)
        } else {
            notices::wanted(self.context)
        }
    }
}
