use std::fmt;
use std::net::Ipv4Addr;
use std::sync::Arc;

use ::http::request::Parts;
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any_service};
use axum::serve::ListenerExt;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use super::sessions::Sessions;
use super::{ServeError, Server, StartError, StartProblem};
use crate::principal::Principal;

/// The path at which [`Server::serve_http`] serves.
const PATH: &str = "/mcp";

/// The pages that may address a server by default: those that this machine serves itself.
const LOOPBACK_PAGES: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// How a server behaves over HTTP.
pub(super) struct HttpOptions {
    config: StreamableHttpServerConfig,
    identify: Option<Identify>,
}

type Identify = Arc<dyn Fn(&Parts) -> Result<Principal, Box<Response>> + Send + Sync>;

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            // JSON for a plain round: an SSE stream ends in a second packet, and later.
            config: StreamableHttpServerConfig::default()
                .with_json_response(true)
                .with_allowed_origins(LOOPBACK_PAGES),
            identify: None,
        }
    }
}

impl Server {
    /// Says who sent an HTTP request, from its head. State made for one principal is refused from
    /// every other.
    ///
    /// Whatever it returns as an error is sent in place of an answer, `StatusCode::UNAUTHORIZED`
    /// for example. Verify a token here or in a layer before; where that takes time, let the
    /// layer put a [`Principal`] into the request's extensions instead. Where callers have no names,
    /// say so: [`anonymous`](Self::anonymous).
    pub fn principal<F, E>(mut self, identify: F) -> Self
    where
        F: Fn(&Parts) -> Result<Principal, E> + Send + Sync + 'static,
        E: IntoResponse,
    {
        self.http.identify = Some(Arc::new(move |head| {
            identify(head).map_err(|refusal| Box::new(refusal.into_response()))
        }));
        self
    }

    /// Changes how rmcp serves HTTP: the names under which the server may be addressed, the
    /// origins of web pages that may, the size of a body.
    ///
    /// By default only `localhost`, `127.0.0.1` and `::1` are names of this server, and no web
    /// page but those of this machine may address it: any page can otherwise reach a server on
    /// its reader's own machine (DNS rebinding).
    pub fn http<F>(mut self, change: F) -> Self
    where
        F: FnOnce(StreamableHttpServerConfig) -> StreamableHttpServerConfig,
    {
        self.http.config = change(self.http.config);
        self
    }

    /// The Streamable HTTP endpoint, for an axum router that already exists:
    /// `app.route("/mcp", server.http_service()?)`.
    ///
    /// # Errors
    /// [`StartError`]: all that is wrong with the server.
    pub fn http_service(mut self) -> Result<MethodRouter, StartError> {
        let HttpOptions { config, identify } = std::mem::take(&mut self.http);
        let handler = self.handler()?;
        let sessions = Sessions::new(handler.host().legacy());
        let service =
            StreamableHttpService::new(move || Ok(handler.another()), sessions.manager(), config);
        let endpoint = any_service(service).layer(from_fn(move |request: Request, next: Next| {
            sessions.clone().guard(request, next)
        }));
        Ok(match identify {
            None => endpoint,
            Some(identify) => endpoint.layer(from_fn(move |request: Request, next: Next| {
                identified(request, Arc::clone(&identify), next)
            })),
        })
    }

    /// Serves over HTTP on this machine's loopback interface, at `/mcp`, until the future is
    /// dropped. For any other address bind it yourself: [`serve_http_on`](Self::serve_http_on).
    ///
    /// # Errors
    /// [`ServeError`] where the server cannot start, or the port is taken.
    pub async fn serve_http(self, port: u16) -> Result<(), ServeError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        self.serve_http_on(listener).await
    }

    /// Serves over HTTP on a listener, at `/mcp`, until the future is dropped.
    ///
    /// A listener that others can reach needs their name for this server, see
    /// [`http`](Self::http), and a [`principal`](Self::principal).
    ///
    /// # Errors
    /// [`ServeError`] where the server cannot start, or the listener fails.
    pub async fn serve_http_on(self, listener: TcpListener) -> Result<(), ServeError> {
        // No layer can be in front of it that would say more.
        if self.http.identify.is_none() && !self.host.anonymous {
            return Err(StartError::from(StartProblem::NoPrincipal).into());
        }
        let app = Router::new().route(PATH, self.http_service()?);
        let listener = listener.tap_io(|connection| {
            // Without it the end of a body waits for the client's delayed acknowledgement.
            if let Err(error) = connection.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY cannot be set");
            }
        });
        axum::serve(listener, app).await?;
        Ok(())
    }
}

async fn identified(request: Request, identify: Identify, next: Next) -> Response {
    let (mut head, body) = request.into_parts();
    match identify(&head) {
        Ok(principal) => {
            head.extensions.insert(principal);
            next.run(Request::from_parts(head, body)).await
        }
        Err(refusal) => *refusal,
    }
}

impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpOptions")
            .field("config", &self.config)
            .field("identifies", &self.identify.is_some())
            .finish()
    }
}
