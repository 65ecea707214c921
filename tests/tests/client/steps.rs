//! A call in the hands of its caller: step by step, stored, and continued elsewhere.

use mrtr::client::{
    ByHand, CallErrorKind, Handlers, Interim, Limits, Pending, Response, Root, Step, Unanswered,
};
use rmcp::model::{CallToolRequestParams, GetPromptRequestParams};
use serde_json::{Value, json};

use crate::server::{agreeable, asks, client, content, done, form, page, params, retry, sampling};

fn asked(step: Step<CallToolRequestParams>) -> Pending<CallToolRequestParams> {
    match step {
        Step::Asked(pending) => pending,
        Step::Complete(result) => panic!("{result:?}"),
    }
}

fn keys(pending: &Pending<CallToolRequestParams>) -> Vec<&str> {
    pending.unanswered().map(|(key, _)| key).collect()
}

#[tokio::test]
async fn a_call_is_stored_and_continued_by_another_client() {
    let questions = json!({
        "approval": form("?"),
        "url": page("https://example.org/"),
        "where": {"method": "roots/list"},
    });
    let (first, sent) = client(vec![asks(questions, " S1\0")], Handlers::new()).await;
    let mut pending = asked(first.call(params()).step().await.expect("a round"));
    assert_eq!(pending.interim().round, 1);
    assert_eq!(keys(&pending), ["approval", "url", "where"]);
    let answer = Response::Form(mrtr::Answer::Accept(content(json!("yes"))));
    pending.answer("approval", answer).expect("taken");
    let stored = serde_json::to_string(&pending).expect("JSON");
    assert_eq!(sent.calls().len(), 1);
    drop(first);

    let mut pending: Pending<CallToolRequestParams> =
        serde_json::from_str(&stored).expect("a pending call");
    assert_eq!(keys(&pending), ["url", "where"]);
    pending.decline("url").expect("taken");
    let root = Root {
        uri: "file:///x".to_owned(),
        name: None,
    };
    pending
        .answer("where", Response::Roots(vec![root]))
        .expect("taken");
    let results = vec![asks(json!({"more": form("?")}), "S2"), done()];
    let (second, sent) = client(results, Handlers::new()).await;
    let mut pending = asked(second.resume(pending).step().await.expect("a round"));
    assert_eq!(pending.interim().round, 2);
    pending.cancel("more").expect("taken");
    let step = second.resume(pending).step().await.expect("a result");
    assert!(matches!(step, Step::Complete(_)));

    let calls = sent.calls();
    assert_eq!(calls[0]["arguments"], json!({"n": 1}));
    let one = json!({
        "approval": {"action": "accept", "content": {"a": "yes"}},
        "url": {"action": "decline"},
        "where": {"roots": [{"uri": "file:///x"}]},
    });
    let two = json!({"more": {"action": "cancel"}});
    assert_eq!(retry(&calls[0]), (Some(&one), Some(&json!(" S1\0"))));
    assert_eq!(retry(&calls[1]), (Some(&two), Some(&json!("S2"))));
}

#[tokio::test]
async fn a_pending_call_can_be_left_to_the_handlers() {
    let results = vec![
        asks(json!({"a": form("one"), "b": form("two")}), None),
        done(),
    ];
    let (client, sent) = client(results, agreeable()).await;
    let mut pending = asked(client.call(params()).step().await.expect("a round"));
    pending.decline("a").expect("taken");
    client.resume(pending).await.expect("finished");
    assert_eq!(
        sent.calls()[1]["inputResponses"],
        json!({"a": {"action": "decline"}, "b": {"action": "accept", "content": {"a": "two"}}})
    );
}

#[tokio::test]
async fn a_step_sends_nothing_while_a_question_is_open() {
    let results = vec![asks(json!({"a": form("?")}), "S1")];
    let (client, sent) = client(results, agreeable()).await;
    let pending = asked(client.call(params()).step().await.expect("a round"));
    let error = client.resume(pending).step().await.expect_err("no answer");
    assert!(
        matches!(
            error.kind(),
            CallErrorKind::Unanswered { key, reason: Unanswered::Missing } if key == "a"
        ),
        "{error}"
    );
    assert_eq!(sent.calls().len(), 1);
}

#[tokio::test]
async fn what_is_answered_by_hand_is_declared() {
    let by_hand = Handlers::new().on_form(ByHand).on_sampling(ByHand);
    let (client, sent) = client(vec![asks(json!({"a": form("?")}), None)], by_hand).await;
    asked(client.call(params()).step().await.expect("a round"));
    assert_eq!(
        sent.calls()[0]["_meta"]["io.modelcontextprotocol/clientCapabilities"],
        json!({"elicitation": {"form": {}}, "sampling": {}})
    );
}

#[tokio::test]
async fn only_an_answer_that_fits_is_taken() {
    let questions = json!({
        "form": form("?"),
        "model": sampling(json!({})),
        "where": {"method": "roots/list"},
    });
    let (client, _) = client(vec![asks(questions, None)], Handlers::new()).await;
    let mut pending = asked(client.call(params()).step().await.expect("a round"));
    let roots = || Response::Roots(Vec::new());
    let wrong = Response::Form(mrtr::Answer::Accept(content(json!(7))));
    assert!(pending.answer("form", roots()).is_err());
    assert!(pending.answer("form", wrong).is_err());
    assert!(pending.answer("nobody", roots()).is_err());
    // There is no way to decline these but to stay away.
    assert!(pending.decline("model").is_err());
    assert!(pending.cancel("where").is_err());
    assert_eq!(keys(&pending), ["form", "model", "where"]);
}

#[tokio::test]
async fn a_stored_call_is_no_call_of_another_method() {
    let (client, _) = client(vec![asks(json!({}), "S")], Handlers::new()).await;
    let pending = asked(client.call(params()).step().await.expect("a round"));
    let stored = serde_json::to_value(&pending).expect("JSON");
    assert_eq!(stored["method"], "tools/call");
    let error = serde_json::from_value::<Pending<GetPromptRequestParams>>(stored);
    assert!(error.is_err());
}

#[tokio::test]
async fn what_an_error_holds_can_be_continued() {
    let asking = |state| asks(json!({"q": form("?")}), state);
    let (client, sent) = client(vec![asking("S1"), asking("S2"), done()], agreeable()).await;
    let limits = Limits::default().max_rounds(1);
    let error = client.call(params()).limits(limits).await;
    let interim: Interim = error.expect_err("a limit").into_interim().expect("a round");
    let call = client.resume(Pending::new(params(), interim));
    call.await.expect("finished");
    let states: Vec<Value> = sent
        .calls()
        .iter()
        .map(|it| it["requestState"].clone())
        .collect();
    assert_eq!(states, [Value::Null, json!("S1"), json!("S2")]);
}
