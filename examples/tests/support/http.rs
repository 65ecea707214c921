use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

/// `deploy --serve http` as a process of its own, on a free port.
pub(crate) struct Server {
    process: Child,
    url: String,
}

impl Server {
    pub(crate) fn start(key: &str) -> Self {
        let mut command = super::deploy();
        command
            .args(["--serve", "http", "--port", "0"])
            .env("MRTR_KEY", key)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let mut line = String::new();
        let mut log = BufReader::new(process.stderr.take().expect("stderr"));
        log.read_line(&mut line).expect("UTF-8");
        let url = line
            .trim()
            .strip_prefix("serving on ")
            .expect("an address")
            .to_owned();
        // Nobody reads the rest, but the server must not fail to write it.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { process, url }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Posts a request: the status, the type of the content, and the response.
    pub(crate) fn post(&self, method: &str, params: &Value) -> (u16, String, Value) {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut request = ureq::post(&self.url)
            .config()
            .http_status_as_error(false)
            .build()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("Mcp-Name", name);
        }
        let mut response = request.send(body.to_string()).expect("a response");
        let kind = response.headers()["content-type"]
            .to_str()
            .expect("text")
            .to_owned();
        let body = response.body_mut().read_to_string().expect("a body");
        let json = serde_json::from_str(&body).unwrap_or_else(|_| panic!("no JSON: {body:?}"));
        (response.status().as_u16(), kind, json)
    }

    pub(crate) fn call(&self, params: &Value) -> Value {
        let (status, kind, response) = self.post("tools/call", params);
        assert_eq!(
            (status, kind.as_str()),
            (200, "application/json"),
            "{response}"
        );
        response
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
