//! The host, over raw JSON lines.

mod support;

use serde_json::{Value, json};
use support::server;
use support::wire::{Wire, able, meta};

fn greet() -> Value {
    json!({"name": "greet", "arguments": {"name": "Ann"}})
}

fn text(response: &Value) -> &str {
    response["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{response}"))
}

#[tokio::test]
async fn each_round_may_go_to_another_server() {
    let mut params = greet();
    let first = Wire::to(server()).call(params.clone(), able()).await;
    assert_eq!(first["result"]["resultType"], "input_required");
    assert_eq!(
        first["result"]["inputRequests"],
        json!({
            "sure": {
                "method": "elicitation/create",
                "params": {
                    "mode": "form",
                    "message": "Greet Ann?",
                    "requestedSchema": {
                        "type": "object",
                        "properties": {"answer": {"type": "boolean"}},
                        "required": ["answer"],
                    },
                },
            },
            "roots": {"method": "roots/list"},
        })
    );

    params["requestState"] = first["result"]["requestState"].clone();
    params["inputResponses"] = json!({
        "sure": {"action": "accept", "content": {"answer": true}},
        "roots": {"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]},
    });
    let second = Wire::to(server()).call(params.clone(), able()).await;
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");

    params["requestState"] = second["result"]["requestState"].clone();
    params["inputResponses"] = json!({"times": {"action": "accept", "content": {"answer": 3}}});
    let third = Wire::to(server()).call(params, able()).await;
    assert_eq!(third["result"]["resultType"], "complete");
    assert_eq!(text(&third), "Hello Ann 3 times, 2 roots");
}

#[tokio::test]
async fn null_is_absent() {
    let mut params = greet();
    params["requestState"] = Value::Null;
    params["inputResponses"] = Value::Null;
    let response = Wire::to(server()).call(params, able()).await;
    assert_eq!(response["result"]["resultType"], "input_required");
}
