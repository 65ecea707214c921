//! The host, over raw JSON lines.

mod support;

use std::sync::Arc;

use mrtr::host::Server;
use mrtr::seal::SealKey;
use serde_json::{Value, json};
use support::tool::{Watch, hang};
use support::wire::{Wire, able, meta};
use support::{greet, greet_args, server, sure_and_roots, text};

#[tokio::test]
async fn each_round_may_go_to_another_server() {
    let mut params = greet_args();
    let first = Wire::to(server()).call(params.clone(), able()).await;
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
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
    params["inputResponses"] = sure_and_roots();
    let second = Wire::to(server()).call(params.clone(), able()).await;
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");
    assert_ne!(second["result"]["requestState"], params["requestState"]);

    params["requestState"] = second["result"]["requestState"].clone();
    params["inputResponses"] = support::repeat(3);
    let third = Wire::to(server()).call(params, able()).await;
    assert_eq!(third["result"]["resultType"], "complete", "{third}");
    assert_eq!(text(&third), "Hello Ann 3 times, 2 roots");
}

#[tokio::test]
async fn a_form_keeps_the_order_of_its_fields() {
    let mut wire = Wire::to(server());
    let mut params = greet_args();
    let asked = wire.call(params.clone(), able()).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    params["_meta"] = able();
    let text = wire.request_text("tools/call", params).await;
    let place = |field: &str| text.find(&format!("\"{field}\":{{")).expect(&text);
    let places = [place("times"), place("between"), place("and_then_wave")];
    assert!(places.is_sorted(), "{text}");
}

#[tokio::test]
async fn declining_and_cancelling_end_the_call_in_words_of_their_own() {
    let mut told = Vec::new();
    for action in ["decline", "cancel"] {
        let mut wire = Wire::to(server());
        let mut params = greet_args();
        let asked = wire.call(params.clone(), able()).await;
        params["requestState"] = asked["result"]["requestState"].clone();
        params["inputResponses"] = json!({"sure": {"action": action}, "roots": {"roots": []}});
        let ended = wire.call(params, able()).await;
        assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
        assert_eq!(ended["result"]["isError"], true);
        told.push(text(&ended).to_owned());
        wire.close().await;
    }
    assert!(told[0].contains("declined"), "{}", told[0]);
    assert!(told[1].contains("cancelled"), "{}", told[1]);
}

#[tokio::test]
async fn null_is_absent() {
    let mut params = greet_args();
    params["requestState"] = Value::Null;
    params["inputResponses"] = Value::Null;
    let response = Wire::to(server()).call(params, able()).await;
    assert_eq!(
        response["result"]["resultType"], "input_required",
        "{response}"
    );
}

#[tokio::test]
async fn what_is_malformed_is_told_as_invalid_parameters() {
    let mut wire = Wire::to(server());
    for (field, value) in [
        ("inputResponses", json!("x")),
        ("inputResponses", json!([1])),
        ("inputResponses", json!(true)),
        ("requestState", json!(5)),
        ("requestState", json!({"a": 1})),
        ("arguments", json!("x")),
    ] {
        let mut params = greet_args();
        params[field] = value;
        let response = wire.call(params, able()).await;
        assert_eq!(response["error"]["code"], -32602, "{response}");
        let message = response["error"]["message"].as_str().expect("a message");
        assert!(message.contains(field), "{message}");
    }
    // As the first message of a connection as well, and the connection survives.
    let mut wire = Wire::to(server());
    let mut params = greet_args();
    params["inputResponses"] = json!([]);
    assert_eq!(wire.call(params, able()).await["error"]["code"], -32602);
    let asked = wire.call(greet_args(), able()).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn a_method_that_nobody_knows_stays_unknown() {
    let mut wire = Wire::to(server());
    let response = wire.request("acme/ping", json!({"_meta": able()})).await;
    assert_eq!(response["error"]["code"], -32601, "{response}");
}

#[tokio::test]
async fn an_entry_that_is_no_answer_is_invalid_and_one_that_is_unknown_is_ignored() {
    let mut wire = Wire::to(server());
    let mut params = greet_args();
    let asked = wire.call(params.clone(), able()).await;
    params["requestState"] = asked["result"]["requestState"].clone();

    params["inputResponses"] = json!({"sure": "yes", "roots": {"roots": []}});
    assert_eq!(
        wire.call(params.clone(), able()).await["error"]["code"],
        -32602
    );

    params["inputResponses"] = sure_and_roots();
    params["inputResponses"]["zzz"] = json!(1);
    let next = wire.call(params, able()).await;
    assert!(next["result"]["inputRequests"]["how"].is_object(), "{next}");
}

#[tokio::test]
async fn exactly_the_missing_capabilities_are_named() {
    for (declared, missing) in [
        (json!({}), json!({"elicitation": {"form": {}}, "roots": {}})),
        (json!({"roots": {}}), json!({"elicitation": {"form": {}}})),
        (json!({"elicitation": {}}), json!({"roots": {}})),
        (
            json!({"elicitation": {"url": {}}, "roots": {}}),
            json!({"elicitation": {"form": {}}}),
        ),
    ] {
        let response = Wire::to(server()).call(greet_args(), meta(declared)).await;
        assert_eq!(response["error"]["code"], -32021, "{response}");
        assert_eq!(
            response["error"]["data"],
            json!({"requiredCapabilities": missing})
        );
    }
}

#[tokio::test]
async fn capabilities_are_those_of_the_request() {
    let mut wire = Wire::to(server());
    let refused = wire.call(greet_args(), meta(json!({}))).await;
    assert_eq!(refused["error"]["code"], -32021);
    let asked = wire.call(greet_args(), able()).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    let refused = wire.call(greet_args(), meta(json!({}))).await;
    assert_eq!(refused["error"]["code"], -32021);
}

#[tokio::test]
async fn a_tool_that_does_not_ask_needs_no_capability() {
    let params = json!({"name": "add", "arguments": {"a": 2, "b": 40}});
    let response = Wire::to(server()).call(params, meta(json!({}))).await;
    assert_eq!(text(&response), "42");
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_for_the_model() {
    let params = json!({"name": "add", "arguments": {"a": "two"}});
    let response = Wire::to(server()).call(params, able()).await;
    assert_eq!(response["result"]["isError"], true, "{response}");
    assert!(text(&response).contains("`b`"), "{response}");
}

#[tokio::test]
async fn state_of_another_key_gets_the_one_refusal_and_so_does_garbage() {
    let mut params = greet_args();
    let asked = Wire::to(server()).call(params.clone(), able()).await;
    params["inputResponses"] = sure_and_roots();
    let other_key = SealKey::from_bytes([8; 32]).expect("a key");

    let mut refusals = Vec::new();
    for state in [
        asked["result"]["requestState"].clone(),
        json!("garbage"),
        json!(""),
    ] {
        params["requestState"] = state;
        let refused = Wire::to(server().key(&other_key))
            .call(params.clone(), able())
            .await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        assert_eq!(
            refused["error"]["data"],
            json!({"reason": "invalid_request_state"})
        );
        refusals.push(refused["error"].clone());
    }
    assert!(
        refusals.iter().all(|refusal| *refusal == refusals[0]),
        "{refusals:?}"
    );
}

#[tokio::test]
async fn state_is_for_one_server_by_name() {
    let mut params = greet_args();
    let asked = Wire::to(server()).call(params.clone(), able()).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    let namesake = Server::new("another", "1.0")
        .key(&support::key())
        .state(support::tool::Greeting("Hello"))
        .tool(greet);
    let refused = Wire::to(namesake).call(params, able()).await;
    assert_eq!(
        refused["error"]["data"]["reason"], "invalid_request_state",
        "{refused}"
    );
}

#[tokio::test]
async fn an_unknown_tool_is_an_invalid_parameter() {
    let response = Wire::to(server())
        .call(json!({"name": "nope"}), able())
        .await;
    assert_eq!(response["error"]["code"], -32602);
    assert_eq!(response["error"]["message"], "there is no tool `nope`");
}

#[tokio::test]
async fn tools_are_listed_in_the_order_of_registration() {
    let mut wire = Wire::to(server());
    let listed = wire.request("tools/list", json!({"_meta": able()})).await;
    assert_eq!(
        listed["result"]["tools"],
        json!([
            {
                "name": "greet",
                "description": "Greets somebody",
                "inputSchema": {
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "type": "object",
                    "properties": {"name": {"type": "string", "description": "Who is greeted"}},
                    "required": ["name"],
                },
            },
            {
                "name": "add",
                "inputSchema": {
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "type": "object",
                    "properties": {
                        "a": {"type": "integer", "format": "int64"},
                        "b": {"type": "integer", "format": "int64"},
                    },
                    "required": ["a", "b"],
                },
            },
        ])
    );
}

#[tokio::test]
async fn a_call_that_is_cancelled_is_dropped() {
    let watch = Arc::new(Watch::default());
    let mut wire = Wire::to(server().state(Arc::clone(&watch)).tool(hang));
    let params = json!({"name": "hang", "arguments": {}, "_meta": able()});
    wire.send(json!({"jsonrpc": "2.0", "id": "h", "method": "tools/call", "params": params}))
        .await;
    watch.running.notified().await;
    let params = json!({"requestId": "h", "reason": "too slow"});
    wire.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    watch.dropped.notified().await;
}

#[tokio::test]
async fn the_server_says_who_it_is() {
    let server = server().instructions("Greet politely.");
    let mut wire = Wire::to(server);
    let found = wire
        .request("server/discover", json!({"_meta": able()}))
        .await;
    assert_eq!(
        found["result"]["instructions"], "Greet politely.",
        "{found}"
    );
    assert!(
        found["result"]["capabilities"]["tools"].is_object(),
        "{found}"
    );
    wire.close().await;
}
