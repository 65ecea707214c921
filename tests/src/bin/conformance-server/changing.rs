//! Lists that change, and a resource that can be watched: an rmcp handler beside our server.

use std::sync::atomic::{AtomicU32, Ordering};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler, tool, tool_router};
use tokio::sync::watch;

/// How often each list has changed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Changes {
    tools: u32,
    prompts: u32,
}

pub(crate) struct Changing {
    tools: ToolRouter<Self>,
    changes: watch::Sender<Changes>,
    calls: AtomicU32,
}

#[tool_router]
impl Changing {
    pub(crate) fn new() -> Self {
        Self {
            tools: Self::tool_router(),
            changes: watch::Sender::default(),
            calls: AtomicU32::new(0),
        }
    }

    #[tool(description = "Changes the list of tools")]
    async fn test_trigger_tool_change(&self) -> String {
        self.changes.send_modify(|changes| changes.tools += 1);
        self.told()
    }

    #[tool(description = "Changes the list of prompts")]
    async fn test_trigger_prompt_change(&self) -> String {
        self.changes.send_modify(|changes| changes.prompts += 1);
        self.told()
    }

    fn told(&self) -> String {
        format!("change {}", self.calls.fetch_add(1, Ordering::Relaxed))
    }
}

impl ServerHandler for Changing {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list_all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.tools
            .call(ToolCallContext::new(self, params, context))
            .await
    }

    #[allow(deprecated)] // by the protocol, with its older versions
    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    #[allow(deprecated)] // as above
    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut news = self.changes.subscribe();
        let mut told = *news.borrow_and_update();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = news.changed() => if changed.is_err() { return Ok(()) },
            }
            let now = *news.borrow_and_update();
            let sink = context.sink();
            // What a client did not ask for is refused here, and it is gone where it does not read.
            if now.tools != told.tools {
                let _ = sink.notify_tool_list_changed().await;
            }
            if now.prompts != told.prompts {
                let _ = sink.notify_prompt_list_changed().await;
            }
            told = now;
        }
    }
}
