//! The example as a child process, and what an MCP client says to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub(crate) const KEY: &str = "hunter2-hunter2";

/// The example, and all that it said to an MCP client.
pub(crate) struct Example {
    process: Child,
    pub(crate) base: String,
    pub(crate) said: String,
}

impl Example {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_browser-secret"))
            .args(["--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let mut log = BufReader::new(process.stderr.take().expect("stderr"));
        log.read_line(&mut line).expect("UTF-8");
        let base = line.trim().strip_prefix("serving on ").expect("an address");
        let base = base.strip_suffix("/mcp").expect("a path").to_owned();
        // Nobody reads the rest, but the server must not fail to write it.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self {
            process,
            base,
            said: String::new(),
        }
    }

    /// One round of the tool, as `person`.
    pub(crate) fn call(&mut self, person: &str, asked: Option<(&Value, &str)>) -> Value {
        let mut params = json!({
            "name": "invoices",
            "arguments": {"month": "2026-07"},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}},
            },
        });
        if let Some((asked, action)) = asked {
            params["requestState"] = asked["result"]["requestState"].clone();
            params["inputResponses"] = json!({"page": {"action": action}});
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let mut response = ureq::post(format!("{}/mcp", self.base))
            .header("Authorization", format!("Bearer {person}"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "invoices")
            .send(body.to_string())
            .expect("a response");
        let text = response.body_mut().read_to_string().expect("a body");
        self.said.push_str(&text);
        serde_json::from_str(&text).expect("JSON")
    }

    /// Opens a page as whoever is signed in there: the status and the page.
    pub(crate) fn open(url: &str, person: Option<&str>) -> (u16, String) {
        let mut request = ureq::get(url).config().http_status_as_error(false).build();
        if let Some(person) = person {
            request = request.header("Cookie", format!("other=1; session={person}"));
        }
        let mut response = request.call().expect("a response");
        let page = response.body_mut().read_to_string().expect("a page");
        (response.status().as_u16(), page)
    }

    /// Sends the page's form.
    pub(crate) fn enter(&self, ticket: &str, person: &str) -> u16 {
        let response = ureq::post(format!("{}/key", self.base))
            .config()
            .http_status_as_error(false)
            .build()
            .header("Cookie", format!("session={person}"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .send(format!("ticket={ticket}&key={KEY}"))
            .expect("a response");
        response.status().as_u16()
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn page_of(asked: &Value) -> (&str, &str) {
    let params = &asked["result"]["inputRequests"]["page"]["params"];
    assert_eq!(params["mode"], "url", "{asked}");
    let url = params["url"].as_str().expect("a URL");
    (url, url.split_once("ticket=").expect("a ticket").1)
}
