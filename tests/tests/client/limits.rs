//! How long a call goes on: C02, C03, C04, C10.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr::Answer;
use mrtr::client::{Answerer, CallErrorKind, FormQuestion, Handlers, Limits, Progress, Unanswered};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::server::{Does, agreeable, asks, client, connected, content, done, form, params};

fn asking() -> Value {
    asks(json!({"q": form("?")}), "S")
}

fn rounds(count: usize, last: Value) -> Vec<Value> {
    let mut results: Vec<Value> = (0..count).map(|_| asking()).collect();
    results.push(last);
    results
}

#[tokio::test]
async fn the_reply_to_the_last_round_is_still_taken() {
    let limits = Limits::default().max_rounds(3);
    let (first, sent) = client(rounds(3, done()), agreeable()).await;
    first.call(params()).limits(limits).await.expect("finished");
    assert_eq!(sent.calls().len(), 4);

    let last = asks(json!({"q": form("?")}), "S4");
    let (second, sent) = client(rounds(3, last), agreeable()).await;
    let error = second.call(params()).limits(limits).await;
    let error = error.expect_err("a fourth round");
    assert!(matches!(error.kind(), CallErrorKind::TooManyRounds(3)));
    let interim = error.interim().expect("a round");
    assert_eq!(interim.round, 4);
    assert_eq!(interim.asked.request_state.as_deref(), Some("S4"));
    assert_eq!(interim.questions().next().expect("a question").0, "q");
    assert_eq!(
        error.to_string(),
        "the server still asks after 3 rounds (round 4 asked q)"
    );
    assert_eq!(sent.calls().len(), 4);
}

#[tokio::test]
async fn ten_rounds_are_the_default_and_the_limit_can_be_off() {
    let (first, sent) = client(rounds(11, done()), agreeable()).await;
    first.call(params()).await.expect_err("an eleventh round");
    assert_eq!(sent.calls().len(), 11);

    let (second, _) = client(rounds(12, done()), agreeable()).await;
    let limits = Limits::default().max_rounds(None);
    second
        .call(params())
        .limits(limits)
        .await
        .expect("finished");
}

#[tokio::test]
async fn a_round_with_too_many_questions_is_put_to_nobody() {
    let questions = |count| {
        let keys = (0..count).map(|at| (format!("q{at}"), form("?")));
        asks(Value::Object(keys.collect()), "S")
    };
    let (first, _) = client(vec![questions(32), done()], agreeable()).await;
    first.call(params()).await.expect("finished");

    let never = Handlers::new()
        .on_form(|_: FormQuestion| async { Err(Unanswered::because("it was asked")) });
    let (second, sent) = client(vec![questions(33)], never).await;
    let error = second.call(params()).await.expect_err("a 33rd question");
    assert!(
        matches!(error.kind(), CallErrorKind::TooManyQuestions(32)),
        "{error}"
    );
    assert_eq!(error.interim().expect("a round").round, 1);
    assert_eq!(sent.calls().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn rounds_with_nothing_to_answer_are_paced_and_counted() {
    let nothing = || asks(json!({}), "S");
    let (client, sent) = client((0..11).map(|_| nothing()).collect(), agreeable()).await;
    let start = Instant::now();
    let error = client.call(params()).await.expect_err("too many");
    assert!(matches!(error.kind(), CallErrorKind::TooManyRounds(10)));
    assert_eq!(sent.calls().len(), 11);
    // 0 + 50 + 100 + 200 + 400 + 800 + 1600 + 2000 + 2000 + 2000
    assert_eq!(start.elapsed().as_millis(), 9150);
}

/// Thinks for a while, then agrees.
fn slow(time: Duration) -> Handlers {
    Handlers::new().on_form(move |_: FormQuestion| async move {
        sleep(time).await;
        Ok(Answer::Accept(content(json!("yes"))))
    })
}

#[tokio::test(start_paused = true)]
async fn the_time_of_people_does_not_count_against_a_request() {
    let (client, _) = client(rounds(1, done()), slow(Duration::from_secs(500))).await;
    let limits = Limits::default().request_timeout(Duration::from_secs(2));
    client
        .call(params())
        .limits(limits)
        .await
        .expect("finished");
}

#[tokio::test(start_paused = true)]
async fn it_has_a_limit_of_its_own() {
    let (client, sent) = client(rounds(1, done()), slow(Duration::from_secs(601))).await;
    let error = client.call(params()).await.expect_err("too slow");
    assert!(
        matches!(error.kind(), CallErrorKind::RoundTimeout(time) if time.as_secs() == 600),
        "{error}"
    );
    assert_eq!(error.interim().expect("a round").round, 1);
    assert_eq!(sent.calls().len(), 1, "nothing is sent");
}

#[tokio::test(start_paused = true)]
async fn everything_together_can_have_one_too() {
    let (client, sent) = client(rounds(9, done()), slow(Duration::from_secs(60))).await;
    let limits = Limits::default().max_total_timeout(Duration::from_secs(150));
    let error = client.call(params()).limits(limits).await;
    let error = error.expect_err("too slow");
    assert!(
        matches!(error.kind(), CallErrorKind::TotalTimeout(_)),
        "{error}"
    );
    assert_eq!(error.interim().expect("a round").round, 3);
    assert_eq!(sent.calls().len(), 3);
}

#[tokio::test]
async fn a_call_can_be_left_to_its_caller() {
    let never = Handlers::new()
        .on_form(|_: FormQuestion| async { Err(Unanswered::because("it was asked")) });
    let (client, sent) = client(vec![asking()], never).await;
    let limits = Limits::default().auto_fulfill(false);
    let error = client.call(params()).limits(limits).await;
    let error = error.expect_err("a question");
    assert!(
        matches!(error.kind(), CallErrorKind::NotAutomatic),
        "{error}"
    );
    assert!(error.to_string().contains("round 1 asked q"), "{error}");
    assert_eq!(sent.calls().len(), 1);
}

#[tokio::test]
async fn dropping_a_call_cancels_its_request() {
    let (client, sent) = connected(vec![Does::Nothing], agreeable()).await;
    let call = client.call(params()).into_future();
    tokio::select! {
        result = call => panic!("{result:?}"),
        () = sent.wait_for("tools/call", 1) => {}
    }
    sent.wait_for("notifications/cancelled", 1).await;
    let cancelled = &sent.of("notifications/cancelled")[0]["params"]["requestId"];
    assert_eq!(*cancelled, sent.of("tools/call")[0]["id"]);
}

/// Progress, total and message of each notification.
type Shown = Vec<(f64, Option<f64>, String)>;

struct Bar(Arc<Mutex<Shown>>);

impl Answerer for Bar {
    fn on_progress(&self, progress: &Progress<'_>) {
        let message = progress.message.unwrap_or_default().to_owned();
        let told = (progress.done, progress.total, message);
        self.0.lock().expect("no panic").push(told);
    }
}

#[tokio::test]
async fn progress_is_told() {
    // The reply follows in the same write, so that it comes after it.
    let progress = json!({
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": 0, "progress": 0.5, "total": 1.0, "message": "half"},
    });
    let reply = json!({"jsonrpc": "2.0", "id": 1, "result": done()});
    let script = vec![Does::Writes(format!("{progress}\n{reply}"))];
    let told = Arc::default();
    let (client, _) = connected(script, Bar(Arc::clone(&told))).await;
    client.call(params()).await.expect("finished");
    while told.lock().expect("no panic").is_empty() {
        tokio::task::yield_now().await;
    }
    let half = (0.5, Some(1.0), "half".to_owned());
    assert_eq!(*told.lock().expect("no panic"), [half]);
}
