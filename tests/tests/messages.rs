//! What holds for every message, whatever the tool.

mod support;

use mrtr::host::Server;
use mrtr::{Form, Json, NotAccepted, ask, ask_all, mrtr_prompt, mrtr_resource, mrtr_tool, roots};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use support::wire::{Wire, able};
use support::{key, text};

#[derive(Serialize, JsonSchema)]
struct Quote {
    price: f64,
}

#[derive(Form)]
struct Share {
    share: f64,
}

/// Has a result of a shape of its own
#[mrtr_tool]
async fn quote(symbol: String) -> Result<Json<Quote>, NotAccepted> {
    let _ = ask!(bool, key = "sure", "Fetch {symbol}?").accepted()?;
    Ok(Json(Quote { price: 1.5 }))
}

/// Asks for a number
#[mrtr_tool]
async fn share() -> Result<String, NotAccepted> {
    let share = ask!(Share, "How much?").accepted()?;
    Ok(share.share.to_string())
}

/// Asks two things of two families
#[mrtr_tool]
async fn families() -> Result<String, NotAccepted> {
    let (sure, roots) = ask_all!(ask!(bool, "Sure?"), roots!());
    Ok(format!("{} {}", sure.accepted()?, roots.len()))
}

#[mrtr_prompt]
async fn plain_prompt() -> &'static str {
    "Hello"
}

#[mrtr_prompt]
async fn asking_prompt() -> Result<String, NotAccepted> {
    ask!(String, "What?").accepted()
}

#[mrtr_resource("app://plain")]
async fn plain_resource() -> &'static str {
    "plain"
}

#[mrtr_resource("app://asking/{name}")]
async fn asking_resource(name: String) -> Result<String, NotAccepted> {
    ask!(String, "What about {name}?").accepted()
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .tool(quote)
        .tool(share)
        .tool(families)
        .prompt(plain_prompt)
        .prompt(asking_prompt)
        .resource(plain_resource)
        .resource(asking_resource)
}

#[tokio::test]
async fn every_result_says_whether_it_is_one() {
    let mut wire = Wire::to(server());
    let quote = json!({"name": "quote", "arguments": {"symbol": "x"}});
    let completion = json!({
        "ref": {"type": "ref/prompt", "name": "plain_prompt"},
        "argument": {"name": "x", "value": ""},
    });
    for (method, params, kind) in [
        ("server/discover", json!({}), "complete"),
        ("tools/list", json!({}), "complete"),
        ("prompts/list", json!({}), "complete"),
        ("resources/list", json!({}), "complete"),
        ("resources/templates/list", json!({}), "complete"),
        ("completion/complete", completion, "complete"),
        ("tools/call", quote, "input_required"),
        // Arguments that do not fit are told in a result, without the tool.
        ("tools/call", json!({"name": "quote"}), "complete"),
        ("prompts/get", json!({"name": "plain_prompt"}), "complete"),
        (
            "prompts/get",
            json!({"name": "asking_prompt"}),
            "input_required",
        ),
        ("resources/read", json!({"uri": "app://plain"}), "complete"),
        (
            "resources/read",
            json!({"uri": "app://asking/a"}),
            "input_required",
        ),
    ] {
        let mut params = params;
        params["_meta"] = able();
        let response = wire.request(method, params).await;
        let result = &response["result"];
        assert_eq!(result["resultType"], kind, "{method}: {response}");
        // A cache that kept a question would ask the next person for the answer of this one.
        let may_be_kept = kind == "complete";
        for hint in ["ttlMs", "cacheScope"] {
            let is_there = result.get(hint).is_some();
            assert!(may_be_kept || !is_there, "{method}: {response}");
        }
    }
}

#[tokio::test]
async fn an_id_comes_back_as_it_went_and_links_nothing() {
    let mut wire = Wire::to(server());
    let call = |id: &Value, more: &Value| {
        let mut params = json!({"name": "share", "_meta": able()});
        for (name, value) in more.as_object().expect("an object") {
            params[name] = value.clone();
        }
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    for id in [
        json!(9_223_372_036_854_775_807_i64),
        json!("0001"),
        json!(""),
        json!(0),
    ] {
        wire.send(call(&id, &json!({}))).await;
        let asked = wire.next().await;
        assert_eq!(asked["id"], id);
        // The same id once more, for another call: it is the state that says what goes on.
        wire.send(call(&id, &json!({}))).await;
        let other = wire.next().await;
        assert_eq!(other["result"]["resultType"], "input_required", "{other}");
        let answer = json!({
            "requestState": asked["result"]["requestState"],
            "inputResponses": {"share": {"action": "accept", "content": {"share": 0.5}}},
        });
        wire.send(call(&id, &answer)).await;
        let ended = wire.next().await;
        assert_eq!((&ended["id"], text(&ended)), (&id, "0.5"));
    }
}

#[tokio::test]
async fn a_question_is_not_held_against_the_shape_of_the_result() {
    let mut wire = Wire::to(server());
    let listed = wire.request("tools/list", json!({"_meta": able()})).await;
    let schema = &listed["result"]["tools"][0]["outputSchema"];
    assert_eq!(schema["required"], json!(["price"]), "{listed}");

    let mut call = json!({"name": "quote", "arguments": {"symbol": "x"}});
    let asked = wire.call(call.clone(), able()).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    assert_eq!(asked["result"].get("content"), None);
    assert_eq!(asked["result"].get("structuredContent"), None);
    call["requestState"] = asked["result"]["requestState"].clone();
    call["inputResponses"] = json!({"sure": {"action": "accept", "content": {"answer": true}}});
    let ended = wire.call(call, able()).await;
    assert_eq!(ended["result"]["structuredContent"], json!({"price": 1.5}));
}

#[tokio::test]
async fn an_answer_of_another_family_is_asked_for_again() {
    let mut wire = Wire::to(server());
    let mut call = json!({"name": "families"});
    let asked = wire.call(call.clone(), able()).await;
    call["requestState"] = asked["result"]["requestState"].clone();
    call["inputResponses"] = json!({
        "sure": {"roots": [{"uri": "file:///x"}]},
        "roots": {"action": "accept", "content": {}},
    });
    let again = wire.call(call.clone(), able()).await;
    let keys = again["result"]["inputRequests"].as_object().expect("asked");
    assert_eq!(keys.len(), 2, "{again}");
    call["inputResponses"] = json!({
        "sure": {"action": "accept", "content": {"answer": true}},
        "roots": {"roots": []},
    });
    call["requestState"] = again["result"]["requestState"].clone();
    assert_eq!(text(&wire.call(call, able()).await), "true 0");
}

#[tokio::test]
async fn a_number_that_nobody_can_hold_ends_nothing() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "share", "_meta": able()});
    let asked = wire.call(params.clone(), able()).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = json!({"share": {"action": "accept", "content": {"share": 0.25}}});
    let good = json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": params});
    // It is no number that JSON readers agree on, so this line is no message for anybody.
    wire.write(&good.to_string().replace("0.25", "1e400")).await;
    wire.send(good).await;
    loop {
        let response = wire.next().await;
        if response["id"] == 77 && response.get("result").is_some() {
            assert_eq!(text(&response), "0.25");
            break;
        }
        assert!(response.get("error").is_some(), "{response}");
    }
}
