//! Servers of 2025-11-25: they ask in the middle of a call, and the same handlers answer. L01, L03.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr::Answer;
use mrtr::client::{
    CallErrorKind, Client, FormQuestion, Handlers, Limits, SamplingQuestion, Script, Unanswered,
    UrlQuestion, Violation,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::older::{connected, done, server_of};
use crate::server::{agreeable, asks, content, form, params, retry, sampling};

#[tokio::test]
async fn the_same_handlers_answer() {
    let questions = vec![form("one"), json!({"method": "roots/list"}), form("two")];
    let (client, sent) = connected(questions, done(), agreeable()).await;
    client.call(params()).await.expect("finished");
    let answers: Vec<Value> = sent
        .answers()
        .iter()
        .map(|it| it["result"].clone())
        .collect();
    assert_eq!(
        answers,
        [
            json!({"action": "accept", "content": {"a": "one"}}),
            json!({"roots": [{"uri": "file:///here"}]}),
            json!({"action": "accept", "content": {"a": "two"}}),
        ]
    );
    let declared = &sent.of("initialize")[0]["params"]["capabilities"];
    assert_eq!(*declared, json!({"elicitation": {"form": {}}, "roots": {}}));
}

#[tokio::test]
async fn a_script_answers_in_the_order_of_the_questions() {
    let script = json!({"": [
        {"action": "accept", "content": {"a": "1"}},
        {"roots": [{"uri": "file:///x"}]},
        {"action": "decline"},
    ]});
    let script: Script = script.to_string().parse().expect("a script");
    let questions = vec![form("one"), json!({"method": "roots/list"}), form("two")];
    let (client, sent) = connected(questions, done(), script).await;
    client.call(params()).await.expect("finished");
    let answers = sent.answers();
    let actions: Vec<&Value> = answers.iter().map(|it| &it["result"]["action"]).collect();
    assert_eq!(actions, [&json!("accept"), &Value::Null, &json!("decline")]);
}

#[tokio::test]
async fn what_has_no_answer_is_an_error_for_the_server() {
    let no_model =
        || Handlers::new().on_sampling(|_: SamplingQuestion| async { Err(Unanswered::Declined) });
    let wrong = || {
        Handlers::new().on_form(|_: FormQuestion| async { Ok(Answer::Accept(content(json!(7)))) })
    };
    for (question, handlers, code) in [
        (form("?"), Handlers::new(), -32601),
        (json!({"method": "roots/list"}), Handlers::new(), -32601),
        (sampling(json!({})), no_model(), -1),
        (form("?"), wrong(), -32603),
    ] {
        let (client, sent) = connected(vec![question.clone()], done(), handlers).await;
        client.call(params()).await.expect("finished");
        assert_eq!(sent.answers()[0]["error"]["code"], code, "{question}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_people_does_not_count_here_either() {
    let slow = |seconds| {
        Handlers::new().on_form(move |_: FormQuestion| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(Answer::Decline)
        })
    };
    let limits = Limits::default().request_timeout(Duration::from_secs(2));
    let (client, sent) = connected(vec![form("?")], done(), slow(500)).await;
    client
        .call(params())
        .limits(limits)
        .await
        .expect("finished");
    assert_eq!(sent.answers()[0]["result"], json!({"action": "decline"}));

    // And it has its own limit.
    let (client, sent) = connected(vec![form("?")], done(), slow(601)).await;
    client.call(params()).await.expect("finished");
    assert_eq!(sent.answers()[0]["error"]["code"], -32603);
}

/// A form handler, and how often it was asked.
fn counted() -> (Handlers, Arc<AtomicUsize>) {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let handlers = Handlers::new().on_form(move |_: FormQuestion| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok(Answer::Decline) }
    });
    (handlers, asked)
}

#[tokio::test]
async fn one_that_asks_on_and_on_is_stopped() {
    let (handlers, asked) = counted();
    let (client, sent) = connected(vec![form("?"); 1000], done(), handlers).await;
    let error = client
        .call(params())
        .await
        .expect_err("an eleventh question");
    assert!(
        matches!(error.kind(), CallErrorKind::TooManyRounds(10)),
        "{error}"
    );
    sent.wait_for("notifications/cancelled", 1).await;
    // Each further one is refused, and nobody sees it.
    assert_eq!(asked.load(Ordering::SeqCst), 10);
    let error = &sent.answers()[10]["error"];
    assert_eq!(error["code"], -32603);
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains("after 10 rounds"), "{message}");
}

#[tokio::test]
async fn the_bound_of_a_call_is_its_own() {
    let (handlers, asked) = counted();
    let (client, _) = connected(vec![form("?"); 12], done(), handlers).await;
    let limits = Limits::default().max_rounds(None);
    let call = client.call(params()).limits(limits);
    call.await.expect("finished");
    assert_eq!(asked.load(Ordering::SeqCst), 12);
}

#[tokio::test]
async fn a_call_that_is_left_to_its_caller_puts_no_question_to_anybody() {
    let (handlers, asked) = counted();
    let (client, sent) = connected(vec![form("?")], done(), handlers).await;
    let limits = Limits::default().auto_fulfill(false);
    let error = client.call(params()).limits(limits).await;
    let error = error.expect_err("a question");
    assert!(
        matches!(error.kind(), CallErrorKind::NotAutomatic),
        "{error}"
    );
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    sent.wait_for("notifications/cancelled", 1).await;
}

#[tokio::test]
async fn one_that_asks_too_much_at_once_is_stopped() {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    // All stay open.
    let handlers = Handlers::new().on_form(move |_: FormQuestion| {
        count.fetch_add(1, Ordering::SeqCst);
        std::future::pending()
    });
    let at_once = Value::from(vec![form("?"); 4]);
    let (client, sent) = connected(vec![at_once], done(), handlers).await;
    let limits = Limits::default().max_questions(3);
    let error = client.call(params()).limits(limits).await;
    let error = error.expect_err("a fourth question");
    assert!(
        matches!(error.kind(), CallErrorKind::TooManyQuestions(3)),
        "{error}"
    );
    assert!(asked.load(Ordering::SeqCst) <= 3);
    sent.wait_for("notifications/cancelled", 1).await;
}

/// A failure until these pages were visited.
fn pages_first(pages: &[(&str, &str)]) -> Value {
    let page = |(id, url): &(&str, &str)| json!({"mode": "url", "elicitationId": id, "url": url, "message": "Sign in"});
    let pages: Vec<Value> = pages.iter().map(page).collect();
    json!({"error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": pages}}})
}

#[tokio::test]
async fn a_page_that_must_be_visited_first_is_a_question_like_any_other() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&told);
    let handlers = Handlers::new().on_url(move |question: UrlQuestion| {
        let note = (
            question.origin.key.clone(),
            question.link.to_string(),
            question.again,
        );
        notes.lock().expect("no panic").push(note);
        async { Ok(Answer::Accept(())) }
    });
    let pages = || pages_first(&[("e1", "https://a.test/")]);
    let (client, sent) = connected(vec![pages(), pages()], done(), handlers).await;
    let limits = Limits::default().max_rounds(2);
    client
        .call(params())
        .limits(limits)
        .await
        .expect("finished");
    let visit = |again| ("e1".to_owned(), "https://a.test/".to_owned(), again);
    assert_eq!(*told.lock().expect("no panic"), [visit(false), visit(true)]);
    // It sees the same call again, and nothing that it does not know.
    let calls = sent.calls();
    assert_eq!(calls.len(), 3);
    assert!(calls.iter().all(|call| retry(call) == (None, None)));
}

#[tokio::test]
async fn without_a_yes_to_the_page_the_call_is_not_sent_again() {
    for (answer, url) in [
        (Answer::Decline, "https://a.test/"),
        (Answer::Cancel, "https://a.test/"),
        (Answer::Accept(()), "javascript:alert(1)"),
    ] {
        let handlers = Handlers::new().on_url(move |_: UrlQuestion| async move { Ok(answer) });
        let (client, sent) = connected(vec![pages_first(&[("e1", url)])], done(), handlers).await;
        let error = client.call(params()).await.expect_err("no yes");
        assert!(
            matches!(error.kind(), CallErrorKind::Unanswered { key, .. } if key == "e1"),
            "{error}"
        );
        assert_eq!(sent.calls().len(), 1);
    }
    // What is not of that form is the failure that it is.
    for data in [
        json!({"elicitations": []}),
        json!({"elicitations": 7}),
        Value::Null,
    ] {
        let failure = json!({"error": {"code": -32042, "message": "Sign in first", "data": data}});
        let (client, _) = connected(vec![failure], done(), agreeable()).await;
        let error = client.call(params()).await.expect_err("a failure");
        assert!(matches!(error.kind(), CallErrorKind::Service(_)), "{error}");
    }
}

/// Forms that nobody ever answers; tells when one is asked, and when it is cancelled.
fn waiting() -> (Handlers, Arc<Notify>, Arc<Notify>) {
    let (open, closed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (opened, told) = (Arc::clone(&open), Arc::clone(&closed));
    let handlers = Handlers::new().on_form(move |question: FormQuestion| {
        opened.notify_one();
        let told = Arc::clone(&told);
        tokio::spawn(async move {
            question.origin.cancelled.cancelled().await;
            told.notify_one();
        });
        std::future::pending()
    });
    (handlers, open, closed)
}

#[tokio::test]
async fn a_question_ends_with_the_call_that_led_to_it() {
    let (handlers, open, closed) = waiting();
    let (client, sent) = connected(vec![form("?")], done(), handlers).await;
    tokio::select! {
        result = client.call(params()).into_future() => panic!("{result:?}"),
        () = open.notified() => {}
    }
    closed.notified().await;
    sent.wait_for("notifications/cancelled", 1).await;
}

#[tokio::test]
async fn a_server_can_take_a_question_back() {
    let (handlers, open, closed) = waiting();
    let taken_back = json!({
        "method": "notifications/cancelled",
        "params": {"requestId": "ask0.0"},
    });
    // It takes it back, and returns what it has.
    let rest = json!([taken_back, {"result": done()}]);
    let (client, _) = connected(vec![form("?"), rest], done(), handlers).await;
    let call = client.call(params()).into_future();
    let go_on = async {
        open.notified().await;
        let told = client.peer().notify_roots_list_changed().await;
        told.expect("it listens");
    };
    let (result, ()) = tokio::join!(call, go_on);
    result.expect("finished");
    closed.notified().await;
}

#[tokio::test]
async fn every_older_version_is_spoken() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (transport, sent) = server_of(version, vec![form("?")], done());
        let client = Client::connect("test", "1", agreeable(), transport).await;
        let client = client.expect(version);
        client.call(params()).await.expect(version);
        assert_eq!(sent.answers().len(), 1, "{version}");
    }
}

#[tokio::test]
async fn an_interim_result_does_not_exist_there() {
    let (client, _) = connected(vec![], asks(json!({"q": form("?")}), "S"), agreeable()).await;
    let error = client.call(params()).await.expect_err("a violation");
    assert!(
        matches!(error.kind(), CallErrorKind::Violation(Violation::MayNotAsk)),
        "{error}"
    );
}
