//! A server with two tools that ask the same, and a resource.

use std::time::Duration;

use mrtr::engine::Policy;
use mrtr::host::Server;
use mrtr::wire::{Content, ResourceContents};
use mrtr::{
    Answer, Choice, Form, Json, Sampling, ask, ask_all, mrtr_prompt, mrtr_resource, mrtr_tool,
    roots, sample,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::support::key;
use crate::support::wire::meta;

#[derive(Choice, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Size {
    Small,
    Large,
}

#[derive(Form)]
struct Order {
    #[form(min = 1, max = 9)]
    count: u8,
    size: Size,
}

/// What was ordered.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ordered {
    item: String,
    count: u8,
    size: Size,
}

/// Orders something
#[mrtr_tool]
pub(crate) async fn order(item: String) -> mrtr::Result<Json<Ordered>> {
    let order = ask!(Order, "How many {item}?").accepted()?;
    Ok(Json(Ordered {
        item,
        count: order.count,
        size: order.size,
    }))
}

const ELSEWHERE: &str = "Order elsewhere";

/// Orders something, somewhere else
#[mrtr_tool(title = ELSEWHERE, read_only)]
pub(crate) async fn order_elsewhere(item: String) -> mrtr::Result<String> {
    let order = ask!(Order, "How many {item}?").accepted()?;
    Ok(format!("{} elsewhere", order.count))
}

/// Asks for numbers until it is told one that is not larger, and adds them up
#[mrtr_tool]
pub(crate) async fn climb() -> mrtr::Result<String> {
    let mut heights = vec![0_u32];
    loop {
        let last = heights[heights.len() - 1];
        let next = match ask!(u32, "Higher than {last}?") {
            Answer::Accept(next) if next > last => next,
            Answer::Accept(_) | Answer::Decline => break,
            Answer::Cancel => return Ok("no decision".to_owned()),
        };
        heights.push(next);
    }
    let sum: u32 = heights.iter().sum();
    Ok(format!("{} steps, {sum} in all", heights.len() - 1))
}

/// Asks a person, a model and the client at once
#[mrtr_tool]
pub(crate) async fn everything() -> mrtr::Result<String> {
    let (name, word, places) = ask_all!(
        ask!(String, "Your name?"),
        sample!(Sampling::new("A word?").max_tokens(5)),
        roots!(),
    );
    Ok(format!(
        "{} {} {}",
        name.accepted()?,
        word.text(),
        places.len()
    ))
}

/// Shows all that can be shown
#[mrtr_tool]
pub(crate) async fn show() -> Vec<Content> {
    let page = ResourceContents::text("<p>").mime_type("text/html");
    vec![
        Content::text("all").for_model(),
        Content::image(*b"\x89", "image/png")
            .for_user()
            .priority(1.0),
        Content::audio(*b"\x00", "audio/wav"),
        Content::resource("shop://page", page),
        Content::link("shop://stock/tea", "tea"),
    ]
}

/// The stock of an item
#[mrtr_resource("shop://stock/{item}", title = "Stock", mime_type = "text/plain")]
pub(crate) async fn stock(item: String) -> mrtr::Result<String> {
    let order = ask!(Order, "How many {item}?").accepted()?;
    Ok(format!("{} of {item}", order.count))
}

/// What to say about an item
#[mrtr_prompt(title = "Praise")]
pub(crate) async fn praise(item: String) -> String {
    format!("Praise {item}")
}

pub(crate) fn shop() -> Server {
    let mut policy = Policy::default();
    policy.lifetime = Duration::from_secs(60);
    Server::new("shop", "1")
        .key(&key())
        .policy(policy)
        .tool(order)
        .tool(order_elsewhere)
        .tool(climb)
        .tool(everything)
        .tool(show)
        .prompt(praise)
        .resource(stock)
}

/// A client that can be asked everything.
pub(crate) fn able() -> Value {
    meta(json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}))
}

pub(crate) fn call(tool: &str, arguments: Value) -> Value {
    json!({"name": tool, "arguments": arguments})
}

/// The round after `asked`.
pub(crate) fn retry(params: &Value, asked: &Value, responses: Value) -> Value {
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let mut params = params.clone();
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = responses;
    params
}

pub(crate) fn accept(key: &str, content: Value) -> Value {
    json!({key: {"action": "accept", "content": content}})
}

pub(crate) fn three_large() -> Value {
    accept("order", json!({"count": 3, "size": "large"}))
}
