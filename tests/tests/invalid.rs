//! What becomes of an answer that does not fit, through the host.

mod support;

use mrtr::host::Server;
use mrtr::{Form, NotAccepted, ask, mrtr_prompt, mrtr_tool};
use serde_json::{Value, json};
use support::wire::{Wire, able};
use support::{key, text};

#[derive(Form)]
struct Order {
    #[form(min = 1, max = 9)]
    count: u8,
    #[form(format = "date")]
    on: String,
}

/// Refuses what does not fit
#[mrtr_tool(on_invalid = "reject")]
async fn strict() -> Result<String, NotAccepted> {
    let order = ask!(Order, "What?").accepted()?;
    Ok(format!("{} on {}", order.count, order.on))
}

/// Refuses what does not fit, without state
#[mrtr_tool(stateless, on_invalid = "reject")]
async fn strict_without_state() -> Result<String, NotAccepted> {
    let order = ask!(Order, "What?").accepted()?;
    Ok(format!("{} on {}", order.count, order.on))
}

/// Asks again
#[mrtr_prompt]
async fn patient() -> Result<String, NotAccepted> {
    let order = ask!(Order, "What?").accepted()?;
    Ok(format!("{} on {}", order.count, order.on))
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .tool(strict)
        .tool(strict_without_state)
        .prompt(patient)
}

fn order(count: u8, on: &str) -> Value {
    json!({"order": {"action": "accept", "content": {"count": count, "on": on}}})
}

#[tokio::test]
async fn a_strict_tool_says_what_is_wrong_and_takes_the_same_state_again() {
    for name in ["strict", "strict_without_state"] {
        let mut wire = Wire::to(server());
        let mut params = json!({"name": name});
        let asked = wire.call(params.clone(), able()).await;
        if let Some(state) = asked["result"].get("requestState") {
            params["requestState"] = state.clone();
        }
        params["inputResponses"] = order(12, "tomorrow");
        let refused = wire.call(params.clone(), able()).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        assert_eq!(
            refused["error"]["data"],
            json!({"reason": "invalid_answer", "problems": [
                {"question": "order", "field": "count", "problem": "must be at most 9"},
                {"question": "order", "field": "on", "problem": "must be a date, such as 2026-07-28"},
            ]})
        );
        // What somebody typed is not for logs and models.
        assert!(!refused.to_string().contains("tomorrow"), "{refused}");
        // An answer that is missing is asked for.
        params["inputResponses"] = json!({});
        let again = wire.call(params.clone(), able()).await;
        assert_eq!(again["result"]["resultType"], "input_required", "{again}");
        params["inputResponses"] = order(2, "2026-07-28");
        let ended = wire.call(params, able()).await;
        assert_eq!(text(&ended), "2 on 2026-07-28");
    }
}

#[tokio::test]
async fn asking_again_has_an_end() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "patient", "_meta": able()});
    let mut response = wire.request("prompts/get", params.clone()).await;
    let mut told = Vec::new();
    while response["result"]["resultType"] == "input_required" {
        let question = &response["result"]["inputRequests"]["order"]["params"];
        told.push(question["message"].as_str().expect("a text").to_owned());
        params["requestState"] = response["result"]["requestState"].clone();
        params["inputResponses"] = order(12, "2026-07-28");
        response = wire.request("prompts/get", params.clone()).await;
    }
    let again = "What?\n\nPlease correct:\n- count: must be at most 9 (given: 12)";
    assert_eq!(told, ["What?", again, again, again, again, again]);
    // A prompt has no result that says so to a model.
    assert_eq!(response["error"]["code"], -32603, "{response}");
    assert_eq!(response["error"]["data"]["reason"], "repeat_limit");
}
