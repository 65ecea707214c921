//! What several of these tests need. Each test file is a program of its own and uses some of it.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]
#![allow(dead_code, unused_imports)]

pub(crate) mod log;
pub(crate) mod tool;
pub(crate) mod wire;

use mrtr::host::Server;
use mrtr::seal::SealKey;
use serde_json::{Value, json};

pub(crate) use tool::{add, greet, hang};

/// The same key in every server of a test.
pub(crate) fn key() -> SealKey {
    SealKey::from_bytes([7; 32]).expect("a key")
}

/// A server with every tool, all that they need, and a fixed key.
pub(crate) fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(tool::Greeting("Hello"))
        .tool(greet)
        .tool(add)
}

/// The parameters of the first round of `greet`.
pub(crate) fn greet_args() -> Value {
    json!({"name": "greet", "arguments": {"name": "Ann"}})
}

/// The answers to its first round.
pub(crate) fn sure_and_roots() -> Value {
    json!({
        "sure": {"action": "accept", "content": {"answer": true}},
        "roots": {"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]},
    })
}

/// The answer to its second round.
pub(crate) fn repeat(times: u8) -> Value {
    let content = json!({"times": times, "and_then_wave": false});
    json!({"how": {"action": "accept", "content": content}})
}

/// The text of a finished call.
pub(crate) fn text(response: &Value) -> &str {
    response["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text: {response}"))
}
