//! The example as a child process, and what travels between it and the tests.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]
// Each file of tests uses a part of it.
#![allow(dead_code)]

pub(crate) mod http;
pub(crate) mod stdio;

use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Two keys: 32 bytes each, in base64url.
pub(crate) const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
pub(crate) const OTHER_KEY: &str = "_wECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

/// The example, without a terminal and without a key from outside.
pub(crate) fn deploy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deploy"));
    command.env_remove("MRTR_KEY").stdin(Stdio::null());
    command
}

/// `_meta` of a client that declares these capabilities.
pub(crate) fn meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// Everything that the tool may ask for.
pub(crate) fn able() -> Value {
    meta(json!({"elicitation": {"form": {}}, "roots": {}}))
}

/// The parameters of the first round.
pub(crate) fn params() -> Value {
    json!({"name": "deploy", "arguments": {"environment": "production"}, "_meta": able()})
}

/// The parameters of the round after `asked`.
pub(crate) fn retry(asked: &Value, responses: Value) -> Value {
    let mut params = params();
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = responses;
    params
}

/// The answers to the first round.
pub(crate) fn approval(action: &str) -> Value {
    let mut approval = json!({"action": action});
    if action == "accept" {
        approval["content"] = json!({"approved": true, "label": "v2"});
    }
    json!({"approval": approval, "roots": {"roots": [{"uri": "file:///srv"}]}})
}

/// The answer to the second round.
pub(crate) fn risky() -> Value {
    json!({"risky": {"action": "accept", "content": {"answer": true}}})
}

/// The questions of a round.
pub(crate) fn keys(response: &Value) -> Vec<&str> {
    assert_eq!(
        response["result"]["resultType"], "input_required",
        "{response}"
    );
    let requests = response["result"]["inputRequests"]
        .as_object()
        .expect("questions");
    let mut keys: Vec<&str> = requests.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The text of a finished call.
pub(crate) fn text(response: &Value) -> &str {
    assert_eq!(response["result"]["resultType"], "complete", "{response}");
    response["result"]["content"][0]["text"]
        .as_str()
        .expect("text")
}

/// The one answer to state that is not taken.
pub(crate) fn assert_refused(response: &Value) {
    assert_eq!(response["error"]["code"], -32602, "{response}");
    assert_eq!(
        response["error"]["data"],
        json!({"reason": "invalid_request_state"})
    );
}
