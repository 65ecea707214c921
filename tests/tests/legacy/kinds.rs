//! Each kind of question, as an older version of the protocol has it.

use std::sync::atomic::{AtomicU32, Ordering};

use mrtr::host::Server;
use mrtr::{Choice, Sampling, ask, ask_url, mrtr_tool, sample};
use serde_json::{Value, json};

use crate::older::{Older, Reply, able, accept};
use crate::support::{key, text};

/// Counts down to the moment when the page is done.
struct Record(AtomicU32);

/// Sends its user to a page until it is done there, and then to another one
#[mrtr_tool]
async fn enrol(record: &Record) -> mrtr::Result<&'static str> {
    let enrolled = ask_url!(
        "https://example.com/enrol",
        "Enrol",
        until = record.0.fetch_sub(1, Ordering::SeqCst) == 1
    );
    enrolled.accepted()?;
    ask_url!("https://example.com/thanks", "Read this").accepted()?;
    Ok("enrolled")
}

/// Lets a model speak
#[mrtr_tool]
async fn speak() -> String {
    let said = sample!(
        Sampling::new("Speak")
            .max_tokens(7)
            .system_prompt("Be brief")
    );
    format!("{} by {}", said.text(), said.model)
}

#[derive(Choice)]
enum Place {
    #[choice(rename = "s", title = "Staging")]
    Staging,
    #[choice(rename = "l", title = "Live")]
    Live,
}

/// Has options with titles
#[mrtr_tool]
async fn place() -> mrtr::Result<&'static str> {
    Ok(match ask!(Place, "Where?").accepted()? {
        Place::Staging => "staging",
        Place::Live => "live",
    })
}

/// Counts how often it did what it does.
#[derive(Default)]
struct Done(AtomicU32);

/// Does something once
#[mrtr_tool(once)]
async fn pay(done: &Done) -> mrtr::Result<String> {
    let sure = ask!(bool, "Pay?").accepted()?;
    let times = done.0.fetch_add(1, Ordering::SeqCst) + 1;
    let again = ask!(bool, "Once more?").accepted()?;
    Ok(format!("{sure} {again} {times}"))
}

/// Asks in one round, and carries nothing
#[mrtr_tool(stateless)]
async fn plain() -> mrtr::Result<String> {
    Ok(ask!(String, "Your name?").accepted()?)
}

fn server(visits: u32) -> Server {
    Server::new("tests", "1")
        .key(&key())
        .state(Record(AtomicU32::new(visits)))
        .tool(enrol)
        .tool(speak)
        .state(Done::default())
        .tool(place)
        .tool(pay)
        .tool(plain)
}

fn agree(_: &Value) -> Reply {
    Reply::Result(json!({"action": "accept"}))
}

#[tokio::test]
async fn a_visit_has_one_id_and_its_end_is_told() {
    let mut older = Older::connected(server(2), "2025-11-25", able()).await;
    let called = older.call(json!({"name": "enrol"}), agree).await;
    assert_eq!(text(&called.response), "enrolled");
    let id = |index: usize| {
        called.asked[index]["params"]["elicitationId"]
            .as_str()
            .expect("an id")
    };
    for asked in &called.asked {
        assert_eq!(asked["params"]["mode"], "url", "{asked}");
    }
    // The person is reminded of the same visit; the other page is another one.
    assert_eq!(called.asked.len(), 3);
    assert_eq!(id(0), id(1));
    assert_ne!(id(0), id(2));
    let over: Vec<_> = called
        .told
        .iter()
        .map(|it| (&it["method"], &it["params"]))
        .collect();
    let method = json!("notifications/elicitation/complete");
    assert_eq!(
        over,
        [
            (&method, &json!({"elicitationId": id(0)})),
            (&method, &json!({"elicitationId": id(2)})),
        ]
    );
}

#[tokio::test]
async fn a_visit_that_was_declined_has_no_end() {
    let mut older = Older::connected(server(1), "2025-11-25", able()).await;
    let called = older
        .call(json!({"name": "enrol"}), |_| {
            Reply::Result(json!({"action": "decline"}))
        })
        .await;
    assert_eq!(called.response["result"]["isError"], true, "{called:?}");
    assert_eq!(called.told, Vec::<Value>::new());
}

#[tokio::test]
async fn a_client_that_does_not_declare_pages_is_sent_to_none() {
    let mut older = Older::connected(
        server(1),
        "2025-11-25",
        json!({"elicitation": {"form": {}}}),
    )
    .await;
    let called = older
        .call(json!({"name": "enrol"}), |asked| panic!("{asked}"))
        .await;
    assert!(
        text(&called.response).contains("`elicitation.url`"),
        "{called:?}"
    );
}

#[tokio::test]
async fn a_model_is_asked_and_read() {
    let mut older = Older::connected(server(1), "2025-11-25", able()).await;
    let called = older
        .call(json!({"name": "speak"}), |_| {
            Reply::Result(json!({
                "role": "assistant", "model": "m",
                "content": {"type": "text", "text": "Hi"}, "stopReason": "endTurn",
            }))
        })
        .await;
    assert_eq!(text(&called.response), "Hi by m");
    let asked = &called.asked[0];
    assert_eq!(asked["method"], "sampling/createMessage");
    assert_eq!(asked["params"]["maxTokens"], 7);
    assert_eq!(asked["params"]["systemPrompt"], "Be brief");
    assert_eq!(asked["params"]["messages"][0]["content"]["text"], "Speak");
}

#[tokio::test]
async fn a_model_that_may_not_speak_ends_the_call() {
    let mut older = Older::connected(server(1), "2025-11-25", able()).await;
    let called = older
        .call(json!({"name": "speak"}), |_| {
            Reply::Error(-1, "User rejected sampling request")
        })
        .await;
    assert_eq!(called.response["result"]["isError"], true, "{called:?}");
    assert!(
        text(&called.response).contains("User rejected"),
        "{called:?}"
    );
}

#[tokio::test]
async fn titles_stand_where_the_version_has_them() {
    for (version, expected) in [
        (
            "2025-11-25",
            json!({
                "type": "string",
                "oneOf": [{"const": "s", "title": "Staging"}, {"const": "l", "title": "Live"}],
            }),
        ),
        (
            "2025-06-18",
            json!({"type": "string", "enum": ["s", "l"], "enumNames": ["Staging", "Live"]}),
        ),
    ] {
        let mut older = Older::connected(server(1), version, able()).await;
        let called = older
            .call(json!({"name": "place"}), |_| accept(json!({"answer": "l"})))
            .await;
        assert_eq!(text(&called.response), "live");
        let asked = &called.asked[0]["params"]["requestedSchema"]["properties"]["answer"];
        assert_eq!(*asked, expected, "{version}");
    }
}

#[tokio::test]
async fn what_is_done_once_and_what_has_no_state_are_asked_like_others() {
    let mut older = Older::connected(server(1), "2025-11-25", able()).await;
    let yes = |_: &Value| accept(json!({"answer": true}));
    for times in 1..=2 {
        let called = older.call(json!({"name": "pay"}), yes).await;
        assert_eq!(text(&called.response), format!("true true {times}"));
        assert_eq!(called.asked.len(), 2);
    }
    let mut tried = false;
    let called = older
        .call(json!({"name": "plain"}), |_| {
            let wrong = !std::mem::replace(&mut tried, true);
            accept(json!({"answer": if wrong { json!(7) } else { json!("Ann") }}))
        })
        .await;
    assert_eq!(text(&called.response), "Ann");
    assert_eq!(called.asked.len(), 2);
}
