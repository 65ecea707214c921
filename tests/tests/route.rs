//! One of our tools in an rmcp server that exists already: one more line.

mod support;

use mrtr::host::{Host, malformed_request};
use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, serve_server, tool, tool_router};
use serde_json::json;
use support::wire::{Wire, able};
use support::{greet, greet_args, key, sure_and_roots, text};

#[derive(Clone)]
struct Existing {
    tools: ToolRouter<Self>,
}

#[tool_router]
impl Existing {
    #[tool(description = "Their own tool")]
    async fn theirs(&self) -> String {
        "theirs".to_owned()
    }
}

impl Existing {
    fn new() -> Self {
        let host = Host::builder("existing")
            .key(&key())
            .state(support::tool::Greeting("Hello"))
            .build()
            .expect("a host");
        Self {
            tools: Self::tool_router().with_route(host.route(greet).expect("a route")),
        }
    }
}

impl ServerHandler for Existing {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list_all()))
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

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(malformed_request(&request)
            .unwrap_or_else(|| ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None)))
    }
}

fn existing() -> Wire {
    Wire::over(|reader, writer| async move {
        let running = serve_server(Existing::new(), (reader, writer))
            .await
            .expect("it starts");
        running.waiting().await.expect("no panic");
    })
}

#[tokio::test]
async fn every_round_reaches_the_flow_through_the_router() {
    let mut params = greet_args();
    let first = existing().call(params.clone(), able()).await;
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    params["requestState"] = first["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    let second = existing().call(params.clone(), able()).await;
    params["requestState"] = second["result"]["requestState"].clone();
    params["inputResponses"] = support::repeat(1);
    let third = existing().call(params, able()).await;
    assert_eq!(text(&third), "Hello Ann 1 times, 2 roots");
}

#[tokio::test]
async fn their_tools_stay_as_they_are() {
    let mut wire = existing();
    let listed = wire.request("tools/list", json!({"_meta": able()})).await;
    let names: Vec<_> = listed["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| tool["name"].clone())
        .collect();
    assert_eq!(names, ["greet", "theirs"]);
    let theirs = wire.call(json!({"name": "theirs"}), able()).await;
    assert_eq!(text(&theirs), "theirs");
}

#[tokio::test]
async fn malformed_parameters_are_refused_with_one_helper() {
    let mut params = greet_args();
    params["inputResponses"] = json!([1]);
    let refused = existing().call(params, able()).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
}
