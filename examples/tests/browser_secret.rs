//! The key is entered in the browser, by the person who made the call and by nobody else, and
//! never passes the client.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

const KEY: &str = "hunter2-hunter2";

/// The example, and all that it said to an MCP client.
struct Example {
    process: Child,
    base: String,
    said: String,
}

impl Example {
    fn start() -> Self {
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
    fn call(&mut self, person: &str, asked: Option<(&Value, &str)>) -> Value {
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
    fn open(url: &str, person: Option<&str>) -> (u16, String) {
        let mut request = ureq::get(url).config().http_status_as_error(false).build();
        if let Some(person) = person {
            request = request.header("Cookie", format!("other=1; session={person}"));
        }
        let mut response = request.call().expect("a response");
        let page = response.body_mut().read_to_string().expect("a page");
        (response.status().as_u16(), page)
    }

    /// Sends the page's form.
    fn enter(&self, ticket: &str, person: &str) -> u16 {
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

fn page_of(asked: &Value) -> (&str, &str) {
    let params = &asked["result"]["inputRequests"]["page"]["params"];
    assert_eq!(params["mode"], "url", "{asked}");
    let url = params["url"].as_str().expect("a URL");
    (url, url.split_once("ticket=").expect("a ticket").1)
}

#[test]
fn the_key_never_passes_the_client() {
    let mut example = Example::start();
    let asked = example.call("ann", None);
    let (url, ticket) = page_of(&asked);

    // An accept is consent; the record says that nothing was done.
    let again = example.call("ann", Some((&asked, "accept")));
    let told = &again["result"]["inputRequests"]["page"]["params"]["message"];
    assert!(told.as_str().expect("asked again").contains("not finished"));

    let (status, page) = Example::open(url, Some("ann"));
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("type=password"), "{page}");
    assert_eq!(example.enter(ticket, "ann"), 200);

    let ended = example.call("ann", Some((&again, "accept")));
    let text = ended["result"]["content"][0]["text"].as_str();
    assert_eq!(
        text,
        Some("2 invoices in 2026-07, with a key of 15 characters"),
        "{ended}"
    );
    assert!(!example.said.contains(KEY));
    // It is there the next time.
    let ended = example.call("ann", None);
    assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
}

#[test]
fn a_link_that_was_sent_to_somebody_else_is_refused() {
    let mut example = Example::start();
    // Mallory makes the call and sends the link to Ann, who would enter her key for it.
    let asked = example.call("mallory", None);
    let (url, ticket) = page_of(&asked);
    let (status, page) = Example::open(url, Some("ann"));
    assert_eq!(status, 403, "{page}");
    assert!(page.contains("somebody else"), "{page}");
    assert!(!page.contains("<form"), "{page}");
    assert_eq!(example.enter(ticket, "ann"), 403);
    assert_eq!(Example::open(url, None).0, 401);

    let again = example.call("mallory", Some((&asked, "accept")));
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    // Nor did Ann get a key in the vault that way.
    let asked = example.call("ann", None);
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
}

#[test]
fn a_link_that_was_changed_is_refused() {
    let mut example = Example::start();
    let asked = example.call("ann", None);
    let (url, ticket) = page_of(&asked);
    let (status, page) = Example::open(&format!("{url}A"), Some("ann"));
    assert_eq!(status, 403, "{page}");
    assert_eq!(example.enter(&ticket[1..], "ann"), 403);
    assert_eq!(example.enter("", "ann"), 403);
}
