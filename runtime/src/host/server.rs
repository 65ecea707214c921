use std::fmt;

use rmcp::ServerHandler;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};

use super::beside::Beside;
use super::carried;
use super::check::{self, Offered};
use super::handler::Handler;
use super::http::HttpOptions;
use super::{Host, HostBuilder, Legacy, StartError};
use crate::engine::{Authorize, Policy};
use crate::once::OnceStore;
use crate::seal::{Envelope, KeyRing, SealKey};
use crate::tool::{Prompt, Resource, Tool};

/// An MCP server of tools, prompts and resources.
///
/// It remembers nothing between two requests: what a flow needs travels in `requestState`, so any
/// instance with the same key can take the next round.
///
/// ```no_run
/// # use mrtr::{Tool, host::{ServeError, Server}};
/// # struct Deployer;
/// # async fn start<T: Tool>(deploy: T) -> Result<(), ServeError> {
/// Server::new("deployer", "1.0")
///     .state(Deployer)
///     .tool(deploy)
///     .serve_stdio()
///     .await
/// # }
/// ```
///
/// Nothing is written to stdout but the protocol. Events go to `tracing`; it is the program that
/// decides where they are shown, which must not be stdout while it serves over stdio.
#[must_use = "a server does nothing until it serves"]
pub struct Server {
    config: ServerConfig,
    pub(super) host: HostBuilder,
    offered: Offered,
    beside: Option<Box<dyn Beside>>,
    pub(super) http: HttpOptions,
}

impl Server {
    /// A server that has nothing to offer yet.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            config: ServerConfig::new(ServerCapabilities::default())
                .with_server_info(Implementation::new(name.clone(), version)),
            host: Host::builder(name),
            offered: Offered::default(),
            beside: None,
            http: HttpOptions::default(),
        }
    }

    /// What a model should know about this server.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.config = self.config.with_instructions(text);
        self
    }

    /// Adds a tool. They are listed in the order in which they are added.
    pub fn tool<T: Tool>(mut self, tool: T) -> Self {
        self.offered.tools.push(tool.describe());
        self
    }

    /// Adds a tool whose listing says more than is known of it: a title, icons, hints on what it
    /// does, a schema of your own. What a call is given is checked by the tool's own types.
    ///
    /// ```
    /// # use mrtr::{Tool, host::Server};
    /// # fn add<T: Tool>(server: Server, deploy: T) -> Server {
    /// use rmcp::model::ToolAnnotations;
    ///
    /// server.tool_as(deploy, |tool| {
    ///     tool.with_title("Deploy").with_annotations(ToolAnnotations::new().destructive(true))
    /// })
    /// # }
    /// ```
    pub fn tool_as<T, F>(self, tool: T, listing: F) -> Self
    where
        T: Tool,
        F: FnOnce(rmcp::model::Tool) -> rmcp::model::Tool + Send + Sync + 'static,
    {
        let mut server = self.tool(tool);
        let index = server.offered.tools.len() - 1;
        server.offered.changes.push((index, Box::new(listing)));
        server
    }

    /// Serves what an rmcp handler offers beside what is ours: its tools, prompts and resources,
    /// its subscriptions, its tasks and skills. What both have is ours. A second handler takes the
    /// place of the first.
    ///
    /// All connections share the handler, and its `initialize` and `discover` are not called.
    ///
    /// ```
    /// # use mrtr::{Tool, host::Server};
    /// # fn add<T: Tool>(deploy: T) -> Server {
    /// use rmcp::ServerHandler;
    ///
    /// struct Existing;
    ///
    /// impl ServerHandler for Existing {
    ///     // …
    /// }
    ///
    /// Server::new("deployer", "1.0").tool(deploy).beside(Existing)
    /// # }
    /// ```
    pub fn beside(mut self, handler: impl ServerHandler) -> Self {
        self.beside = Some(Box::new(handler));
        self
    }

    /// Says that tools of this server have messages for the client's log, so that
    /// [`Call::log`](crate::Call::log) sends them to clients that want them.
    ///
    /// Spec: *server/utilities/logging*.
    pub fn logging(mut self) -> Self {
        self.host = self.host.logging();
        self
    }

    /// See [`HostBuilder::legacy`].
    pub fn legacy(mut self, legacy: Legacy) -> Self {
        self.host = self.host.legacy(legacy);
        self
    }

    /// Adds a prompt. They are listed in the order in which they are added.
    pub fn prompt<P: Prompt>(mut self, prompt: P) -> Self {
        self.offered.prompts.push(prompt.describe());
        self
    }

    /// Adds a resource. Where a URI fits several, one that is no template comes first, and then
    /// the one that was added first.
    pub fn resource<R: Resource>(mut self, resource: R) -> Self {
        self.offered.resources.push(resource.describe());
        self
    }

    /// See [`HostBuilder::state`].
    pub fn state<T: Send + Sync + 'static>(mut self, state: T) -> Self {
        self.host = self.host.state(state);
        self
    }

    /// See [`HostBuilder::key`].
    pub fn key(mut self, key: &SealKey) -> Self {
        self.host = self.host.key(key);
        self
    }

    /// See [`HostBuilder::keys`].
    pub fn keys(mut self, keys: KeyRing) -> Self {
        self.host = self.host.keys(keys);
        self
    }

    /// See [`HostBuilder::signed`].
    pub fn signed(mut self) -> Self {
        self.host = self.host.signed();
        self
    }

    /// See [`HostBuilder::envelope`].
    pub fn envelope(mut self, envelope: impl Envelope + 'static) -> Self {
        self.host = self.host.envelope(envelope);
        self
    }

    /// See [`HostBuilder::once_store`].
    pub fn once_store(mut self, store: impl OnceStore + 'static) -> Self {
        self.host = self.host.once_store(store);
        self
    }

    /// See [`HostBuilder::policy`].
    pub fn policy(mut self, policy: Policy) -> Self {
        self.host = self.host.policy(policy);
        self
    }

    /// See [`HostBuilder::authorize`].
    pub fn authorize(mut self, hook: impl Authorize + 'static) -> Self {
        self.host = self.host.authorize(hook);
        self
    }

    /// Checks everything that can be checked before a request comes.
    pub(super) fn handler(self) -> Result<Handler, StartError> {
        let hides = self.host.hides();
        let beside = self.beside.as_deref();
        let mut problems = check::offered(&self.offered, beside, self.host.registered(), hides);
        let host = self
            .host
            .build()
            .map_err(|error| problems.extend_from_slice(error.problems()));
        match host {
            Ok(host) if problems.is_empty() => {
                carried::announce_all(&self.offered, host.state());
                Ok(Handler::new(host, self.config, self.offered, self.beside))
            }
            _ => Err(StartError { problems }),
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.config.server_info.name)
            .field("offered", &self.offered)
            .finish_non_exhaustive()
    }
}
