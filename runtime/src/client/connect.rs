use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitationCapability, FormElicitationCapability,
    Implementation, JsonObject, ProtocolVersion, RootsCapabilities, SamplingCapability,
    UrlElicitationCapability,
};
use rmcp::service::{ClientInitializeError, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::{ClientLifecycleMode, Peer, RoleClient, serve_client_with_lifecycle};
use tokio::time::timeout;

use super::activity::Activity;
use super::answerer::Answerer;
use super::call::Call;
use super::limits::Limits;
use super::operation::Operation;
use super::pending::Pending;
use super::question::ServerName;
use super::service::Service;
use super::trace::{Trace, Tracer};

/// A connection to a server, and who answers its questions.
///
/// It speaks MCP 2026-07-28, and 2025-11-25 with a server that knows nothing newer: such a server
/// asks in the middle of a request, and the same handlers answer.
pub struct Client<A: Answerer> {
    service: RunningService<RoleClient, Service<A>>,
}

/// How to connect.
#[must_use]
pub struct Connect {
    implementation: Implementation,
    server: Option<String>,
    limits: Limits,
    tracer: Option<Tracer>,
}

impl Connect {
    /// A client of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            implementation: Implementation::new(name, version),
            server: None,
            limits: Limits::default(),
            tracer: None,
        }
    }

    /// What to call the server in front of people and rules, such as its address. What a server
    /// calls itself is only a claim.
    pub fn server(mut self, name: impl Into<String>) -> Self {
        self.server = Some(name.into());
        self
    }

    /// The limits of every call that does not set its own.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Where the trace of each call comes from that has none: usually the tracing library's current
    /// context. It is asked in the call's own `tracing` span. [`Trace::begin`] gives each call a new
    /// one.
    ///
    /// ```
    /// use mrtr::client::{Connect, Trace};
    ///
    /// let connect = Connect::new("my-client", "1.0").tracer(|| Some(Trace::begin()));
    /// ```
    pub fn tracer(mut self, tracer: impl Fn() -> Option<Trace> + Send + Sync + 'static) -> Self {
        self.tracer = Some(Box::new(tracer));
        self
    }

    /// Connects over any transport of rmcp.
    ///
    /// # Errors
    /// The transport failed, the server speaks no version that this client does, or it is silent
    /// for longer than [`request_timeout`](Limits::request_timeout).
    pub async fn over<A, T, E, I>(
        self,
        transport: T,
        answerer: A,
    ) -> Result<Client<A>, ConnectError>
    where
        A: Answerer,
        T: IntoTransport<RoleClient, E, I>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let service = Service {
            config: ClientConfig::new(declared(&answerer), self.implementation),
            answerer,
            activity: Activity::new(self.limits),
            given: self.server,
            limits: self.limits,
            tracer: self.tracer,
        };
        // rmcp's default begins with `initialize`, which settles for an older version.
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        };
        let served = serve_client_with_lifecycle(service, transport, lifecycle);
        let service = match self.limits.request_timeout {
            Some(time) => match timeout(time, served).await {
                Ok(service) => service?,
                Err(_) => return Err(ConnectError::Silent(time)),
            },
            None => served.await?,
        };
        Ok(Client { service })
    }
}

impl<A: Answerer> Client<A> {
    /// Connects under this client's own name and version; [`Connect`] has more to set.
    ///
    /// # Errors
    /// As [`Connect::over`].
    pub async fn connect<T, E, I>(
        name: impl Into<String>,
        version: impl Into<String>,
        answerer: A,
        transport: T,
    ) -> Result<Self, ConnectError>
    where
        T: IntoTransport<RoleClient, E, I>,
        E: std::error::Error + Send + Sync + 'static,
    {
        Connect::new(name, version).over(transport, answerer).await
    }

    /// A call of a tool, a prompt or a resource, by its parameters. Answers and state that are in
    /// them already are left out: they belong to another call.
    pub fn call<O: Operation>(&self, params: O) -> Call<'_, O> {
        let service = self.service.service();
        Call {
            peer: self.peer(),
            answerer: &service.answerer,
            server: Arc::new(self.server()),
            activity: &service.activity,
            limits: service.limits,
            tracer: service.tracer.as_ref(),
            params: params.with_round(None, None),
            start: None,
        }
    }

    /// The rest of a call that waits for answers. When it is awaited, the handlers answer what has
    /// no answer yet.
    pub fn resume<O: Operation>(&self, pending: Pending<O>) -> Call<'_, O> {
        let Pending {
            params,
            interim,
            answers,
        } = pending;
        Call {
            start: Some((interim, answers)),
            ..self.call(params)
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.service.service().limits
    }

    /// Who the server is.
    #[must_use]
    pub fn server(&self) -> ServerName {
        let service = self.service.service();
        ServerName::new(service.given.as_deref(), self.peer().peer_info().as_deref())
    }

    /// The server, for everything else that MCP has.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    /// Closes the connection and waits until it is closed; a child process has ended then.
    pub async fn close(self) {
        // It fails only where the connection's task panicked, and it is closed then too.
        let _ = self.service.cancel().await;
    }
}

/// Why there is no connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectError {
    /// The transport failed, or the server and this client have no version in common.
    Failed(Box<ClientInitializeError>),
    /// The server was silent for this time.
    Silent(Duration),
}

impl From<ClientInitializeError> for ConnectError {
    fn from(error: ClientInitializeError) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => match &**error {
                // Its own text begins with the name of a type.
                ClientInitializeError::TransportError { error, .. } => error.error.fmt(f),
                error => error.fmt(f),
            },
            Self::Silent(time) => write!(f, "the server was silent for {time:?}"),
        }
    }
}

impl std::error::Error for ConnectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed(error) => Some(&**error),
            Self::Silent(_) => None,
        }
    }
}

/// Exactly what there is a handler for.
fn declared(answerer: &impl Answerer) -> ClientCapabilities {
    let mut elicitation = ElicitationCapability::new();
    elicitation.form = answerer
        .forms()
        .map(|_| FormElicitationCapability::default());
    elicitation.url = answerer.urls().map(|_| UrlElicitationCapability::default());
    let any = elicitation.form.is_some() || elicitation.url.is_some();

    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = any.then_some(elicitation);
    capabilities.sampling = answerer.sampling().map(|handler| {
        let support = handler.support();
        let mut sampling = SamplingCapability::default();
        sampling.tools = support.tools.then(JsonObject::new);
        sampling.context = support.context.then(JsonObject::new);
        sampling
    });
    capabilities.roots = answerer.roots().map(|_| RootsCapabilities::default());
    capabilities
}

impl fmt::Debug for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connect")
            .field("implementation", &self.implementation)
            .field("server", &self.server)
            .field("limits", &self.limits)
            .field("tracer", &self.tracer.is_some())
            .finish()
    }
}

impl<A: Answerer> fmt::Debug for Client<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("server", &self.server())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::client::{
        Answering, FormQuestion, Handlers, RootsQuestion, SamplingHandler, SamplingQuestion,
        SamplingSupport, Unanswered, UrlQuestion,
    };

    struct Model(SamplingSupport);

    impl SamplingHandler for Model {
        fn sample(&self, _: SamplingQuestion) -> Answering<'_, rmcp::model::CreateMessageResult> {
            Box::pin(async { Err(Unanswered::Declined) })
        }

        fn support(&self) -> SamplingSupport {
            self.0
        }
    }

    #[test]
    fn what_has_a_handler_is_declared_and_nothing_else() {
        let wire = |handlers| -> Value {
            serde_json::to_value::<ClientCapabilities>(declared(&handlers)).expect("JSON")
        };
        let none = Handlers::new;
        let forms = |_: FormQuestion| async { Err(Unanswered::Missing) };
        let urls = |_: UrlQuestion| async { Err(Unanswered::Missing) };
        let roots = |_: RootsQuestion| async { Ok(Vec::new()) };
        let model = |tools| Model(SamplingSupport::default().tools(tools));
        assert_eq!(wire(none()), json!({}));
        assert_eq!(
            wire(none().on_form(forms)),
            json!({"elicitation": {"form": {}}})
        );
        assert_eq!(
            wire(none().on_url(urls)),
            json!({"elicitation": {"url": {}}})
        );
        assert_eq!(
            wire(none().on_form(forms).on_url(urls).on_roots(roots)),
            json!({"elicitation": {"form": {}, "url": {}}, "roots": {}})
        );
        assert_eq!(
            wire(none().on_sampling(model(false))),
            json!({"sampling": {}})
        );
        assert_eq!(
            wire(none().on_sampling(model(true))),
            json!({"sampling": {"tools": {}}})
        );
    }
}
