//! Resources that ask, over raw JSON lines.

mod support;

use std::time::Duration;

use mrtr::host::Server;
use mrtr::wire::ResourceOutput;
use mrtr::{Answer, Json, ask, mrtr_resource};
use serde_json::{Value, json};
use support::key;
use support::tool::Greeting;
use support::wire::{Wire, able};

/// What this server is
#[mrtr_resource("app://about", mime_type = "text/markdown")]
async fn about(greeting: &Greeting) -> ResourceOutput {
    ResourceOutput::text(format!("# {}", greeting.0))
        .fresh_for(Duration::from_secs(60))
        .shared()
}

/// A row of a table
#[mrtr_resource("db://{table}/{id}", name = "row")]
async fn read_row(table: String, id: u32) -> Option<ResourceOutput> {
    if id > 99 {
        return None;
    }
    let text = match ask!(String, "Why do you read {table} {id}?") {
        Answer::Accept(why) => format!("{table} {id}, because {why}"),
        Answer::Decline | Answer::Cancel => return None,
    };
    // Somebody was asked, so this has no effect.
    Some(
        ResourceOutput::text(text)
            .fresh_for(Duration::from_secs(60))
            .shared(),
    )
}

/// One table is special
#[mrtr_resource("db://secret/1")]
async fn secret() -> Vec<u8> {
    vec![0, 255]
}

#[mrtr_resource("json://{name}")]
async fn json_of(name: String) -> Json<Value> {
    Json(json!({ "name": name }))
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(Greeting("Hello"))
        .resource(read_row)
        .resource(about)
        .resource(secret)
        .resource(json_of)
}

async fn read(wire: &mut Wire, params: Value) -> Value {
    let mut params = params;
    params["_meta"] = able();
    wire.request("resources/read", params).await
}

#[tokio::test]
async fn one_list_has_the_resources_and_one_the_templates() {
    let mut wire = Wire::to(server());
    let listed = wire
        .request("resources/list", json!({"_meta": able()}))
        .await;
    assert_eq!(
        listed["result"]["resources"],
        json!([
            {
                "uri": "app://about",
                "name": "about",
                "description": "What this server is",
                "mimeType": "text/markdown",
            },
            {"uri": "db://secret/1", "name": "secret", "description": "One table is special"},
        ]),
        "{listed}"
    );
    let templates = wire
        .request("resources/templates/list", json!({"_meta": able()}))
        .await;
    assert_eq!(
        templates["result"]["resourceTemplates"],
        json!([
            {"uriTemplate": "db://{table}/{id}", "name": "row", "description": "A row of a table"},
            {"uriTemplate": "json://{name}", "name": "json_of"},
        ]),
        "{templates}"
    );
}

#[tokio::test]
async fn what_nobody_was_asked_for_may_be_kept() {
    let mut wire = Wire::to(server());
    let result = read(&mut wire, json!({"uri": "app://about"})).await;
    assert_eq!(
        result["result"]["contents"],
        json!([{"uri": "app://about", "mimeType": "text/markdown", "text": "# Hello"}]),
        "{result}"
    );
    assert_eq!(result["result"]["ttlMs"], 60_000);
    assert_eq!(result["result"]["cacheScope"], "public");

    let result = read(&mut wire, json!({"uri": "json://a%20b"})).await;
    assert_eq!(
        result["result"]["contents"],
        json!([{
            "uri": "json://a%20b",
            "mimeType": "application/json",
            "text": "{\"name\":\"a b\"}",
        }]),
        "{result}"
    );
    assert_eq!(result["result"]["ttlMs"], 0);
    assert_eq!(result["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn one_that_is_no_template_comes_first() {
    let mut wire = Wire::to(server());
    let result = read(&mut wire, json!({"uri": "db://secret/1"})).await;
    assert_eq!(
        result["result"]["contents"],
        json!([{
            "uri": "db://secret/1",
            "mimeType": "application/octet-stream",
            "blob": "AP8=",
        }]),
        "{result}"
    );
}

#[tokio::test]
async fn what_came_of_an_answer_is_not_kept() {
    let mut params = json!({"uri": "db://users/7"});
    let asked = read(&mut Wire::to(server()), params.clone()).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    assert_eq!(
        result["inputRequests"]["text"]["params"]["message"],
        "Why do you read users 7?"
    );
    assert!(result.get("ttlMs").is_none(), "{asked}");
    assert!(result.get("cacheScope").is_none(), "{asked}");
    assert!(result.get("contents").is_none(), "{asked}");

    params["requestState"] = result["requestState"].clone();
    params["inputResponses"] =
        json!({"text": {"action": "accept", "content": {"answer": "audit"}}});
    let ended = read(&mut Wire::to(server()), params).await;
    assert_eq!(
        ended["result"]["contents"][0]["text"], "users 7, because audit",
        "{ended}"
    );
    assert_eq!(ended["result"]["ttlMs"], 0);
    assert_eq!(ended["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn state_is_for_one_uri() {
    let mut wire = Wire::to(server());
    let asked = read(&mut wire, json!({"uri": "db://users/7"})).await;
    let refused = read(
        &mut wire,
        json!({
            "uri": "db://users/8",
            "requestState": asked["result"]["requestState"],
            "inputResponses": {"text": {"action": "accept", "content": {"answer": "audit"}}},
        }),
    )
    .await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert_eq!(refused["error"]["data"]["reason"], "invalid_request_state");
}

#[tokio::test]
async fn a_resource_that_is_not_there_is_named() {
    let mut wire = Wire::to(server());
    for uri in [
        "db://users",
        "nothing://here",
        "db://users/100",
        "db://users/x",
        "",
    ] {
        let missing = read(&mut wire, json!({"uri": uri})).await;
        assert_eq!(missing["error"]["code"], -32602, "{missing}");
        assert_eq!(missing["error"]["data"]["uri"], uri);
    }
}

#[tokio::test]
async fn a_server_says_that_it_has_resources_and_nothing_else() {
    let mut wire = Wire::to(server());
    let found = wire
        .request("server/discover", json!({"_meta": able()}))
        .await;
    let capabilities = &found["result"]["capabilities"];
    assert!(capabilities["resources"].is_object(), "{found}");
    assert!(capabilities["tools"].is_null(), "{found}");
    assert!(capabilities["prompts"].is_null(), "{found}");
}
