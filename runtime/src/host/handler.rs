use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    ListToolsResult, PaginatedRequestParams, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::answer::{self, Incoming};
use super::{Host, convert, malformed_request};
use crate::tool::ToolInfo;

/// What rmcp calls. Every request gets a clone, and nothing is kept between two of them.
#[derive(Clone)]
pub(super) struct Handler(Arc<Served>);

struct Served {
    host: Host,
    config: ServerConfig,
    /// In the order in which they were registered.
    tools: Vec<(ToolInfo, Tool)>,
}

impl Handler {
    pub(super) fn new(host: Host, config: ServerConfig, tools: Vec<ToolInfo>) -> Self {
        let tools = tools
            .into_iter()
            .map(|info| (info, convert::tool(&info)))
            .collect();
        Self(Arc::new(Served {
            host,
            config,
            tools,
        }))
    }

    fn find(&self, name: &str) -> Option<&(ToolInfo, Tool)> {
        self.0.tools.iter().find(|(info, _)| info.name == name)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.0.config.clone()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.0.tools.iter().map(|(_, tool)| tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.find(name).map(|(_, tool)| tool.clone())
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // Spec: *server/tools*, error handling.
        let Some((tool, _)) = self.find(&params.name) else {
            let unknown = format!("there is no tool `{}`", params.name);
            return Err(ErrorData::invalid_params(unknown, None));
        };
        let incoming = Incoming {
            arguments: params.arguments,
            responses: params.input_responses,
            state: params.request_state,
        };
        answer::call_tool(&self.0.host, tool, incoming, &context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(malformed_request(&request)
            .unwrap_or_else(|| ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None)))
    }
}
