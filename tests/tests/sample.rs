//! `sample!` through the host: what travels, what is read, and what is needed for it.

mod support;

use mrtr::host::Server;
use mrtr::question::{Role, SampleBlock, SampleMessage, SampleTool};
use mrtr::{Sampling, mrtr_tool, sample};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use support::wire::{Wire, meta};
use support::{key, text};

#[derive(Deserialize)]
struct Verdict {
    safe: bool,
    score: u8,
}

/// Summarises a text
#[mrtr_tool]
async fn summarise(subject: String) -> String {
    let summary = sample!("Summarise {subject}");
    format!("{} by {}", summary.text(), summary.model)
}

/// Judges a text
#[mrtr_tool]
async fn judge(subject: String) -> String {
    let verdict = sample!(
        as Verdict,
        Sampling::new(format!("Judge {subject}"))
            .system_prompt("You are a judge.")
            .temperature(0.7)
            .max_tokens(50)
            .prefer_model("sonnet")
            .intelligence_priority(0.3)
            .stop_at("END")
    );
    format!("{} {}", verdict.safe, verdict.score)
}

/// Lets the model use a tool
#[mrtr_tool]
async fn forecast() -> String {
    let tool = SampleTool::new(
        "weather",
        Map::from_iter([("type".into(), "object".into())]),
    );
    let asked = Sampling::new("What is the weather?").tool(tool);
    let first = sample!(key = "first", &asked);
    let results: Vec<_> = first
        .tool_uses()
        .map(|(id, _, input)| SampleBlock::tool_result(id, format!("sunny in {input:?}")))
        .collect();
    let second = sample!(
        key = "second",
        Sampling::new("What is the weather?")
            .message(first.into_message())
            .message(SampleMessage::new(Role::User, results))
    );
    second.text()
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .tool(summarise)
        .tool(judge)
        .tool(forecast)
}

fn able() -> Value {
    meta(json!({"sampling": {"tools": {}}}))
}

fn says(text: &str) -> Value {
    json!({"role": "assistant", "model": "m1", "content": {"type": "text", "text": text}})
}

async fn answer(wire: &mut Wire, params: &mut Value, asked: &Value, answers: Value) -> Value {
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = answers;
    wire.call(params.clone(), able()).await
}

#[tokio::test]
async fn a_text_is_one_message_of_the_user() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "summarise", "arguments": {"subject": "bees"}});
    let asked = wire.call(params.clone(), able()).await;
    assert_eq!(
        asked["result"]["inputRequests"],
        json!({"summary": {
            "method": "sampling/createMessage",
            "params": {
                "messages": [
                    {"role": "user", "content": {"type": "text", "text": "Summarise bees"}},
                ],
                "maxTokens": 1024,
            },
        }}),
        "{asked}"
    );
    let ended = answer(
        &mut wire,
        &mut params,
        &asked,
        json!({"summary": says("They fly.")}),
    )
    .await;
    assert_eq!(text(&ended), "They fly. by m1");
}

#[tokio::test]
async fn the_model_is_told_what_is_wrong_and_asked_again() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "judge", "arguments": {"subject": "bees"}});
    let asked = wire.call(params.clone(), able()).await;
    let request = &asked["result"]["inputRequests"]["verdict"]["params"];
    assert_eq!(request["systemPrompt"], "You are a judge.", "{asked}");
    assert_eq!(request["stopSequences"], json!(["END"]));
    assert_eq!(request["maxTokens"], 50);
    assert_eq!(
        request["modelPreferences"]["hints"],
        json!([{"name": "sonnet"}])
    );
    let answers = json!({"verdict": says("{\"safe\": true, \"score\": 300}")});
    let again = answer(&mut wire, &mut params, &asked, answers).await;
    let messages = &again["result"]["inputRequests"]["verdict"]["params"]["messages"];
    assert_eq!(messages.as_array().map(Vec::len), Some(2), "{again}");
    let told = messages[1]["content"]["text"].as_str().expect("a text");
    assert!(told.contains("300"), "{told}");
    // What was told once is not told again: the answer that comes now is another one.
    let answers = json!({"verdict": says("no")});
    let again = answer(&mut wire, &mut params, &again, answers).await;
    let messages = &again["result"]["inputRequests"]["verdict"]["params"]["messages"];
    assert_eq!(messages.as_array().map(Vec::len), Some(2), "{again}");
    assert!(!messages.to_string().contains("300"), "{again}");

    let answers = json!({"verdict": says("```json\n{\"safe\": true, \"score\": 9}\n```")});
    let ended = answer(&mut wire, &mut params, &again, answers).await;
    assert_eq!(text(&ended), "true 9");
}

#[tokio::test]
async fn what_is_no_answer_of_a_model_is_asked_for_again_in_the_same_words() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "judge", "arguments": {"subject": "bees"}});
    let asked = wire.call(params.clone(), able()).await;
    for wrong in [
        json!({}),
        json!({"role": "assistant", "model": "m", "content": {}}),
        json!({"action": "accept", "content": {}}),
    ] {
        let again = answer(&mut wire, &mut params, &asked, json!({"verdict": wrong})).await;
        assert_eq!(
            again["result"]["inputRequests"],
            asked["result"]["inputRequests"]
        );
    }
}

#[tokio::test]
async fn a_tool_is_used_and_its_result_is_told() {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": "forecast"});
    let asked = wire.call(params.clone(), able()).await;
    let tool = &asked["result"]["inputRequests"]["first"]["params"]["tools"][0];
    assert_eq!(tool["name"], "weather", "{asked}");
    let used = json!({"first": {
        "role": "assistant",
        "model": "m1",
        "stopReason": "toolUse",
        "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Bonn"}}],
    }});
    let asked = answer(&mut wire, &mut params, &asked, used).await;
    let messages = &asked["result"]["inputRequests"]["second"]["params"]["messages"];
    assert_eq!(messages[1]["content"]["type"], "tool_use", "{asked}");
    assert_eq!(messages[2]["content"]["toolUseId"], "c1");
    let ended = answer(
        &mut wire,
        &mut params,
        &asked,
        json!({"second": says("Sunny")}),
    )
    .await;
    assert_eq!(text(&ended), "Sunny");
}

#[tokio::test]
async fn tools_for_the_model_need_a_capability_of_their_own() {
    for (declared, missing) in [
        (json!({}), json!({"sampling": {"tools": {}}})),
        (json!({"sampling": {}}), json!({"sampling": {"tools": {}}})),
    ] {
        let mut wire = Wire::to(server());
        let response = wire.call(json!({"name": "forecast"}), meta(declared)).await;
        assert_eq!(response["error"]["code"], -32021, "{response}");
        assert_eq!(response["error"]["data"]["requiredCapabilities"], missing);
    }
}
