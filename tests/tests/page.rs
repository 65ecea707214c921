//! `ask_url!` through the host: what travels, what an accept means, and how long it asks.

mod support;

use std::sync::atomic::{AtomicU32, Ordering};

use mrtr::host::Server;
use mrtr::{Answer, NotAccepted, ask, ask_all, ask_url, mrtr_tool};
use serde_json::{Value, json};
use support::wire::{Wire, meta};
use support::{key, text};

/// Counts down to the moment when the page is done.
struct Record(AtomicU32);

impl Record {
    fn is_done_at_last(&self) -> bool {
        self.0.fetch_sub(1, Ordering::SeqCst) == 1
    }
}

/// Sends its user to a page
#[mrtr_tool]
async fn connect(account: String) -> &'static str {
    match ask_url!(
        format!("https://example.com/{account}"),
        "Connect {account}"
    ) {
        Answer::Accept(()) => "they agreed",
        Answer::Decline => "they declined",
        Answer::Cancel => "they cancelled",
    }
}

/// Sends its user to a page until it is done there
#[mrtr_tool]
async fn enrol(record: &Record) -> Result<String, NotAccepted> {
    let visits = 7_u8;
    let base = String::from("https://example.com");
    let enrolled = ask_url!(&base, "Enrol at {base}", until = record.is_done_at_last());
    enrolled.accepted()?;
    Ok(format!("enrolled after {visits}"))
}

/// Asks for a page and for a form at once
#[mrtr_tool]
async fn both() -> Result<String, NotAccepted> {
    let (page, name) = ask_all!(
        ask_url!("http://localhost:1/", "Open it"),
        ask!(String, "Your name?"),
    );
    page.accepted()?;
    name.accepted()
}

/// Sends its user to whatever URL it is called with
#[mrtr_tool]
async fn anywhere(url: String) -> &'static str {
    let _ = ask_url!(url, "Go there");
    "went"
}

fn server(visits: u32) -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(Record(AtomicU32::new(visits)))
        .tool(connect)
        .tool(enrol)
        .tool(both)
        .tool(anywhere)
}

fn able() -> Value {
    meta(json!({"elicitation": {"url": {}, "form": {}}}))
}

async fn answer(wire: &mut Wire, params: &mut Value, asked: &Value, answers: Value) -> Value {
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = answers;
    wire.call(params.clone(), able()).await
}

#[tokio::test]
async fn each_outcome_is_its_own() {
    for (action, told) in [
        ("accept", "they agreed"),
        ("decline", "they declined"),
        ("cancel", "they cancelled"),
    ] {
        let mut wire = Wire::to(server(1));
        let mut params = json!({"name": "connect", "arguments": {"account": "ann"}});
        let asked = wire.call(params.clone(), able()).await;
        let question = &asked["result"]["inputRequests"]["page"];
        assert_eq!(question["method"], "elicitation/create", "{asked}");
        assert_eq!(question["params"]["mode"], "url");
        assert_eq!(question["params"]["url"], "https://example.com/ann");
        assert_eq!(question["params"]["message"], "Connect ann");
        let answers = json!({"page": {"action": action}});
        let ended = answer(&mut wire, &mut params, &asked, answers).await;
        assert_eq!(text(&ended), told);
    }
}

#[tokio::test]
async fn consent_is_not_completion() {
    let mut wire = Wire::to(server(3));
    let mut params = json!({"name": "enrol"});
    let mut response = wire.call(params.clone(), able()).await;
    let message = |response: &Value| {
        let question = &response["result"]["inputRequests"]["enrolled"];
        question["params"]["message"].as_str().map(str::to_owned)
    };
    assert_eq!(
        message(&response).as_deref(),
        Some("Enrol at https://example.com")
    );
    for _ in 0..2 {
        let accept = json!({"enrolled": {"action": "accept"}});
        response = answer(&mut wire, &mut params, &response, accept).await;
        let told = message(&response).expect("asked again");
        assert!(
            told.starts_with("Enrol at https://example.com\n\n"),
            "{told}"
        );
        assert!(told.contains("not finished"), "{told}");
    }
    let accept = json!({"enrolled": {"action": "accept"}});
    let ended = answer(&mut wire, &mut params, &response, accept).await;
    assert_eq!(text(&ended), "enrolled after 7");
}

#[tokio::test]
async fn a_decline_ends_the_asking_without_a_look_at_the_record() {
    for action in ["decline", "cancel"] {
        // The first look would say that it is done.
        let mut wire = Wire::to(server(1));
        let mut params = json!({"name": "enrol"});
        let asked = wire.call(params.clone(), able()).await;
        let answers = json!({"enrolled": {"action": action}});
        let ended = answer(&mut wire, &mut params, &asked, answers).await;
        assert_eq!(ended["result"]["isError"], true, "{ended}");
        assert!(text(&ended).contains(action), "{ended}");
    }
}

#[tokio::test]
async fn it_does_not_ask_for_ever() {
    let mut wire = Wire::to(server(1000));
    let mut params = json!({"name": "enrol"});
    let mut response = wire.call(params.clone(), able()).await;
    let mut asked = 0;
    while response["result"]["resultType"] == "input_required" {
        asked += 1;
        let accept = json!({"enrolled": {"action": "accept"}});
        response = answer(&mut wire, &mut params, &response, accept).await;
    }
    assert_eq!(asked, 10);
    assert_eq!(response["result"]["isError"], true, "{response}");
}

#[tokio::test]
async fn what_is_no_answer_is_asked_for_again() {
    let mut wire = Wire::to(server(1));
    let mut params = json!({"name": "connect", "arguments": {"account": "ann"}});
    let asked = wire.call(params.clone(), able()).await;
    for wrong in [json!({}), json!({"roots": []}), json!({"action": "yes"})] {
        let again = answer(&mut wire, &mut params, &asked, json!({"page": wrong})).await;
        assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    }
}

#[tokio::test]
async fn the_client_declares_url_mode_by_name() {
    for (declared, missing) in [
        (json!({}), json!({"elicitation": {"url": {}, "form": {}}})),
        (
            json!({"elicitation": {}}),
            json!({"elicitation": {"url": {}}}),
        ),
        (
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": {"form": {}}}),
        ),
    ] {
        let mut wire = Wire::to(server(1));
        let response = wire.call(json!({"name": "both"}), meta(declared)).await;
        assert_eq!(response["error"]["code"], -32021, "{response}");
        assert_eq!(response["error"]["data"]["requiredCapabilities"], missing);
    }
}

#[tokio::test]
async fn nobody_is_sent_to_a_page_that_is_not_safe() {
    for url in [
        "http://example.com/",
        "javascript:alert(1)",
        "https://ann:hunter2@example.com/",
        "https://example.com/?password=hunter2",
        "example.com",
    ] {
        let mut wire = Wire::to(server(1));
        let call = json!({"name": "anywhere", "arguments": {"url": url}});
        let response = wire.call(call, able()).await;
        assert_eq!(response["error"]["code"], -32603, "{response}");
        assert!(!response.to_string().contains("hunter2"), "{response}");
    }
}

#[tokio::test]
async fn what_is_needed_may_be_looked_at_before_the_first_line() {
    static BEGUN: AtomicU32 = AtomicU32::new(0);

    fn begin() {
        BEGUN.fetch_add(1, Ordering::SeqCst);
    }

    /// Looks when it gets there
    #[mrtr_tool]
    async fn late(sure: bool) -> Result<String, NotAccepted> {
        begin();
        ask!(bool, "Sure?").accepted()?;
        if !sure {
            ask_url!("https://example.com/", "Read this").accepted()?;
        }
        Ok(String::new())
    }

    /// Looks at once
    #[mrtr_tool(require = "up_front")]
    async fn early(sure: bool) -> Result<String, NotAccepted> {
        begin();
        ask!(bool, "Sure?").accepted()?;
        if !sure {
            ask_url!("https://example.com/", "Read this").accepted()?;
        }
        Ok(String::new())
    }

    let mut wire = Wire::to(
        Server::new("tests", "1.0")
            .key(&key())
            .tool(late)
            .tool(early),
    );
    let call = |name: &str| json!({"name": name, "arguments": {"sure": true}});
    let only_forms = || meta(json!({"elicitation": {"form": {}}}));

    let refused = wire.call(call("early"), only_forms()).await;
    assert_eq!(refused["error"]["code"], -32021, "{refused}");
    assert_eq!(
        refused["error"]["data"]["requiredCapabilities"],
        json!({"elicitation": {"url": {}}})
    );
    assert_eq!(BEGUN.load(Ordering::SeqCst), 0);

    let asked = wire.call(call("late"), only_forms()).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let asked = wire.call(call("early"), able()).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    assert_eq!(BEGUN.load(Ordering::SeqCst), 2);
    assert_eq!(early().needs(), late().needs());
    assert_eq!(
        early().needs().iter().collect::<Vec<_>>(),
        [mrtr::question::Need::Form, mrtr::question::Need::Url]
    );
}
