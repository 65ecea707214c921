mod serve;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::RoleServer;
use rmcp::model::{JsonObject, ServerCapabilities, ServerConfig, Tool};
use rmcp::service::RequestContext;
use tokio_util::sync::CancellationToken;

use super::answer::Caller;
use super::beside::{Beside, merged};
use super::check::Offered;
use super::{Host, convert, template};
use crate::notice::Level;
use crate::tool::{PromptInfo, ResourceInfo, ToolInfo};

/// What rmcp calls. Each connection has its own.
pub(super) struct Handler {
    served: Arc<Served>,
    /// The least grave messages that the client of an older protocol wants for its log: the one
    /// thing that such a connection is remembered by.
    log: AtomicU8,
    /// Cancelled where the client can send nothing any more.
    end: CancellationToken,
}

struct Served {
    host: Host,
    config: ServerConfig,
    /// In the order in which they were registered.
    offered: Offered,
    /// What `tools/list` shows of each tool.
    tools: Vec<Tool>,
    /// Serves what is not ours.
    beside: Option<Box<dyn Beside>>,
}

impl Handler {
    pub(super) fn new(
        host: Host,
        mut config: ServerConfig,
        mut offered: Offered,
        beside: Option<Box<dyn Beside>>,
    ) -> Self {
        config.capabilities = capabilities(&offered, beside.is_some());
        if host.logs() {
            config.capabilities.logging = Some(JsonObject::default());
        }
        if let Some(beside) = &beside {
            config = merged(config, beside.info());
        }
        let changes = std::mem::take(&mut offered.changes);
        let mut tools: Vec<_> = offered.tools.iter().map(convert::tool).collect();
        for (index, change) in changes {
            if let Some(tool) = tools.get_mut(index) {
                let name = tool.name.clone();
                *tool = change(tool.clone());
                tool.name = name;
            }
        }
        Self::of(Arc::new(Served {
            host,
            config,
            offered,
            tools,
            beside,
        }))
    }

    pub(super) fn host(&self) -> &Host {
        &self.served.host
    }

    fn of(served: Arc<Served>) -> Self {
        Self {
            served,
            log: AtomicU8::new(Level::Info as u8),
            end: CancellationToken::new(),
        }
    }

    /// The handler of a connection on which the client can send until `end`.
    pub(in crate::host) fn until(mut self, end: CancellationToken) -> Self {
        self.end = end;
        self
    }

    /// The handler of another connection.
    pub(super) fn another(&self) -> Self {
        Self::of(Arc::clone(&self.served))
    }

    fn caller<'a>(&'a self, context: &'a RequestContext<RoleServer>) -> Caller<'a> {
        Caller {
            host: &self.served.host,
            context,
            session_log: Level::numbered(self.log.load(Ordering::Relaxed)),
            end: self.end.clone(),
        }
    }

    fn tool(&self, name: &str) -> Option<&ToolInfo> {
        let mut tools = self.served.offered.tools.iter();
        tools.find(|info| info.name == name)
    }

    fn prompt(&self, name: &str) -> Option<&PromptInfo> {
        let mut prompts = self.served.offered.prompts.iter();
        prompts.find(|info| info.name == name)
    }

    /// The resource that a URI asks for, and what the URI says.
    fn resource(&self, uri: &str) -> Option<(&ResourceInfo, JsonObject)> {
        let resources = &self.served.offered.resources;
        let fixed = resources.iter().filter(|it| !template::is_template(it.uri));
        let templates = resources.iter().filter(|it| template::is_template(it.uri));
        fixed
            .chain(templates)
            .find_map(|resource| Some((resource, template::variables(resource.uri, uri)?)))
    }

    fn beside(&self) -> Option<&dyn Beside> {
        self.served.beside.as_deref()
    }

    /// What is beside us, where it says that it has some of these.
    fn beside_with<C>(
        &self,
        has: impl Fn(&ServerCapabilities) -> &Option<C>,
    ) -> Option<&dyn Beside> {
        self.beside()
            .filter(|beside| has(&beside.info().capabilities).is_some())
    }
}

/// What the server says of itself: an empty list is not a capability.
fn capabilities(offered: &Offered, has_beside: bool) -> ServerCapabilities {
    let Offered {
        tools,
        prompts,
        resources,
        ..
    } = offered;
    let mut capabilities = ServerCapabilities::default();
    // A server of nothing is one whose tools are still to come.
    let is_empty = tools.is_empty() && prompts.is_empty() && resources.is_empty();
    if !tools.is_empty() || (is_empty && !has_beside) {
        capabilities.tools = Some(rmcp::model::ToolsCapability::default());
    }
    if !prompts.is_empty() {
        capabilities.prompts = Some(rmcp::model::PromptsCapability::default());
    }
    if !resources.is_empty() {
        capabilities.resources = Some(rmcp::model::ResourcesCapability::default());
    }
    if !prompts.is_empty() || resources.iter().any(|it| template::is_template(it.uri)) {
        capabilities.completions = Some(JsonObject::default());
    }
    capabilities
}
