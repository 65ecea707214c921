//! Types: inference over a step, coercions, errors, results.

use mrtr::{Json, NotAccepted, ask, mrtr_tool};
use serde_json::json;

use crate::harness::{accept, run};

#[mrtr_tool]
async fn inferred(text: String) -> Result<String, Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    let number = text.parse()?;
    let mut best = None;
    let factor = ask!(u64, "Factor?").accepted()?;
    let total: u64 = number;
    all.push(total * factor);
    best.replace(total);
    let shown: &dyn std::fmt::Debug = if factor > 1 { &all } else { &best };
    Ok(format!("{shown:?}"))
}

#[tokio::test]
async fn types_are_found_behind_the_step() {
    let trace = run(inferred, json!({"text": "21"}), &[accept(2)]).await;
    assert_eq!(trace.result, "[42]");
    assert_eq!(
        run(inferred, json!({"text": "x"}), &[]).await.result,
        "error: invalid digit found in string"
    );
}

#[derive(Debug)]
#[expect(dead_code, reason = "it is told by `Debug`")]
enum Mine {
    Said(NotAccepted),
    Small,
}

impl From<NotAccepted> for Mine {
    fn from(said: NotAccepted) -> Self {
        Self::Said(said)
    }
}

impl std::fmt::Display for Mine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

#[mrtr_tool]
async fn own_error() -> Result<Json<serde_json::Value>, Mine> {
    let n = ask!(u8, "How many?").accepted()?;
    if n < 3 {
        Err(Mine::Small)
    } else {
        Ok(Json(json!({ "n": n })))
    }
}

#[tokio::test]
async fn errors_are_the_authors_own() {
    let declined = run(own_error, json!({}), &[json!({"action": "decline"})]).await;
    assert_eq!(declined.result, "error: Said(Declined)");
    assert_eq!(
        run(own_error, json!({}), &[accept(2)]).await.result,
        "error: Small"
    );
    assert_eq!(
        run(own_error, json!({}), &[accept(3)]).await.result,
        r#"{"n":3}"#
    );
}

#[mrtr_tool]
async fn swallows() -> mrtr::Result<String> {
    // None of these meets the suspension: it never returns.
    let first = ask!(bool, "One?").accepted().ok();
    let second = match ask!(bool, "Two?").accepted() {
        Ok(yes) => !yes,
        Err(_) => true,
    };
    let third = ask!(bool, "Three?").accepted().unwrap_or_default();
    Ok(format!("{first:?} {second} {third}"))
}

#[tokio::test]
async fn nothing_swallows_a_suspension() {
    let cancel = json!({"action": "cancel"});
    let trace = run(swallows, json!({}), &[cancel.clone(), accept(true), cancel]).await;
    assert_eq!(trace.asked.len(), 3);
    assert_eq!(trace.result, "None false false");
}

/// Not a tool that asks; it is one all the same.
#[mrtr_tool(name = "plain.tool", description = concat!("A", " constant"))]
async fn plain(mut n: u8) -> String {
    n += 1;
    n.to_string()
}

#[tokio::test]
async fn a_tool_without_steps_is_its_body() {
    let info = plain();
    assert_eq!((info.name, info.description), ("plain.tool", "A constant"));
    assert_eq!(run(plain, json!({"n": 1}), &[]).await.result, "2");
    let refused = run(plain, json!({"n": 300, "m": 1}), &[]).await.result;
    assert!(refused.starts_with("error: argument `n`: "), "{refused}");
}

#[mrtr_tool(once)]
async fn charge() -> mrtr::Result<String> {
    Ok(ask!(bool, "Charge?").accepted()?.to_string())
}

#[test]
fn a_tool_can_be_for_once() {
    assert!(charge().once);
    assert!(!plain().once);
}

const QUESTION: &str = "Go on?";

/// Not this.
#[mrtr_tool(description = QUESTION,)]
async fn texts() -> mrtr::Result<String> {
    let first = ask!(bool, QUESTION).accepted()?;
    let second = ask!(bool, concat!("Really ", "go on?")).accepted()?;
    Ok(format!("{first} {second}"))
}

#[tokio::test]
async fn texts_are_any_constants() {
    assert_eq!(texts().description, "Go on?");
    let trace = run(texts, json!({}), &[accept(true), accept(false)]).await;
    assert_eq!(trace.asked, ["first: Go on?", "second: Really go on?"]);
}

#[mrtr_tool()]
async fn conversions(text: String) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let outer: Result<Result<u32, std::num::ParseIntError>, std::io::Error> = Ok(text.parse());
    let number = outer??;
    let factor = ask!(u32, "Factor?").accepted()?;
    let times: Box<dyn Fn(u32) -> u32 + Send> = Box::new(move |n| n * factor);
    Ok(times(number).to_string())
}

#[tokio::test]
async fn errors_and_pointers_are_converted_as_elsewhere() {
    let trace = run(conversions, json!({"text": "21"}), &[accept(2)]).await;
    assert_eq!(trace.result, "42");
    let trace = run(conversions, json!({"text": "x"}), &[]).await;
    assert_eq!(trace.result, "error: invalid digit found in string");
}
