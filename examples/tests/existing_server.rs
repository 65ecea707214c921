//! The server that gained a tool, through a real process, for clients of both eras.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_existing-server"));
        command
            .env_remove("MRTR_KEY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        Self {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().expect("stdout")),
            process,
        }
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{message}").expect("the server reads");
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        serde_json::from_str(&line).expect("JSON")
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({"id": 1, "method": method, "params": params}));
        self.next()
    }

    /// Closes its input; it must end well.
    fn close(mut self) {
        self.input.take();
        assert!(self.process.wait().expect("it ends").success());
    }
}

fn text(response: &Value) -> &str {
    let text = response["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{response}"))
}

#[test]
fn a_client_of_today_is_asked_in_the_result() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    let mut server = Server::start();
    let mut call = |params: Value| {
        let mut params = params;
        params["_meta"] = meta.clone();
        server.request("tools/call", params)
    };
    assert_eq!(text(&call(json!({"name": "increment"}))), "1");
    let asked = call(json!({"name": "reset"}));
    let question = &asked["result"]["inputRequests"]["answer"]["params"]["message"];
    assert_eq!(question, "The counter is at 1. Set it back?", "{asked}");
    let mut retry = json!({"name": "reset", "requestState": asked["result"]["requestState"]});
    retry["inputResponses"] = json!([]);
    assert_eq!(call(retry.clone())["error"]["code"], -32602);
    let accept = json!({"answer": {"action": "accept", "content": {"answer": true}}});
    retry["inputResponses"] = accept;
    assert_eq!(text(&call(retry)), "It was at 1, and is at 0 now.");
    assert_eq!(text(&call(json!({"name": "value"}))), "0");
    server.close();
}

#[test]
fn an_older_client_is_asked_by_a_request() {
    let mut server = Server::start();
    let begun = server.request(
        "initialize",
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "older", "version": "0"},
        }),
    );
    assert_eq!(begun["result"]["protocolVersion"], "2025-11-25", "{begun}");
    server.send(json!({"method": "notifications/initialized"}));
    let asked = server.request("tools/call", json!({"name": "reset"}));
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    server.send(json!({"id": asked["id"], "result": {"action": "decline"}}));
    assert_eq!(text(&server.next()), "It stays at 0.");
    server.close();
}
