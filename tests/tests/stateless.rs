//! `stateless` through the host: no state travels, and all else is as it is with state.

mod support;

use std::sync::atomic::{AtomicU32, Ordering};

use mrtr::client::{Client, FormQuestion, Handlers};
use mrtr::host::Server;
use mrtr::wire::ResourceOutput;
use mrtr::{Answer, Form, NotAccepted, ask, ask_all, mrtr_prompt, mrtr_resource, mrtr_tool, roots};
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use support::wire::{Wire, able, meta};
use support::{key, text};

/// What can be removed, and how often something was.
struct Store {
    has: [&'static str; 1],
    removed: AtomicU32,
}

impl Store {
    fn has(&self, name: &str) -> bool {
        self.has.contains(&name)
    }

    fn remove(&self) -> u32 {
        self.removed.fetch_add(1, Ordering::SeqCst) + 1
    }
}

#[derive(Form)]
struct Why {
    /// Why is it not needed any more?
    #[form(min_length = 3)]
    reason: String,
}

/// Removes something
#[mrtr_tool(stateless)]
async fn remove(name: String, store: &Store) -> Result<String, NotAccepted> {
    if !store.has(&name) {
        return Ok(format!("there is no {name}"));
    }
    let (sure, why) = ask_all!(
        ask!(bool, "Remove {name}?"),
        ask!(Why, "Why is {name} removed?"),
    );
    if !sure.accepted()? {
        return Ok(format!("{name} stays"));
    }
    let reason = why.accepted()?.reason;
    Ok(format!("{name} is removed ({reason}), {}", store.remove()))
}

/// Asks one thing or the other
#[mrtr_tool(stateless)]
async fn either(left: bool) -> Result<String, NotAccepted> {
    let said = if left {
        ask!(String, "Left?").accepted()?
    } else {
        let roots = roots!();
        format!("{} roots", roots.len())
    };
    Ok(said)
}

/// Greets somebody
#[mrtr_prompt(stateless)]
async fn greeting(word: String) -> Result<String, NotAccepted> {
    let name = ask!(String, "Who is greeted?").accepted()?;
    Ok(format!("{word}, {name}!"))
}

/// A page for one person
#[mrtr_resource("pages://{page}", stateless)]
async fn page(page: String) -> Result<ResourceOutput, NotAccepted> {
    let name = ask!(String, "Who reads {page}?").accepted()?;
    Ok(ResourceOutput::text(format!("{page} for {name}")).shared())
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(Store {
            has: ["db"],
            removed: AtomicU32::new(0),
        })
        .tool(remove)
        .tool(either)
        .prompt(greeting)
        .resource(page)
}

fn remove_call(name: &str, answers: Option<Value>) -> Value {
    let mut call = json!({"name": "remove", "arguments": {"name": name}});
    if let Some(answers) = answers {
        call["inputResponses"] = answers;
    }
    call
}

fn answers(sure: bool, reason: &str) -> Value {
    json!({
        "sure": {"action": "accept", "content": {"answer": sure}},
        "why": {"action": "accept", "content": {"reason": reason}},
    })
}

/// The keys of what is asked, after a look that no state comes with it.
fn asked(response: &Value) -> Vec<&str> {
    let result = &response["result"];
    assert_eq!(result["resultType"], "input_required", "{response}");
    assert_eq!(result.get("requestState"), None, "{response}");
    let questions = result["inputRequests"].as_object().expect("questions");
    questions.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn it_asks_without_state_and_goes_on_with_the_answers_alone() {
    let mut wire = Wire::to(server());
    let first = wire.call(remove_call("db", None), able()).await;
    assert_eq!(asked(&first), ["sure", "why"]);
    let retry = remove_call("db", Some(answers(true, "too old")));
    let ended = wire.call(retry.clone(), able()).await;
    assert_eq!(text(&ended), "db is removed (too old), 1");
    // Nothing was redeemed: the same answers are taken again.
    let again = wire.call(retry, able()).await;
    assert_eq!(text(&again), "db is removed (too old), 2");
}

#[tokio::test]
async fn a_first_call_may_bring_its_answers() {
    let mut wire = Wire::to(server());
    let call = remove_call("db", Some(answers(false, "")));
    let again = wire.call(call, able()).await;
    assert_eq!(asked(&again), ["sure", "why"], "an answer breaks a rule");
    let call = remove_call("db", Some(answers(false, "unknown")));
    let ended = wire.call(call, able()).await;
    assert_eq!(text(&ended), "db stays");
}

#[tokio::test]
async fn what_stands_before_the_step_cannot_be_left_out() {
    let mut wire = Wire::to(server());
    let call = remove_call("nothing", Some(answers(true, "too old")));
    let ended = wire.call(call, able()).await;
    assert_eq!(text(&ended), "there is no nothing");
}

#[tokio::test]
async fn all_is_asked_again_where_one_answer_does_not_fit() {
    let mut wire = Wire::to(server());
    let told = |response: &Value, key: &str| {
        let message = &response["result"]["inputRequests"][key]["params"]["message"];
        message.as_str().expect("a message").to_owned()
    };
    let wrong = wire
        .call(remove_call("db", Some(answers(true, "é"))), able())
        .await;
    assert_eq!(asked(&wrong), ["sure", "why"]);
    assert_eq!(told(&wrong, "sure"), "Remove db?");
    assert_eq!(
        told(&wrong, "why"),
        "Why is db removed?\n\nPlease correct:\n- reason: must be at least 3 characters long, not 1 (given: \"é\")"
    );
    for partial in [
        json!({"sure": {"action": "accept", "content": {"answer": true}}}),
        json!({"other": {"roots": []}}),
        json!({}),
    ] {
        let again = wire.call(remove_call("db", Some(partial)), able()).await;
        assert_eq!(asked(&again), ["sure", "why"]);
        assert_eq!(told(&again, "why"), "Why is db removed?");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_refused() {
    let mut wire = Wire::to(server());
    for malformed in [json!({"sure": "accept"}), json!({"sure": null, "why": [1]})] {
        let refused = wire.call(remove_call("db", Some(malformed)), able()).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
    let declined = json!({"sure": {"action": "decline"}, "why": {"action": "cancel"}});
    let ended = wire.call(remove_call("db", Some(declined)), able()).await;
    assert!(text(&ended).contains("decline"), "{ended}");
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_told_so_at_the_step() {
    let mut wire = Wire::to(server());
    let nothing = || meta(json!({}));
    let ended = wire.call(remove_call("nothing", None), nothing()).await;
    assert_eq!(text(&ended), "there is no nothing");
    let refused = wire.call(remove_call("db", None), nothing()).await;
    assert_eq!(refused["error"]["code"], -32021, "{refused}");
    assert_eq!(
        refused["error"]["data"]["requiredCapabilities"],
        json!({"elicitation": {"form": {}}})
    );
}

#[tokio::test]
async fn state_is_never_taken() {
    let mut wire = Wire::to(server());
    for state in ["", "m1.x"] {
        let mut call = remove_call("db", Some(answers(true, "too old")));
        call["requestState"] = json!(state);
        let refused = wire.call(call, able()).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        assert_eq!(refused["error"]["data"]["reason"], "invalid_request_state");
    }
}

#[tokio::test]
async fn steps_in_different_branches_are_one_round() {
    let mut wire = Wire::to(server());
    let call = |left: bool| json!({"name": "either", "arguments": {"left": left}});
    let left = wire.call(call(true), able()).await;
    assert_eq!(asked(&left), ["said"]);
    let right = wire.call(call(false), able()).await;
    assert_eq!(asked(&right), ["roots"]);
    for (left, told) in [(true, "yes"), (false, "1 roots")] {
        let mut call = call(left);
        call["inputResponses"] = json!({
            "said": {"action": "accept", "content": {"answer": "yes"}},
            "roots": {"roots": [{"uri": "file:///a"}]},
        });
        let ended = wire.call(call, able()).await;
        assert_eq!(text(&ended), told);
    }
}

#[tokio::test]
async fn prompts_and_resources_keep_no_state_either() {
    let mut wire = Wire::to(server());
    let mut get = json!({"name": "greeting", "arguments": {"word": "Hello"}, "_meta": able()});
    let first = wire.request("prompts/get", get.clone()).await;
    assert_eq!(asked(&first), ["name"]);
    get["inputResponses"] = json!({"name": {"action": "accept", "content": {"answer": "Ann"}}});
    let ended = wire.request("prompts/get", get).await;
    assert_eq!(
        ended["result"]["messages"][0]["content"]["text"],
        "Hello, Ann!"
    );

    let mut read = json!({"uri": "pages://one", "_meta": able()});
    let first = wire.request("resources/read", read.clone()).await;
    assert_eq!(asked(&first), ["name"]);
    read["inputResponses"] = json!({"name": {"action": "accept", "content": {"answer": "Ann"}}});
    let ended = wire.request("resources/read", read).await;
    assert_eq!(ended["result"]["contents"][0]["text"], "one for Ann");
    // What came of somebody's answers is theirs.
    assert_eq!(ended["result"]["ttlMs"], 0, "{ended}");
    assert_eq!(ended["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn a_client_finishes_it() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(theirs);
    tokio::spawn(server().serve_over(reader, writer));
    let fields = |value: Value| value.as_object().expect("an object").clone();
    let handlers = Handlers::new().on_form(move |form: FormQuestion| async move {
        let content = if form.message.starts_with("Why") {
            json!({"reason": "too old"})
        } else {
            json!({"answer": true})
        };
        Ok(Answer::Accept(fields(content)))
    });
    let client = Client::connect("test", "1", handlers, ours).await;
    let client = client.expect("connected");
    let arguments = fields(json!({"name": "db"}));
    let call = CallToolRequestParams::new("remove").with_arguments(arguments);
    let result = client.call(call).await.expect("finished");
    let text = result.content[0].as_text().expect("text");
    assert_eq!(text.text, "db is removed (too old), 1");
}
