//! What a server can do beside its results, and results that nobody thought of: no hang, no loop, no
//! panic, and no answer that leaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr::Answer;
use mrtr::client::{
    CallErrorKind, Client, FormQuestion, Handlers, Limits, Root, RootsQuestion, Unanswered,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;

use crate::server::{
    Does, agreeable, asks, client, connected, done, form, page, params, retry, sampling, scripted,
};

/// A JSON-RPC message in a line of its own, in front of the response to request `id`.
fn before(message: &Value, id: u32, result: &Value) -> Does {
    let response = json!({"jsonrpc": "2.0", "id": id, "result": result});
    Does::Writes(format!("{message}\n{response}"))
}

/// Counts how often it is asked, and agrees.
fn counted() -> (Handlers, Arc<AtomicUsize>) {
    let asked = Arc::<AtomicUsize>::default();
    let (forms, roots) = (Arc::clone(&asked), Arc::clone(&asked));
    let handlers = Handlers::new()
        .on_form(move |_: FormQuestion| {
            forms.fetch_add(1, Ordering::SeqCst);
            async { Ok(Answer::Accept(Map::new())) }
        })
        .on_roots(move |_: RootsQuestion| {
            roots.fetch_add(1, Ordering::SeqCst);
            async { Ok(Vec::<Root>::new()) }
        });
    (handlers, asked)
}

#[tokio::test]
async fn a_question_beside_the_results_reaches_nobody() {
    for mut question in [form("?"), json!({"method": "roots/list"})] {
        question["jsonrpc"] = json!("2.0");
        question["id"] = json!("theirs");
        let (handlers, asked) = counted();
        let script = vec![before(&question, 1, &done())];
        let (client, sent) = connected(script, handlers).await;
        client.call(params()).await.expect("finished");
        while sent.answers().is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(sent.answers()[0]["error"]["code"], -32601, "{question}");
        assert_eq!(asked.load(Ordering::SeqCst), 0, "{question}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_ends_the_call() {
    let (client, _) = connected(vec![Does::Closes], agreeable()).await;
    let error = client.call(params()).await.expect_err("it is closed");
    assert!(matches!(error.kind(), CallErrorKind::Service(_)), "{error}");

    // After a round: what was asked is in the error, to go on with elsewhere.
    let asking = asks(json!({"q": form("?")}), "S1");
    let script = vec![Does::Returns(asking), Does::Closes];
    let (client, _) = connected(script, agreeable()).await;
    let error = client.call(params()).await.expect_err("it is closed");
    assert!(matches!(error.kind(), CallErrorKind::Service(_)), "{error}");
    let interim = error.interim().expect("a round");
    assert_eq!(interim.asked.request_state.as_deref(), Some("S1"));
}

#[tokio::test]
async fn a_response_that_comes_twice_counts_once() {
    let once = |id, result: Value| json!({"jsonrpc": "2.0", "id": id, "result": result});
    let asking = once(1, asks(json!({"q": form("?")}), "S1"));
    let (handlers, asked) = counted();
    let script = vec![
        before(&asking, 1, &asks(json!({"q": form("?")}), "S2")),
        Does::Returns(done()),
    ];
    let (client, sent) = connected(script, handlers).await;
    client.call(params()).await.expect("finished");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_eq!(retry(&sent.calls()[1]).1, Some(&json!("S1")));
}

#[tokio::test]
async fn a_response_to_a_call_that_was_given_up_belongs_to_no_other() {
    // The first call gets no response in time; it comes with that of the second.
    let late = json!({"jsonrpc": "2.0", "id": 1, "result": asks(json!({"q": form("?")}), "S1")});
    let (handlers, asked) = counted();
    let script = vec![Does::Nothing, before(&late, 2, &done())];
    let (client, sent) = connected(script, handlers).await;
    let limits = Limits::default().request_timeout(Duration::from_millis(20));
    let call = client.call(params()).limits(limits);
    call.await.expect_err("no reply");
    sent.wait_for("notifications/cancelled", 1).await;
    client.call(params()).await.expect("finished");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(retry(&sent.calls()[1]), (None, None));
}

#[tokio::test]
async fn notifications_of_every_kind_change_nothing() {
    let notify = |method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
    };
    let progress = |token: Value, progress: Value| {
        notify(
            "notifications/progress",
            json!({"progressToken": token, "progress": progress}),
        )
    };
    let lines = [
        progress(json!(999), json!(0.5)),
        progress(json!("nobody's"), json!(-1e308)),
        progress(json!(0), json!(1e308)),
        notify("notifications/progress", json!({})),
        notify("notifications/cancelled", json!({"requestId": 999})),
        notify("notifications/tools/list_changed", json!({})),
        notify(
            "notifications/elicitation/complete",
            json!({"elicitationId": "x"}),
        ),
        notify("notifications/acme", json!([])),
        json!({"jsonrpc": "2.0", "id": 1, "result": done()}).to_string(),
    ];
    let (client, _) = connected(vec![Does::Writes(lines.join("\n"))], agreeable()).await;
    client.call(params()).await.expect("finished");
}

#[tokio::test]
async fn what_is_open_is_cancelled_when_the_connection_is_closed() {
    let closed = Arc::new(Notify::new());
    let told = Arc::clone(&closed);
    let handlers = Handlers::new().on_form(move |question: FormQuestion| {
        let told = Arc::clone(&told);
        tokio::spawn(async move {
            question.origin.cancelled.cancelled().await;
            told.notify_one();
        });
        async { Err(Unanswered::because("nobody is there")) }
    });
    let (client, _) = client(vec![asks(json!({"q": form("?")}), None)], handlers).await;
    client.call(params()).await.expect_err("no answer");
    closed.notified().await;
}

#[tokio::test]
async fn a_form_that_contradicts_itself_is_not_answered_with_what_it_forbids() {
    for property in [
        json!({"type": "string", "default": 7}),
        json!({"type": "string", "minLength": 9, "maxLength": 1, "default": "abc"}),
        json!({"type": "integer", "minimum": 9, "maximum": 1, "default": 5}),
        json!({"type": "integer", "default": 0.5}),
        json!({"type": "number", "minimum": 1e300, "default": -1e300}),
        json!({"type": "string", "enum": [], "default": "a"}),
        json!({"type": "string", "enum": ["a"], "default": "b"}),
        json!({"type": "string", "format": "email", "default": "nobody"}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 9}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "null"}),
        json!({}),
    ] {
        let mut question = form("?");
        let schema = &mut question["params"]["requestedSchema"];
        *schema = json!({"type": "object", "properties": {"a": property}, "required": ["a"]});
        let handlers = Handlers::new().on_form(|question: FormQuestion| async move {
            let mut content = Map::new();
            question.form()?.fill_in_defaults(&mut content);
            Ok(Answer::Accept(content))
        });
        let (client, sent) = client(vec![asks(json!({"q": question}), None)], handlers).await;
        client.call(params()).await.expect_err("no answer fits");
        assert_eq!(sent.calls().len(), 1, "{property}");
    }
}

/// Any JSON, not deep.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,9}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,9}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A result that may be right, with some part of it replaced by anything.
fn results() -> impl Strategy<Value = Value> {
    let right = prop_oneof![
        Just(done()),
        Just(asks(
            json!({"q": form("?"), "r": {"method": "roots/list"}}),
            "S"
        )),
        Just(asks(
            json!({"u": page("https://example.org/"), "s": sampling(json!({}))}),
            None
        )),
        Just(asks(json!({}), "S")),
    ];
    (right, any::<prop::sample::Index>(), anything(), 0..3_u8).prop_map(
        |(mut result, at, other, how)| {
            let mut places = Vec::new();
            pointers(&result, String::new(), &mut places);
            let place = at.get(&places);
            match (how, result.pointer_mut(place)) {
                (0, Some(part)) => *part = other,
                (1, Some(Value::Object(part))) => {
                    part.clear();
                }
                _ => {}
            }
            result
        },
    )
}

/// Where each part of a value is.
fn pointers(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(parts) => {
            for (key, part) in parts {
                let key = key.replace('~', "~0").replace('/', "~1");
                pointers(part, format!("{at}/{key}"), places);
            }
        }
        Value::Array(parts) => {
            for (index, part) in parts.iter().enumerate() {
                pointers(part, format!("{at}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(at);
}

#[test]
fn whatever_comes_back_the_call_ends_and_sends_no_more_than_it_may() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let strategy = prop::collection::vec(results(), 5);
    let config = Config {
        cases: 200,
        failure_persistence: None,
        ..Config::default()
    };
    let ended = TestRunner::new(config).run(&strategy, |script| {
        runtime.block_on(async {
            let script = script.into_iter().map(Does::Returns).collect();
            let (transport, sent) = scripted(script);
            let (handlers, _) = counted();
            let client = Client::connect("test", "1", handlers, transport).await;
            let client = client.expect("connected");
            let limits = Limits::default().max_rounds(3);
            // Time stands still, so a reply that is lost ends at the limit at once.
            let _ = client.call(params()).limits(limits).await;
            let calls = sent.calls();
            prop_assert!(calls.len() <= 4);
            for call in &calls {
                prop_assert_eq!(&call["arguments"], &json!({"n": 1}));
            }
            Ok(())
        })
    });
    ended.expect("it holds");
}
