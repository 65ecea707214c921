//! An rmcp handler beside our server, and listings that say more.

use mrtr::Tool;
use mrtr::host::{Server, StartProblem};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{
    ErrorData, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
    ServerConfig, SubscribeRequestParams, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

use crate::shop::{able, call, order, retry, shop, three_large};
use crate::support::wire::Wire;
use crate::support::{key, text};

struct Theirs {
    tools: ToolRouter<Self>,
}

#[tool_router]
impl Theirs {
    #[tool(description = "Their own tool")]
    async fn theirs(&self) -> String {
        "theirs".to_owned()
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Theirs {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_subscribe()
            .build();
        ServerConfig::new(capabilities).with_instructions("theirs")
    }

    async fn list_resources(
        &self,
        params: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        // Two pages.
        let is_first = params.is_none_or(|params| params.cursor.is_none());
        let name = if is_first { "one" } else { "two" };
        let resource = Resource::new(format!("theirs://{name}"), name);
        let mut listed = ListResourcesResult::with_all_items(vec![resource]);
        listed.next_cursor = is_first.then(|| "2".into());
        Ok(listed)
    }

    #[allow(deprecated)] // by the protocol, with its older versions
    async fn subscribe(
        &self,
        params: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        match &*params.uri {
            "theirs://one" => Ok(()),
            other => Err(ErrorData::invalid_params(other.to_owned(), None)),
        }
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = ResourceContents::text("read", params.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

fn both() -> Server {
    let tools = Theirs::tool_router();
    shop().beside(Theirs { tools })
}

async fn request(wire: &mut Wire, method: &str, mut params: Value) -> Value {
    params["_meta"] = able();
    wire.request(method, params).await
}

#[tokio::test]
async fn what_both_have_is_in_one_list_and_ours_comes_first() {
    let mut wire = Wire::to(both());
    let listed = request(&mut wire, "tools/list", json!({})).await;
    let names: Vec<_> = listed["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        names,
        [
            "order",
            "order_elsewhere",
            "climb",
            "everything",
            "show",
            "theirs"
        ]
    );
    let first = request(&mut wire, "resources/list", json!({})).await;
    assert_eq!(first["result"]["resources"][0]["uri"], "theirs://one");
    let cursor = &first["result"]["nextCursor"];
    let second = request(&mut wire, "resources/list", json!({"cursor": cursor})).await;
    assert_eq!(second["result"]["resources"][0]["uri"], "theirs://two");
    let found = request(&mut wire, "server/discover", json!({})).await;
    assert_eq!(found["result"]["instructions"], "theirs", "{found}");
    assert_eq!(
        found["result"]["capabilities"]["resources"]["subscribe"],
        true
    );
    assert!(
        found["result"]["capabilities"]["completions"].is_object(),
        "{found}"
    );
}

#[tokio::test]
async fn each_serves_its_own() {
    let mut wire = Wire::to(both());
    let theirs = request(&mut wire, "tools/call", call("theirs", json!({}))).await;
    assert_eq!(text(&theirs), "theirs");
    let params = call("order", json!({"item": "tea"}));
    let asked = request(&mut wire, "tools/call", params.clone()).await;
    let ours = request(
        &mut wire,
        "tools/call",
        retry(&params, &asked, three_large()),
    )
    .await;
    assert_eq!(ours["result"]["structuredContent"]["count"], 3, "{ours}");
    let read = request(&mut wire, "resources/read", json!({"uri": "theirs://one"})).await;
    assert_eq!(read["result"]["contents"][0]["text"], "read", "{read}");
    // What nobody has is unknown in our words.
    let prompt = request(&mut wire, "prompts/get", json!({"name": "nobody"})).await;
    assert_eq!(prompt["error"]["code"], -32602, "{prompt}");
    let completed = request(
        &mut wire,
        "completion/complete",
        json!({
            "ref": {"type": "ref/prompt", "name": "nobody"},
            "argument": {"name": "a", "value": ""},
        }),
    )
    .await;
    assert_eq!(completed["error"]["code"], -32602, "{completed}");
}

#[tokio::test]
async fn a_request_that_only_they_know_is_theirs() {
    for (uri, code) in [("theirs://one", None), ("theirs://two", Some(-32602))] {
        let mut wire = Wire::to(both());
        let older = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "older", "version": "1"},
        });
        wire.request("initialize", older).await;
        let answered = wire
            .request("resources/subscribe", json!({"uri": uri}))
            .await;
        assert_eq!(answered["error"]["code"].as_i64(), code, "{answered}");
    }
    // And where nobody is beside us, nobody knows it.
    let mut alone = Wire::to(shop());
    for method in ["tasks/get", "skills/list"] {
        let unknown = request(&mut alone, method, json!({"taskId": "1"})).await;
        assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    }
}

#[test]
fn a_name_that_both_have_stops_the_server() {
    let like_theirs = || {
        let mut info = order.describe();
        info.name = "theirs";
        info
    };
    let server = both().tool(like_theirs);
    let error = server.http_service().expect_err("it must not start");
    assert_eq!(
        error.problems(),
        [StartProblem::Duplicate { name: "theirs" }]
    );
}

#[tokio::test]
async fn a_listing_may_say_more_and_has_its_name() {
    let server = Server::new("tests", "1")
        .key(&key())
        .tool_as(order, |mut tool| {
            tool.name = "other".into();
            tool.with_title("Order")
                .with_annotations(ToolAnnotations::new().destructive(true))
        });
    let listed = request(&mut Wire::to(server), "tools/list", json!({})).await;
    let tool = &listed["result"]["tools"][0];
    assert_eq!(tool["name"], "order");
    assert_eq!(tool["title"], "Order");
    assert_eq!(tool["annotations"], json!({"destructiveHint": true}));
    assert_eq!(tool["description"], "Orders something");
}
