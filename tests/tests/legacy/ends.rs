//! How a call ends that does not come to an answer.

use std::sync::Arc;
use std::time::Duration;

use mrtr::host::{Legacy, Server};
use mrtr::{Answer, ask, mrtr_prompt, mrtr_resource, mrtr_tool};
use serde_json::{Value, json};

use crate::older::{Older, Reply, able};
use crate::rounds::agreeable;
use crate::support::{greet_args, key, server, text};

/// Notes when its code runs behind the question.
#[derive(Default)]
struct Behind {
    ran: std::sync::atomic::AtomicBool,
}

/// Asks, and then does something
#[mrtr_tool]
async fn act(behind: &Arc<Behind>) -> &'static str {
    let sure = ask!(bool, "Sure?");
    behind.ran.store(true, std::sync::atomic::Ordering::SeqCst);
    match sure {
        Answer::Accept(true) => "done",
        Answer::Accept(false) => "no",
        Answer::Decline => "declined",
        Answer::Cancel => "cancelled",
    }
}

/// A prompt that asks
#[mrtr_prompt]
async fn asks() -> mrtr::Result<String> {
    Ok(ask!(String, "About what?").accepted()?)
}

/// A resource that asks
#[mrtr_resource("ask://{id}")]
async fn asked(id: u32) -> mrtr::Result<String> {
    let why = ask!(String, "Why {id}?").accepted()?;
    Ok(format!("{id}, because {why}"))
}

fn acting(behind: &Arc<Behind>) -> Server {
    Server::new("tests", "1")
        .key(&key())
        .state(Arc::clone(behind))
        .tool(act)
        .prompt(asks)
        .resource(asked)
}

impl Behind {
    fn ran(&self) -> bool {
        self.ran.load(std::sync::atomic::Ordering::SeqCst)
    }
}

#[tokio::test]
async fn declining_and_cancelling_reach_the_tool_as_they_are() {
    for (action, told) in [("decline", "declined"), ("cancel", "cancelled")] {
        let behind = Arc::default();
        let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
        let called = older
            .call(json!({"name": "act"}), |_| {
                Reply::Result(json!({"action": action}))
            })
            .await;
        assert_eq!(text(&called.response), told);
    }
}

#[tokio::test]
async fn who_cannot_answer_all_of_a_round_is_asked_nothing_of_it() {
    for (declared, lacked) in [
        (json!({}), "`elicitation.form`, `roots`"),
        (json!({"roots": {}}), "`elicitation.form`"),
        (json!({"elicitation": {}}), "`roots`"),
        (
            json!({"elicitation": {"url": {}}, "roots": {}}),
            "`elicitation.form`",
        ),
    ] {
        let mut older = Older::connected(server(), "2025-11-25", declared).await;
        let called = older.call(greet_args(), |asked| panic!("{asked}")).await;
        assert_eq!(called.response["result"]["isError"], true, "{called:?}");
        let told = text(&called.response);
        assert!(told.contains(&format!("it lacks {lacked}.")), "{told}");
        // And a tool that does not ask works.
        let sum = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
        assert_eq!(text(&older.request("tools/call", sum).await), "3");
    }
}

#[tokio::test]
async fn an_error_of_the_client_ends_the_call_in_words() {
    let behind = Arc::default();
    let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
    let called = older
        .call(json!({"name": "act"}), |_| {
            Reply::Error(-1, "the window was closed")
        })
        .await;
    assert_eq!(called.response["result"]["isError"], true, "{called:?}");
    let told = text(&called.response);
    assert!(
        told.contains("`sure`") && told.contains("the window was closed"),
        "{told}"
    );
    assert!(!behind.ran());
}

#[tokio::test]
async fn what_is_no_answer_ends_the_call() {
    let behind = Arc::default();
    for nonsense in [json!({}), json!({"roots": []}), json!({"action": "maybe"})] {
        let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
        let called = older
            .call(json!({"name": "act"}), |_| Reply::Result(nonsense.clone()))
            .await;
        assert_eq!(called.response["result"]["isError"], true, "{called:?}");
        assert!(!behind.ran());
    }
}

#[tokio::test]
async fn a_prompt_and_a_resource_ask_too_and_end_in_an_error() {
    let behind = Arc::default();
    let answer = |_: &Value| crate::older::accept(json!({"answer": "tea"}));
    let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
    let got = older
        .answering("prompts/get", json!({"name": "asks"}), answer)
        .await;
    let said = &got.response["result"]["messages"][0]["content"]["text"];
    assert_eq!(said, "tea", "{got:?}");
    let read = older
        .answering("resources/read", json!({"uri": "ask://7"}), answer)
        .await;
    let said = &read.response["result"]["contents"][0]["text"];
    assert_eq!(said, "7, because tea", "{read:?}");

    let mut unable = Older::connected(acting(&behind), "2025-11-25", json!({})).await;
    for (method, params) in [
        ("prompts/get", json!({"name": "asks"})),
        ("resources/read", json!({"uri": "ask://7"})),
    ] {
        let refused = unable.request(method, params).await;
        assert_eq!(refused["error"]["code"], -32603, "{refused}");
        let told = refused["error"]["message"].as_str().expect("text");
        assert!(told.contains("`elicitation.form`"), "{told}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_does_not_wait_for_ever() {
    let behind = Arc::default();
    let mut legacy = Legacy::default();
    legacy.max_wait = Duration::from_secs(5);
    let mut older = Older::connected(acting(&behind).legacy(legacy), "2025-11-25", able()).await;
    older.begin("tools/call", json!({"name": "act"})).await;
    let asked = older.next().await;
    assert_eq!(asked["method"], "elicitation/create");

    let taken_back = older.next().await;
    assert_eq!(
        taken_back["method"], "notifications/cancelled",
        "{taken_back}"
    );
    assert_eq!(taken_back["params"]["requestId"], asked["id"]);
    let ended = older.next().await;
    assert_eq!(ended["result"]["isError"], true, "{ended}");
    assert!(
        text(&ended).contains("nobody answered within 5 s"),
        "{ended}"
    );
    assert!(!behind.ran());
}

#[tokio::test]
async fn who_cancels_the_call_is_not_asked_any_more() {
    let behind = Arc::default();
    let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
    let id = older.begin("tools/call", json!({"name": "act"})).await;
    let asked = older.next().await;
    let cancelled = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id},
    });
    older.send(cancelled).await;
    let taken_back = older.next().await;
    assert_eq!(
        taken_back["method"], "notifications/cancelled",
        "{taken_back}"
    );
    assert_eq!(taken_back["params"]["requestId"], asked["id"]);

    // An answer that was on its way changes nothing, and the connection goes on.
    older
        .reply(&asked, crate::older::accept(json!({"answer": true})))
        .await;
    let listed = older.request("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"][0]["name"], "act", "{listed}");
    assert!(!behind.ran());
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_call() {
    let behind = Arc::default();
    let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
    older.begin("tools/call", json!({"name": "act"})).await;
    older.next().await;
    older.close().await;
    assert!(!behind.ran());
}

#[tokio::test]
async fn a_client_that_only_listens_any_more_hears_that_it_cannot_answer() {
    let behind = Arc::default();
    let mut older = Older::connected(acting(&behind), "2025-11-25", able()).await;
    let id = older.begin("tools/call", json!({"name": "act"})).await;
    older.next().await;
    older.end().await;
    let ended = older.next().await;
    assert_eq!(ended["id"], id, "{ended}");
    assert_eq!(ended["error"]["message"], "the client is gone", "{ended}");
    assert!(!behind.ran());
}

#[tokio::test]
async fn rounds_are_counted_here_too() {
    let mut legacy = Legacy::default();
    legacy.max_rounds = 1;
    let mut older = Older::connected(server().legacy(legacy), "2025-11-25", able()).await;
    let called = older.call(greet_args(), agreeable).await;
    assert_eq!(called.response["result"]["isError"], true, "{called:?}");
    assert!(text(&called.response).contains("1 rounds"), "{called:?}");
    assert_eq!(called.asked.len(), 2, "{called:?}");
}

#[tokio::test]
async fn answers_that_come_too_late_are_refused_in_words() {
    let behind = Arc::default();
    let mut policy = mrtr::engine::Policy::default();
    (policy.lifetime, policy.leeway) = (Duration::ZERO, Duration::ZERO);
    let mut older = Older::connected(acting(&behind).policy(policy), "2025-11-25", able()).await;
    let called = older
        .call(json!({"name": "act"}), |_| {
            std::thread::sleep(Duration::from_millis(2));
            crate::older::accept(json!({"answer": true}))
        })
        .await;
    assert!(
        text(&called.response).contains("waited too long"),
        "{called:?}"
    );
    assert!(!behind.ran());
}
