use std::fmt;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitationCapability,
    FormElicitationCapability, Implementation, ProtocolVersion, RootsCapabilities,
};
use rmcp::service::{ClientInitializeError, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::{ClientLifecycleMode, Peer, RoleClient, serve_client_with_lifecycle};

use super::{Answerer, CallError, Limits, call_tool};

/// A connection to a server, and who answers its questions.
pub struct Client<A> {
    service: RunningService<RoleClient, ClientConfig>,
    answerer: A,
    limits: Limits,
}

impl<A: Answerer> Client<A> {
    /// Connects over any transport of rmcp, under this client's own name and version.
    ///
    /// The server must speak MCP 2026-07-28.
    ///
    /// # Errors
    /// The transport failed, or the server speaks only older versions.
    pub async fn connect<T, E, I>(
        name: impl Into<String>,
        version: impl Into<String>,
        answerer: A,
        transport: T,
    ) -> Result<Self, ClientInitializeError>
    where
        T: IntoTransport<RoleClient, E, I>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let config = ClientConfig::new(declared(&answerer), Implementation::new(name, version));
        // rmcp's default begins with `initialize`, which settles for an older version.
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        Ok(Self {
            service: serve_client_with_lifecycle(config, transport, lifecycle).await?,
            answerer,
            limits: Limits::default(),
        })
    }

    /// Sets how long a call may go on.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Calls a tool and answers its questions until it is finished. See [`call_tool`].
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn call_tool(
        &self,
        params: CallToolRequestParams,
    ) -> Result<CallToolResult, CallError> {
        call_tool(self.peer(), params, &self.answerer, self.limits).await
    }

    /// The server, for everything else that MCP has.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }
}

/// Exactly what there is a handler for.
fn declared(answerer: &impl Answerer) -> ClientCapabilities {
    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = answerer
        .forms()
        .map(|_| ElicitationCapability::new().with_form(FormElicitationCapability::default()));
    capabilities.roots = answerer.roots().map(|_| RootsCapabilities::default());
    capabilities
}

impl<A> fmt::Debug for Client<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::client::{Answering, FormHandler, FormQuestion, Root, RootsHandler};
    use crate::question::Answer;

    struct Nobody;

    struct Somebody;

    impl Answerer for Nobody {}

    impl Answerer for Somebody {
        fn forms(&self) -> Option<&dyn FormHandler> {
            Some(self)
        }

        fn roots(&self) -> Option<&dyn RootsHandler> {
            Some(self)
        }
    }

    impl FormHandler for Somebody {
        fn answer<'a>(&'a self, _: FormQuestion<'a>) -> Answering<'a, Answer<Map<String, Value>>> {
            Box::pin(async { Ok(Answer::Decline) })
        }
    }

    impl RootsHandler for Somebody {
        fn list<'a>(&'a self, _: &'a str) -> Answering<'a, Vec<Root>> {
            Box::pin(async { Ok(Vec::new()) })
        }
    }

    #[test]
    fn what_has_a_handler_is_declared_and_nothing_else() {
        let wire = |capabilities| serde_json::to_value::<ClientCapabilities>(capabilities).unwrap();
        assert_eq!(wire(declared(&Nobody)), json!({}));
        assert_eq!(
            wire(declared(&Somebody)),
            json!({"elicitation": {"form": {}}, "roots": {}})
        );
    }
}
