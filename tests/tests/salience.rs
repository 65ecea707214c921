//! Which arguments state is bound to.

mod support;

use mrtr::host::Server;
use mrtr::{NotAccepted, ask, mrtr_prompt, mrtr_tool};
use serde_json::{Value, json};
use support::key;
use support::wire::{Wire, able};

/// Sends a gift
#[mrtr_tool]
async fn send(
    to: String,
    /// What the client's clock shows
    #[arg(not_salient)]
    now: u32,
    #[arg(not_salient)] r#type: Option<String>,
) -> Result<String, NotAccepted> {
    ask!(bool, key = "sure", "Send it to {to}?").accepted()?;
    let kind = r#type;
    Ok(format!("{to} at {now} as {kind:?}"))
}

/// Greets
#[mrtr_prompt]
async fn greeting(name: String, #[arg(not_salient)] tone: String) -> Result<String, NotAccepted> {
    ask!(bool, key = "sure", "Greet {name}?").accepted()?;
    Ok(format!("{tone} {name}"))
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .tool(send)
        .prompt(greeting)
}

/// Asks with some arguments, and answers with others.
async fn answered(method: &str, name: &str, [first, then]: [Value; 2]) -> Value {
    let mut params = json!({"name": name, "arguments": first, "_meta": able()});
    let asked = Wire::to(server()).request(method, params.clone()).await;
    params["arguments"] = then;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = json!({"sure": {"action": "accept", "content": {"answer": true}}});
    Wire::to(server()).request(method, params).await
}

#[tokio::test]
async fn an_argument_that_is_not_salient_may_change() {
    let first = json!({"to": "Ann", "now": 1, "type": "book"});
    for then in [
        json!({"to": "Ann", "now": 1, "type": "book"}),
        json!({"now": 2, "to": "Ann", "type": "book"}),
        json!({"to": "Ann", "now": 3}),
    ] {
        let done = answered("tools/call", "send", [first.clone(), then.clone()]).await;
        let kind = then["type"].as_str();
        let told = format!("Ann at {} as {kind:?}", then["now"]);
        assert_eq!(support::text(&done), told, "{then}");
    }
    let arguments = ["dear", "dearest"].map(|tone| json!({"name": "Ann", "tone": tone}));
    let done = answered("prompts/get", "greeting", arguments).await;
    assert_eq!(
        done["result"]["messages"][0]["content"]["text"], "dearest Ann",
        "{done}"
    );
}

#[tokio::test]
async fn all_other_arguments_may_not() {
    let first = json!({"to": "Ann", "now": 1});
    for then in [
        json!({"to": "Bob", "now": 1}),
        json!({"to": "ann", "now": 1}),
        // One that nobody declared is not left out either.
        json!({"to": "Ann", "now": 1, "amount": 7}),
        json!({"to": "Ann", "Now": 1, "now": 1}),
    ] {
        let refused = answered("tools/call", "send", [first.clone(), then]).await;
        let reason = &refused["error"]["data"]["reason"];
        assert_eq!(reason, "invalid_request_state", "{refused}");
    }
    // It has to be there all the same.
    let missing = answered("tools/call", "send", [first, json!({"to": "Ann"})]).await;
    assert_eq!(missing["result"]["isError"], true, "{missing}");
}
