//! Rounds of questions, inside of one call.

use serde_json::{Value, json};

use crate::older::{Older, Reply, able, accept, message};
use crate::support::{greet_args, server, text};

/// Answers whatever `greet` asks.
pub(crate) fn agreeable(request: &Value) -> Reply {
    match message(request) {
        "Greet Ann?" => accept(json!({"answer": true})),
        "How often?" => accept(json!({"times": 3, "and_then_wave": false})),
        _ if request["method"] == "roots/list" => {
            Reply::Result(json!({"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]}))
        }
        other => panic!("not asked by the tool: {other}"),
    }
}

#[tokio::test]
async fn the_same_tool_asks_by_requests() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let called = older.call(greet_args(), agreeable).await;
    assert_eq!(text(&called.response), "Hello Ann 3 times, 2 roots");
    let [roots, sure, how] = &called.asked[..] else {
        panic!("three questions: {called:?}");
    };
    assert_eq!(*roots, json!({"method": "roots/list"}));
    assert_eq!(
        *sure,
        json!({
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
        })
    );
    let fields = how["params"]["requestedSchema"]["properties"]
        .as_object()
        .expect("fields");
    let fields: Vec<_> = fields.keys().collect();
    assert_eq!(fields, ["times", "between", "and_then_wave"]);
    older.close().await;
}

#[tokio::test]
async fn nothing_of_the_new_protocol_is_on_the_wire() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let called = older.call(greet_args(), agreeable).await;
    let wire = format!("{called:?}");
    for word in ["resultType", "requestState", "inputRequests", "ttlMs"] {
        assert!(!wire.contains(word), "{wire}");
    }
}

#[tokio::test]
async fn a_field_that_this_protocol_does_not_know_is_not_looked_at() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let mut params = greet_args();
    params["requestState"] = json!("garbage");
    params["inputResponses"] = json!({"sure": {"action": "decline"}});
    let called = older.call(params, agreeable).await;
    assert_eq!(text(&called.response), "Hello Ann 3 times, 2 roots");
}

#[tokio::test]
async fn a_form_that_is_filled_in_wrongly_is_shown_again_with_the_reason() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let mut tried = false;
    let called = older
        .call(greet_args(), |request| {
            if message(request) == "How often?" && !std::mem::replace(&mut tried, true) {
                return accept(json!({"times": 1000, "and_then_wave": true}));
            }
            if message(request).starts_with("How often?\n\n") {
                return accept(json!({"times": 2, "and_then_wave": true}));
            }
            agreeable(request)
        })
        .await;
    assert_eq!(text(&called.response), "Hello Ann 2 times, 2 roots, waving");
    assert!(
        message(&called.asked[3]).contains("- times: must be at most 255"),
        "{called:?}"
    );
}

#[tokio::test]
async fn two_calls_of_one_connection_do_not_see_each_other() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let person = |name: &str| json!({"name": "greet", "arguments": {"name": name}});
    let ann = older.begin("tools/call", person("Ann")).await;
    let bob = older.begin("tools/call", person("Bob")).await;

    // Each answer goes back for the later call first.
    let mut waiting = Vec::new();
    let mut texts = std::collections::BTreeMap::new();
    while texts.len() < 2 {
        let message = older.next().await;
        if message.get("method").is_none() {
            texts.insert(message["id"].as_u64(), text(&message).to_owned());
        } else {
            waiting.push(message);
        }
        let still = 2 - texts.len();
        if waiting.len() == still {
            for request in waiting.drain(..).rev() {
                let reply = match crate::older::message(&request) {
                    "How often?" => accept(json!({"times": 1, "and_then_wave": false})),
                    "" => Reply::Result(json!({"roots": []})),
                    sure => accept(json!({"answer": sure.contains("Bob")})),
                };
                older.reply(&request, reply).await;
            }
        }
    }
    assert_eq!(texts[&Some(ann)], "not greeted");
    assert_eq!(texts[&Some(bob)], "Hello Bob 1 times, 0 roots");
}

#[tokio::test]
async fn each_older_version_is_served() {
    for version in ["2025-06-18", "2025-03-26", "2024-11-05"] {
        let mut older = Older::connected(server(), version, able()).await;
        let called = older.call(greet_args(), agreeable).await;
        assert_eq!(
            text(&called.response),
            "Hello Ann 3 times, 2 roots",
            "{version}"
        );
    }
}
