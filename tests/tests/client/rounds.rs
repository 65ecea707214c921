//! What a retry carries: C01, C09, C13, P01, P04, P18, V09.

use std::sync::{Arc, Mutex};

use mrtr::client::{Answerer, FormHandler, Handlers, Round};
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use crate::server::{agreeable, asks, client, done, form, params, retry};

#[tokio::test]
async fn a_retry_is_the_call_plus_this_rounds_answers_and_state() {
    let results = vec![
        asks(
            json!({"one": form("1"), "where": {"method": "roots/list"}}),
            "S1",
        ),
        asks(json!({"two": form("2")}), None),
        asks(json!({}), "S3"),
        done(),
    ];
    let (client, sent) = client(results, agreeable()).await;
    let result = client.call(params()).await.expect("finished");
    assert_eq!(result.is_error, None);

    let calls = sent.calls();
    for call in &calls {
        assert_eq!(
            (&call["name"], &call["arguments"]),
            (&json!("t"), &json!({"n": 1}))
        );
    }
    let one = json!({
        "one": {"action": "accept", "content": {"a": "1"}},
        "where": {"roots": [{"uri": "file:///here"}]},
    });
    let two = json!({"two": {"action": "accept", "content": {"a": "2"}}});
    let (first, third) = (json!("S1"), json!("S3"));
    let retries: Vec<_> = calls.iter().map(retry).collect();
    assert_eq!(
        retries,
        [
            (None, None),
            (Some(&one), Some(&first)),
            (Some(&two), None),
            (None, Some(&third)),
        ]
    );
}

#[tokio::test]
async fn every_request_has_its_own_id_and_the_whole_meta() {
    let results = vec![
        asks(json!({"q": form("?")}), "S1"),
        asks(json!({}), "S2"),
        done(),
    ];
    let (client, sent) = client(results, agreeable()).await;
    let mut call = params();
    let meta = call.meta.get_or_insert_default();
    meta.insert("acme/x".to_owned(), json!([1]));
    let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let call = client
        .call(call)
        .trace(traceparent.parse().expect("a trace"));
    call.await.expect("finished");

    let requests = sent.of("tools/call");
    let mut ids: Vec<String> = requests.iter().map(|it| it["id"].to_string()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3, "an id was used twice");
    for request in &requests {
        let meta = &request["params"]["_meta"];
        assert_eq!(
            meta["io.modelcontextprotocol/protocolVersion"],
            "2026-07-28"
        );
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "test");
        assert_eq!(
            meta["io.modelcontextprotocol/clientCapabilities"],
            json!({"elicitation": {"form": {}}, "roots": {}})
        );
        assert_eq!(meta["acme/x"], json!([1]));
        assert_eq!(meta["traceparent"], traceparent);
    }
}

#[tokio::test]
async fn fields_of_an_earlier_call_are_not_sent() {
    let results = vec![
        asks(json!({}), "S1"),
        asks(json!({"q": form("?")}), None),
        done(),
    ];
    let (client, sent) = client(results, agreeable()).await;
    let stale = params()
        .with_request_state("old")
        .with_input_responses([("old".to_owned(), json!({}))].into());
    client.call(stale).await.expect("finished");
    let calls = sent.calls();
    let q = json!({"q": {"action": "accept", "content": {"a": "?"}}});
    let retries: Vec<_> = calls.iter().map(retry).collect();
    assert_eq!(
        retries,
        [(None, None), (None, Some(&json!("S1"))), (Some(&q), None)]
    );
}

#[tokio::test]
async fn state_is_echoed_byte_for_byte() {
    for state in [
        " lead\ttail \n",
        "\0",
        "ünïcödé😀",
        "{\"a\" : 1}",
        "",
        &*"x".repeat(1 << 18).leak(),
    ] {
        let results = vec![asks(json!({"q": form("?")}), state), done()];
        let (client, sent) = client(results, agreeable()).await;
        client.call(params()).await.expect("finished");
        assert_eq!(sent.calls()[1]["requestState"], state);
    }
}

#[tokio::test]
async fn a_key_is_answered_as_it_was_written() {
    let keys = ["__proto__", "", "a/b.c ä", "constructor", "\u{0}"];
    let questions = Value::from_iter(keys.map(|key| (key, json!({"method": "roots/list"}))));
    let (client, sent) = client(vec![asks(questions, "S"), done()], agreeable()).await;
    client.call(params()).await.expect("finished");
    let calls = sent.calls();
    let answers = calls[1]["inputResponses"].as_object().expect("answers");
    assert_eq!(answers.len(), keys.len());
    for key in keys {
        assert!(answers[key]["roots"].is_array(), "{key:?}");
    }
}

#[tokio::test]
async fn prompts_and_resources_ask_too() {
    let prompt = json!({"resultType": "complete", "messages": []});
    let resource =
        json!({"resultType": "complete", "contents": [], "ttlMs": 0, "cacheScope": "private"});
    let asking = || asks(json!({"q": form("?")}), "S");
    let (client, sent) = client(vec![asking(), prompt, asking(), resource], agreeable()).await;
    let call = client.call(GetPromptRequestParams::new("p"));
    assert_eq!(call.await.expect("finished").messages, []);
    let call = client.call(ReadResourceRequestParams::new("file:///a"));
    assert_eq!(call.await.expect("finished").contents, []);

    for (method, name, value) in [
        ("prompts/get", "name", "p"),
        ("resources/read", "uri", "file:///a"),
    ] {
        let requests = sent.of(method);
        assert_eq!(requests.len(), 2, "{method}");
        let params = &requests[1]["params"];
        assert_eq!(params[name], value);
        assert_eq!(params["requestState"], "S");
        assert_eq!(params["inputResponses"]["q"]["action"], "accept");
    }
}

#[tokio::test]
async fn what_was_made_of_answers_is_never_reused() {
    let resource = |text: &str| {
        let contents = json!([{"uri": "file:///a", "text": text}]);
        // A server that does not know better lets everybody have it for an hour.
        let (ttl, scope) = (3_600_000, "public");
        json!({"resultType": "complete", "contents": contents, "ttlMs": ttl, "cacheScope": scope})
    };
    let asking = || asks(json!({"q": form("?")}), "S");
    let results = vec![asking(), resource("mine"), asking(), resource("theirs")];
    let (client, sent) = client(results, agreeable()).await;
    for text in ["mine", "theirs"] {
        let call = client.call(ReadResourceRequestParams::new("file:///a"));
        let read = serde_json::to_value(call.await.expect("finished")).expect("JSON");
        assert_eq!(read["contents"][0]["text"], text);
    }
    assert_eq!(sent.of("resources/read").len(), 4);
}

#[tokio::test]
async fn answers_stay_in_their_own_call() {
    // Two calls at once: each gets its own questions, and its own answers only.
    let (client, sent) = client(
        vec![
            asks(json!({"q": form("first")}), "S1"),
            asks(json!({"q": form("second")}), "S2"),
            done(),
            done(),
        ],
        agreeable(),
    )
    .await;
    let (one, two) = tokio::join!(
        client.call(params()).into_future(),
        client.call(params()).into_future()
    );
    one.expect("finished");
    two.expect("finished");
    let calls = sent.calls();
    let retries: Vec<(&Value, &Value)> = calls[2..]
        .iter()
        .map(|call| {
            (
                &call["requestState"],
                &call["inputResponses"]["q"]["content"]["a"],
            )
        })
        .collect();
    assert_eq!(retries.len(), 2);
    for (state, answer) in retries {
        let expected = if state == "S1" { "first" } else { "second" };
        assert_eq!(answer, expected);
    }
}

/// A round's number, keys, length of state and server.
type Told = (u32, Vec<String>, Option<usize>, String);

struct Listener(Handlers, Arc<Mutex<Vec<Told>>>);

impl Answerer for Listener {
    fn forms(&self) -> Option<&dyn FormHandler> {
        self.0.forms()
    }

    fn on_round(&self, round: &Round<'_>) {
        let keys = round.keys.iter().map(|&key| key.to_owned()).collect();
        self.1.lock().expect("no panic").push((
            round.number,
            keys,
            round.state_bytes,
            round.server.to_string(),
        ));
    }
}

#[tokio::test]
async fn each_round_is_told_before_it_is_answered() {
    let results = vec![
        asks(json!({"b": form("?"), "a": form("?")}), "12345"),
        asks(json!({}), ""),
        asks(json!({"c": form("?")}), None),
        done(),
    ];
    let rounds = Arc::default();
    let (client, _) = client(results, Listener(agreeable(), Arc::clone(&rounds))).await;
    client.call(params()).await.expect("finished");
    let told = |number, keys: &[&str], state| {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        (number, keys, state, "scripted".to_owned())
    };
    assert_eq!(
        *rounds.lock().expect("no panic"),
        [
            told(1, &["a", "b"], Some(5)),
            told(2, &[], Some(0)),
            told(3, &["c"], None),
        ]
    );
}
