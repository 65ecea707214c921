use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};

use serde_json::{Value, json};

/// `deploy --serve stdio` as a process of its own.
pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

/// How a server ended, and what it said beside the protocol.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) output: String,
    pub(crate) log: String,
}

impl Server {
    pub(crate) fn start(key: Option<&str>) -> Self {
        let mut command = super::deploy();
        command
            .args(["--serve", "stdio"])
            .envs(key.map(|key| ("MRTR_KEY", key)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        Self {
            input: process.stdin.take().expect("stdin"),
            output: BufReader::new(process.stdout.take().expect("stdout")),
            process,
            id: 0,
        }
    }

    /// Sends a request and waits for its response.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        writeln!(self.input, "{request}").expect("the server reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        let response: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(response["id"], self.id, "{response}");
        response
    }

    /// Sends a message of any kind and waits for whatever comes next.
    pub(crate) fn exchange(&mut self, mut message: Value) -> Value {
        message["jsonrpc"] = json!("2.0");
        writeln!(self.input, "{message}").expect("the server reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        serde_json::from_str(&line).expect("JSON")
    }

    pub(crate) fn call(&mut self, params: Value) -> Value {
        self.request("tools/call", params)
    }

    /// Ends it in the middle of whatever it does. What it had logged until then.
    pub(crate) fn kill(mut self) -> String {
        self.process.kill().expect("it can be killed");
        let mut log = String::new();
        let mut stderr = self.process.stderr.take().expect("stderr");
        stderr.read_to_string(&mut log).expect("UTF-8");
        self.process.wait().expect("it is gone");
        log
    }

    /// Closes its input and waits for its end.
    pub(crate) fn close(mut self) -> Ended {
        drop(self.input);
        let (mut output, mut log) = (String::new(), String::new());
        self.output.read_to_string(&mut output).expect("UTF-8");
        let mut stderr = self.process.stderr.take().expect("stderr");
        stderr.read_to_string(&mut log).expect("UTF-8");
        let status = self.process.wait().expect("it ends");
        Ended {
            status,
            output,
            log,
        }
    }
}
