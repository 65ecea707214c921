//! The form of what is sent.

use serde_json::{Value, json};

use crate::shop::{able, call, retry, shop, three_large};
use crate::support::wire::Wire;

async fn request(wire: &mut Wire, method: &str, mut params: Value) -> Value {
    params["_meta"] = able();
    wire.request(method, params).await
}

#[tokio::test]
async fn every_result_says_what_it_is() {
    let mut wire = Wire::to(shop());
    for (method, params, kind) in [
        ("server/discover", json!({}), "complete"),
        ("tools/list", json!({}), "complete"),
        ("resources/list", json!({}), "complete"),
        ("resources/templates/list", json!({}), "complete"),
        ("tools/call", call("show", json!({})), "complete"),
        // Arguments that do not fit: a result, for the model.
        ("tools/call", call("order", json!({})), "complete"),
        ("tools/call", call("climb", json!({})), "input_required"),
        (
            "resources/read",
            json!({"uri": "shop://stock/tea"}),
            "input_required",
        ),
    ] {
        let response = request(&mut wire, method, params).await;
        assert_eq!(
            response["result"]["resultType"], kind,
            "{method}: {response}"
        );
    }
}

#[tokio::test]
async fn a_question_is_never_kept_in_a_cache() {
    let mut wire = Wire::to(shop());
    for (method, params) in [
        ("tools/call", call("climb", json!({}))),
        ("resources/read", json!({"uri": "shop://stock/tea"})),
    ] {
        let asked = request(&mut wire, method, params).await;
        let result = asked["result"].as_object().expect("a result");
        let mut members: Vec<_> = result.keys().filter(|it| *it != "_meta").collect();
        members.sort();
        assert_eq!(members, ["inputRequests", "requestState", "resultType"]);
    }
    let params = json!({"uri": "shop://stock/tea"});
    let asked = request(&mut wire, "resources/read", params.clone()).await;
    let read = request(
        &mut wire,
        "resources/read",
        retry(&params, &asked, three_large()),
    )
    .await;
    assert_eq!(read["result"]["contents"][0]["text"], "3 of tea", "{read}");
    assert_eq!(read["result"]["ttlMs"], 0);
    assert_eq!(read["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn structured_data_has_its_schema_and_a_question_is_none() {
    let mut wire = Wire::to(shop());
    let listed = request(&mut wire, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().expect("tools");
    let schema = &tools[0]["outputSchema"];
    assert_eq!(schema["type"], "object", "{schema}");
    assert_eq!(schema["properties"]["count"]["type"], "integer", "{schema}");
    assert_eq!(schema["required"], json!(["item", "count", "size"]));
    // Text has no schema.
    assert!(tools[1].get("outputSchema").is_none(), "{}", tools[1]);

    let params = call("order", json!({"item": "tea"}));
    let asked = request(&mut wire, "tools/call", params.clone()).await;
    assert!(
        asked["result"].get("structuredContent").is_none(),
        "{asked}"
    );
    let ended = request(
        &mut wire,
        "tools/call",
        retry(&params, &asked, three_large()),
    )
    .await;
    let ordered = json!({"item": "tea", "count": 3, "size": "large"});
    assert_eq!(ended["result"]["structuredContent"], ordered);
    let text = ended["result"]["content"][0]["text"]
        .as_str()
        .expect("text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), ordered);
}

#[tokio::test]
async fn every_kind_of_content_is_sent() {
    let shown = request(&mut Wire::to(shop()), "tools/call", call("show", json!({}))).await;
    assert_eq!(
        shown["result"]["content"],
        json!([
            {"type": "text", "text": "all", "annotations": {"audience": ["assistant"]}},
            {
                "type": "image", "data": "iQ==", "mimeType": "image/png",
                "annotations": {"audience": ["user"], "priority": 1.0},
            },
            {"type": "audio", "data": "AA==", "mimeType": "audio/wav"},
            {
                "type": "resource",
                "resource": {"uri": "shop://page", "mimeType": "text/html", "text": "<p>"},
            },
            {"type": "resource_link", "uri": "shop://stock/tea", "name": "tea"},
        ])
    );
}

#[tokio::test]
async fn no_other_method_may_ask() {
    let mut wire = Wire::to(shop());
    for (method, params) in [
        (
            "tools/list",
            json!({"requestState": "x", "inputResponses": {"a": {}}}),
        ),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/resource", "uri": "shop://stock/{item}"},
                "argument": {"name": "item", "value": "t"},
            }),
        ),
    ] {
        let response = request(&mut wire, method, params).await;
        assert_eq!(response["result"]["resultType"], "complete", "{response}");
    }
}

#[tokio::test]
async fn titles_and_hints_are_listed() {
    let mut wire = Wire::to(shop());
    let tools = request(&mut wire, "tools/list", json!({})).await;
    let tools = &tools["result"]["tools"];
    assert_eq!(tools[1]["title"], "Order elsewhere");
    assert_eq!(tools[1]["annotations"], json!({"readOnlyHint": true}));
    assert!(tools[0].get("title").is_none() && tools[0].get("annotations").is_none());
    let prompts = request(&mut wire, "prompts/list", json!({})).await;
    assert_eq!(prompts["result"]["prompts"][0]["title"], "Praise");
    let templates = request(&mut wire, "resources/templates/list", json!({})).await;
    assert_eq!(
        templates["result"]["resourceTemplates"][0]["title"],
        "Stock"
    );
}
