use std::fmt;

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};

use super::handler::Handler;
use super::http::HttpOptions;
use super::{Host, HostBuilder, StartError, check};
use crate::engine::{Authorize, Policy};
use crate::seal::{KeyRing, SealKey};
use crate::tool::{Tool, ToolInfo};

/// An MCP server of tools.
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
    host: HostBuilder,
    tools: Vec<ToolInfo>,
    pub(super) http: HttpOptions,
}

impl Server {
    /// A server without tools.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let name = name.into();
        Self {
            config: ServerConfig::new(capabilities)
                .with_server_info(Implementation::new(name.clone(), version)),
            host: Host::builder(name),
            tools: Vec::new(),
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
        self.tools.push(tool.describe());
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
        let mut problems = check::tools(&self.tools, self.host.registered());
        let host = self
            .host
            .build()
            .map_err(|error| problems.extend_from_slice(error.problems()));
        match host {
            Ok(host) if problems.is_empty() => Ok(Handler::new(host, self.config, self.tools)),
            _ => Err(StartError { problems }),
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|tool| tool.name).collect();
        f.debug_struct("Server")
            .field("name", &self.config.server_info.name)
            .field("tools", &tools)
            .finish_non_exhaustive()
    }
}
