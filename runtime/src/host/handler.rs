use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::answer::{self, Incoming};
use super::check::Offered;
use super::{Host, convert, listed, malformed_request, template};
use crate::tool::{PromptInfo, ResourceInfo, ToolInfo};

/// What rmcp calls. Every request gets a clone, and nothing is kept between two of them.
#[derive(Clone)]
pub(super) struct Handler(Arc<Served>);

struct Served {
    host: Host,
    config: ServerConfig,
    /// In the order in which they were registered.
    offered: Offered,
}

impl Handler {
    pub(super) fn new(host: Host, mut config: ServerConfig, offered: Offered) -> Self {
        config.capabilities = capabilities(&offered);
        Self(Arc::new(Served {
            host,
            config,
            offered,
        }))
    }

    pub(super) fn host(&self) -> &Host {
        &self.0.host
    }

    fn tool(&self, name: &str) -> Option<&ToolInfo> {
        self.0.offered.tools.iter().find(|info| info.name == name)
    }

    fn prompt(&self, name: &str) -> Option<&PromptInfo> {
        self.0.offered.prompts.iter().find(|info| info.name == name)
    }

    /// The resource that a URI asks for, and what the URI says.
    fn resource(&self, uri: &str) -> Option<(&ResourceInfo, rmcp::model::JsonObject)> {
        let resources = &self.0.offered.resources;
        let fixed = resources.iter().filter(|it| !template::is_template(it.uri));
        let templates = resources.iter().filter(|it| template::is_template(it.uri));
        fixed
            .chain(templates)
            .find_map(|resource| Some((resource, template::variables(resource.uri, uri)?)))
    }
}

/// What the server says of itself: an empty list is not a capability.
fn capabilities(offered: &Offered) -> ServerCapabilities {
    let Offered {
        tools,
        prompts,
        resources,
    } = offered;
    let mut capabilities = ServerCapabilities::default();
    // A server of nothing is one whose tools are still to come.
    if !tools.is_empty() || (prompts.is_empty() && resources.is_empty()) {
        capabilities.tools = Some(rmcp::model::ToolsCapability::default());
    }
    if !prompts.is_empty() {
        capabilities.prompts = Some(rmcp::model::PromptsCapability::default());
    }
    if !resources.is_empty() {
        capabilities.resources = Some(rmcp::model::ResourcesCapability::default());
    }
    if !prompts.is_empty() || resources.iter().any(|it| template::is_template(it.uri)) {
        capabilities.completions = Some(rmcp::model::JsonObject::default());
    }
    capabilities
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
        let tools = self.0.offered.tools.iter().map(convert::tool);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool(name).map(convert::tool)
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // Spec: *server/tools*, error handling.
        let Some(tool) = self.tool(&params.name) else {
            let unknown = format!("there is no tool `{}`", params.name);
            return Err(ErrorData::invalid_params(unknown, None));
        };
        let incoming = Incoming {
            arguments: params.arguments,
            responses: params.input_responses,
            state: params.request_state,
        };
        let outcome = answer::round(&self.0.host, tool, incoming, &context).await?;
        convert::outcome(outcome, convert::tool_result)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.0.offered.prompts.iter().map(listed::prompt);
        Ok(ListPromptsResult::with_all_items(prompts.collect()))
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        // Spec: *server/prompts*, error handling.
        let Some(prompt) = self.prompt(&params.name) else {
            let unknown = format!("there is no prompt `{}`", params.name);
            return Err(ErrorData::invalid_params(unknown, None));
        };
        let incoming = Incoming {
            arguments: params.arguments,
            responses: params.input_responses,
            state: params.request_state,
        };
        let outcome = answer::round(&self.0.host, prompt, incoming, &context).await?;
        convert::outcome(outcome, convert::prompt_result)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = self.0.offered.resources.iter();
        let fixed = resources.filter(|it| !template::is_template(it.uri));
        Ok(ListResourcesResult::with_all_items(
            fixed.map(listed::resource).collect(),
        ))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let resources = self.0.offered.resources.iter();
        let templates = resources.filter(|it| template::is_template(it.uri));
        Ok(ListResourceTemplatesResult::with_all_items(
            templates.map(listed::resource_template).collect(),
        ))
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = params.uri;
        // Spec: *server/resources*, error handling.
        let Some((resource, variables)) = self.resource(&uri) else {
            return Err(convert::no_such_resource(&uri));
        };
        let incoming = Incoming {
            arguments: Some(variables),
            responses: params.input_responses,
            state: params.request_state,
        };
        let is_retry = incoming.is_retry();
        let outcome = answer::round(&self.0.host, &resource.info, incoming, &context).await?;
        convert::outcome(outcome, |output| {
            convert::resource_result(resource, &uri, output, is_retry)
        })
        .map_err(|error| convert::about_resource(error, &uri))
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        use rmcp::model::Reference;

        let schema = match &params.r#ref {
            Reference::Prompt(prompt) => self.prompt(&prompt.name).map(|info| info.input_schema),
            Reference::Resource(resource) => {
                let mut resources = self.0.offered.resources.iter();
                let found = resources.find(|it| it.uri == resource.uri);
                found.map(|it| it.info.input_schema)
            }
            // Of a later version of the protocol.
            _ => None,
        };
        let Some(schema) = schema else {
            let unknown = "there is no such prompt, and no such resource template";
            return Err(ErrorData::invalid_params(unknown, None));
        };
        Ok(listed::completion(&schema(), &params.argument))
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
