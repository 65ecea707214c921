//! Prompts that ask, over raw JSON lines.

mod support;

use mrtr::host::Server;
use mrtr::wire::PromptMessage;
use mrtr::{NotAccepted, ask, mrtr_prompt};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use support::tool::Greeting;
use support::wire::{Wire, able, meta};
use support::{greet, key};

/// For whom a text is
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Reader {
    Child,
    Chemist,
    Cook,
}

/// Explains a topic
#[mrtr_prompt]
async fn explain(
    /// What is explained
    topic: String,
    words: u16,
    reader: Option<Reader>,
    greeting: &Greeting,
) -> Result<Vec<PromptMessage>, NotAccepted> {
    let tone = ask!(String, "In which tone about {topic}?").accepted()?;
    let for_whom = match reader {
        Some(Reader::Child) => " for a child",
        Some(Reader::Chemist) => " for a chemist",
        Some(Reader::Cook) => " for a cook",
        None => "",
    };
    Ok(vec![
        PromptMessage::user(format!(
            "{}, explain {topic} in {words} words{for_whom}, {tone}",
            greeting.0
        )),
        PromptMessage::assistant("Well,"),
    ])
}

#[mrtr_prompt(name = "say-hello", description = "Says hello")]
async fn hello() -> &'static str {
    "Hello!"
}

/// Asks for ever
#[mrtr_prompt]
async fn nag() -> String {
    loop {
        if ask!(bool, "Enough?") == mrtr::Answer::Accept(true) {
            return String::new();
        }
    }
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(Greeting("Please"))
        .prompt(explain)
        .prompt(hello)
        .prompt(nag)
}

async fn get(wire: &mut Wire, params: &Value) -> Value {
    let mut params = params.clone();
    if params.get("_meta").is_none() {
        params["_meta"] = able();
    }
    wire.request("prompts/get", params).await
}

fn explain_bees() -> Value {
    json!({"name": "explain", "arguments": {"topic": "bees", "words": "12", "reader": "cook"}})
}

#[tokio::test]
async fn the_list_has_each_prompt_with_its_arguments() {
    let mut wire = Wire::to(server());
    let listed = wire.request("prompts/list", json!({"_meta": able()})).await;
    assert_eq!(
        listed["result"]["prompts"],
        json!([
            {
                "name": "explain",
                "description": "Explains a topic",
                "arguments": [
                    {"name": "topic", "description": "What is explained", "required": true},
                    {"name": "words", "required": true},
                    {"name": "reader", "required": false},
                ],
            },
            {"name": "say-hello", "description": "Says hello"},
            {"name": "nag", "description": "Asks for ever"},
        ]),
        "{listed}"
    );
}

#[tokio::test]
async fn each_round_may_go_to_another_server() {
    let mut params = explain_bees();
    let asked = get(&mut Wire::to(server()), &params).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let question = &result["inputRequests"]["tone"]["params"];
    assert_eq!(question["message"], "In which tone about bees?");

    params["requestState"] = result["requestState"].clone();
    params["inputResponses"] =
        json!({"tone": {"action": "accept", "content": {"answer": "kindly"}}});
    let ended = get(&mut Wire::to(server()), &params).await;
    assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
    let said =
        |role: &str, text: &str| json!({"role": role, "content": {"type": "text", "text": text}});
    assert_eq!(
        ended["result"]["messages"],
        json!([
            said(
                "user",
                "Please, explain bees in 12 words for a cook, kindly"
            ),
            said("assistant", "Well,"),
        ])
    );
}

#[tokio::test]
async fn a_prompt_that_does_not_ask_ends_at_once() {
    let ended = get(&mut Wire::to(server()), &json!({"name": "say-hello"})).await;
    assert_eq!(
        ended["result"]["messages"][0]["content"]["text"], "Hello!",
        "{ended}"
    );
}

#[tokio::test]
async fn what_has_no_end_of_its_own_is_an_error_of_the_protocol() {
    let mut wire = Wire::to(server());
    let unknown = get(&mut wire, &json!({"name": "greet"})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");

    let mut params = explain_bees();
    params["arguments"]["words"] = json!("many");
    params["arguments"]["reader"] = json!("king");
    let wrong = get(&mut wire, &params).await;
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    let told = wrong["error"]["message"].as_str().expect("a message");
    assert!(
        told.contains("`words`") && told.contains("`reader`"),
        "{told}"
    );

    let mut params = explain_bees();
    let asked = get(&mut wire, &params).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = json!({"tone": {"action": "decline"}});
    let declined = get(&mut wire, &params).await;
    assert_eq!(declined["error"]["code"], -32603, "{declined}");
    let told = declined["error"]["message"].as_str().expect("a message");
    assert!(told.contains("declined"), "{told}");
}

#[tokio::test]
async fn it_does_not_ask_for_ever() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "nag"});
    let mut response = get(&mut wire, &params).await;
    let mut asked = 0;
    while response["result"]["resultType"] == "input_required" {
        asked += 1;
        params["requestState"] = response["result"]["requestState"].clone();
        params["inputResponses"] =
            json!({"answer": {"action": "accept", "content": {"answer": false}}});
        response = get(&mut wire, &params).await;
    }
    assert_eq!(asked, 10);
    assert_eq!(response["error"]["code"], -32603, "{response}");
    assert_eq!(response["error"]["data"]["reason"], "round_limit");
}

#[tokio::test]
async fn state_of_a_tool_is_not_state_of_a_prompt() {
    /// Has the name of a tool.
    #[mrtr_prompt(name = "greet")]
    async fn greet_prompt(name: String) -> String {
        let _ = ask!(bool, key = "sure", "Greet {name}?");
        name
    }

    let mut wire = Wire::to(server().tool(greet).prompt(greet_prompt));
    let mut params = support::greet_args();
    let asked = wire.call(params.clone(), able()).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = support::sure_and_roots();
    let refused = get(&mut wire, &params).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert_eq!(refused["error"]["data"]["reason"], "invalid_request_state");
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_told_what_it_lacks() {
    let mut params = explain_bees();
    params["_meta"] = meta(json!({}));
    let refused = get(&mut Wire::to(server()), &params).await;
    assert_eq!(refused["error"]["code"], -32021, "{refused}");
    assert_eq!(
        refused["error"]["data"]["requiredCapabilities"],
        json!({"elicitation": {"form": {}}})
    );
}

#[tokio::test]
async fn values_that_can_be_counted_are_completed() {
    let mut wire = Wire::to(server());
    for (argument, typed, values) in [
        ("reader", "", json!(["child", "chemist", "cook"])),
        ("reader", "CH", json!(["child", "chemist"])),
        ("reader", "x", json!([])),
        ("topic", "b", json!([])),
        ("nobody", "", json!([])),
    ] {
        let completed = wire
            .request(
                "completion/complete",
                json!({
                    "_meta": able(),
                    "ref": {"type": "ref/prompt", "name": "explain"},
                    "argument": {"name": argument, "value": typed},
                }),
            )
            .await;
        let completion = &completed["result"]["completion"];
        assert_eq!(completion["values"], values, "{completed}");
        assert_eq!(completion["hasMore"], false);
    }
}

#[tokio::test]
async fn a_server_says_that_it_has_prompts_and_nothing_else() {
    let mut wire = Wire::to(server());
    let found = wire
        .request("server/discover", json!({"_meta": able()}))
        .await;
    let capabilities = &found["result"]["capabilities"];
    assert!(capabilities["prompts"].is_object(), "{found}");
    assert!(capabilities["tools"].is_null(), "{found}");
    assert!(capabilities["resources"].is_null(), "{found}");
}
