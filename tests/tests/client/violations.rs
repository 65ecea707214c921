//! A server that breaks the protocol is told apart, and never called again: P01, P05, P09, L03, S23.

use std::time::Duration;

use mrtr::client::{CallError, CallErrorKind, Client, ConnectError, Limits, Violation};
use rmcp::model::{CallToolResult, GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use crate::server::{Does, agreeable, asks, client, connected, done, form, params};

async fn call(results: Vec<Value>) -> (Result<CallToolResult, CallError>, usize) {
    let (client, sent) = client(results, agreeable()).await;
    let result = client.call(params()).await;
    (result, sent.calls().len())
}

fn violation<T>(result: Result<T, CallError>) -> Violation {
    match result {
        Ok(_) => panic!("it was taken"),
        Err(error) => match error.kind() {
            CallErrorKind::Violation(violation) => violation.clone(),
            other => panic!("{other}"),
        },
    }
}

#[tokio::test]
async fn the_kind_of_a_result_is_looked_at_before_anything_else() {
    // With every field of a finished result beside it, it still asks.
    let mut asking = asks(json!({"q": form("?")}), "S1");
    asking["content"] = json!([]);
    asking["isError"] = json!(false);
    asking["structuredContent"] = json!({});
    asking["_meta"] = json!({"x/y": 1});
    asking["unknown"] = json!([]);
    let (result, calls) = call(vec![asking, done()]).await;
    result.expect("finished");
    assert_eq!(calls, 2);

    // Without the field it is finished, whatever else is there.
    let old = json!({"content": [], "inputRequests": {"q": form("?")}, "requestState": "S"});
    let (result, calls) = call(vec![old]).await;
    result.expect("finished");
    assert_eq!(calls, 1);
}

#[tokio::test]
async fn each_violation_is_named_and_ends_the_call() {
    let question = json!({"method": "acme/ask", "params": {}});
    let broken_form = json!({"method": "elicitation/create", "params": {"message": "?"}});
    for (result, expected) in [
        (
            json!({"resultType": "acme/later", "content": []}),
            Violation::UnknownKind("acme/later".to_owned()),
        ),
        (
            json!({"resultType": "acme/later"}),
            Violation::UnknownKind("acme/later".to_owned()),
        ),
        (
            json!({"resultType": 7, "content": []}),
            Violation::UnknownKind("7".to_owned()),
        ),
        (
            json!({"resultType": "input_required"}),
            Violation::AsksNothing,
        ),
        (
            json!({"resultType": "input_required", "inputRequests": {}}),
            Violation::AsksNothing,
        ),
        (
            json!({"resultType": "input_required", "requestState": 123}),
            Violation::StateIsNoText,
        ),
        (
            json!({"resultType": "input_required", "requestState": {"a": 1}, "inputRequests": {"q": form("?")}}),
            Violation::StateIsNoText,
        ),
        (
            json!({"resultType": "input_required", "inputRequests": [form("?")]}),
            Violation::QuestionsAreNoObject,
        ),
        (
            json!({"resultType": "input_required", "inputRequests": {"ok": form("?"), "odd": question}}),
            Violation::UnknownQuestion("odd".to_owned()),
        ),
        (
            json!({"resultType": "input_required", "inputRequests": {"form": broken_form}}),
            Violation::UnknownQuestion("form".to_owned()),
        ),
        (
            json!({"resultType": "complete", "content": "text"}),
            Violation::NotAResult,
        ),
        (json!({"messages": []}), Violation::NotAResult),
        (json!("done"), Violation::NotAResult),
    ] {
        let (got, calls) = call(vec![result.clone()]).await;
        assert_eq!(violation(got), expected, "{result}");
        assert_eq!(calls, 1, "{result}");
    }
}

#[tokio::test]
async fn an_interim_result_is_never_taken_for_a_prompt_or_a_resource() {
    let asking = |field| {
        let mut asking = asks(json!({"q": form("?")}), "S");
        asking[field] = json!([]);
        asking
    };
    let results = vec![asking("messages"), asking("contents")];
    let (client, _) = client(results, agreeable()).await;
    violation(client.call(GetPromptRequestParams::new("p")).await);
    violation(
        client
            .call(ReadResourceRequestParams::new("file:///a"))
            .await,
    );
}

#[tokio::test]
async fn a_list_may_not_ask() {
    for asking in [
        json!({"resultType": "input_required", "requestState": "S"}),
        json!({"resultType": "input_required", "requestState": "S", "tools": []}),
        asks(json!({"q": form("?")}), "S"),
    ] {
        let (client, sent) = client(vec![asking.clone()], agreeable()).await;
        violation(client.tools().await);
        assert_eq!(sent.of("tools/list").len(), 1, "{asking}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_that_does_not_come_ends_in_time() {
    let (client, _) = connected(vec![Does::Nothing], agreeable()).await;
    let error = client.tools().await.expect_err("nothing comes");
    assert!(
        matches!(error.kind(), CallErrorKind::RequestTimeout(time) if time.as_secs() == 300),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_connection_to_nobody_ends_in_time() {
    // It is held open, and nobody reads it.
    let (ours, _theirs) = tokio::io::duplex(1 << 20);
    let error = Client::connect("test", "1", agreeable(), ours).await;
    let error = error.expect_err("nobody is there");
    assert!(
        matches!(error, ConnectError::Silent(time) if time.as_secs() == 300),
        "{error}"
    );
}

#[tokio::test]
async fn a_list_ends() {
    let page = || json!({"resultType": "complete", "tools": [], "nextCursor": "again"});
    let (client, _) = client((0..1000).map(|_| page()).collect(), agreeable()).await;
    violation(client.tools().await);
}

#[tokio::test]
async fn an_error_holds_the_round_that_was_answered() {
    let script = vec![
        Does::Returns(asks(json!({"q": form("?")}), "S1")),
        Does::Fails(json!({"code": -32602, "message": "the state is not valid any more"})),
    ];
    let (client, sent) = connected(script, agreeable()).await;
    let error = client.call(params()).await.expect_err("refused");
    assert!(matches!(error.kind(), CallErrorKind::Service(_)));
    assert!(error.to_string().contains("not valid any more"), "{error}");
    let interim = error.into_interim().expect("a round");
    assert_eq!(interim.asked.request_state.as_deref(), Some("S1"));
    assert_eq!(sent.calls().len(), 2, "it is not retried");
}

#[tokio::test]
async fn a_reply_that_cannot_be_read_or_does_not_come_ends_in_time() {
    for does in [
        Does::Nothing,
        Does::Writes("}{".to_owned()),
        Does::Writes(json!({"jsonrpc": "2.0", "id": 999, "result": done()}).to_string()),
    ] {
        let (client, sent) = connected(vec![does], agreeable()).await;
        let limits = Limits::default().request_timeout(Duration::from_millis(20));
        let error = client.call(params()).limits(limits).await;
        let error = error.expect_err("no reply");
        assert!(
            matches!(
                error.kind(),
                CallErrorKind::RequestTimeout(_) | CallErrorKind::Service(_)
            ),
            "{error}"
        );
        if matches!(error.kind(), CallErrorKind::RequestTimeout(_)) {
            sent.wait_for("notifications/cancelled", 1).await;
        }
    }
}
