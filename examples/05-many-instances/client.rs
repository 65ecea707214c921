//! A client without a library: it sends each request again until it has an answer.

use std::time::Duration;

use serde_json::{Value, json};

/// How often a request is sent, at most, while nobody answers it or its round is still running.
const ATTEMPTS: u32 = 200;
/// How often the client believes that a round is still running.
const BELIEVES: u32 = 3;
const PAUSE: Duration = Duration::from_millis(20);

pub struct Client {
    url: String,
    agent: ureq::Agent,
}

/// A transfer that waits for its answer.
pub struct Waiting {
    pub number: u64,
    params: Value,
    /// How many of its rounds were answered.
    answered: u32,
}

/// What came of a request.
pub enum Told {
    Asked(Waiting),
    Done,
    Refused(Why),
}

/// The refusals that are documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// State of other code, or of a key that is gone: the call has to begin anew.
    State,
    /// The round was interrupted: nobody knows how far it came, and it is not run again.
    Interrupted,
}

/// What came of a transfer.
#[derive(Debug, Clone, Copy)]
pub struct Ended {
    pub number: u64,
    /// How many of its rounds were answered: so many effects are there.
    pub answered: u32,
    /// Why it was refused; nothing where it finished.
    pub why: Option<Why>,
}

impl Ended {
    pub fn finished(number: u64, answered: u32) -> Self {
        Self {
            number,
            answered,
            why: None,
        }
    }

    pub fn refused(number: u64, answered: u32, why: Why) -> Self {
        Self {
            number,
            answered,
            why: Some(why),
        }
    }
}

impl Client {
    pub fn new(port: u16) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self {
            url: format!("http://127.0.0.1:{port}/mcp"),
            agent: config.into(),
        }
    }

    /// Begins a transfer, which asks.
    pub fn begin(&self, number: u64, resent: &mut u64) -> Result<Waiting, String> {
        let params = json!({
            "name": "transfer",
            "arguments": {"number": number},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "many", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
            },
        });
        let waiting = Waiting {
            number,
            params,
            answered: 0,
        };
        match self.send(waiting, resent)? {
            Told::Asked(waiting) => Ok(waiting),
            _ => Err(format!("transfer {number} did not ask")),
        }
    }

    /// Answers until the transfer ends, with a pause before each answer.
    pub fn finish(
        &self,
        mut waiting: Waiting,
        thinks: Duration,
        resent: &mut u64,
    ) -> Result<Ended, String> {
        let number = waiting.number;
        loop {
            std::thread::sleep(thinks);
            let answered = waiting.answered;
            match self.answer(waiting, resent)? {
                Told::Asked(next) => waiting = next,
                Told::Done => return Ok(Ended::finished(number, answered + 1)),
                Told::Refused(why) => return Ok(Ended::refused(number, answered, why)),
            }
        }
    }

    /// Answers what the transfer waits for.
    pub fn answer(&self, mut waiting: Waiting, resent: &mut u64) -> Result<Told, String> {
        let memo = format!("rent of {}", waiting.number);
        waiting.params["inputResponses"] = json!({
            "sure": {"action": "accept", "content": {"answer": true}},
            "memo": {"action": "accept", "content": {"answer": memo}},
        });
        waiting.answered += 1;
        self.send(waiting, resent)
    }

    fn send(&self, mut waiting: Waiting, resent: &mut u64) -> Result<Told, String> {
        let mut running = 0;
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                *resent += 1;
                std::thread::sleep(PAUSE);
            }
            // Nobody there, or the one who was there was killed.
            let Some(response) = self.post(&waiting) else {
                continue;
            };
            let result = &response["result"];
            match (&result["resultType"], &response["error"]["data"]["reason"]) {
                (Value::String(kind), _) if kind == "input_required" => {
                    waiting.params["requestState"] = result["requestState"].clone();
                    return Ok(Told::Asked(waiting));
                }
                (Value::String(kind), _) if kind == "complete" && result["isError"] != true => {
                    return Ok(Told::Done);
                }
                (_, Value::String(reason)) if reason == "invalid_request_state" => {
                    return Ok(Told::Refused(Why::State));
                }
                (_, Value::String(reason)) if reason == "in_progress" => {
                    running += 1;
                    if running == BELIEVES {
                        return Ok(Told::Refused(Why::Interrupted));
                    }
                }
                (_, Value::String(reason)) if reason == "once_store_unavailable" => {}
                _ => return Err(format!("transfer {}: {response}", waiting.number)),
            }
        }
        Err(format!("transfer {}: nobody answers", waiting.number))
    }

    fn post(&self, waiting: &Waiting) -> Option<Value> {
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": waiting.params});
        let sent = self
            .agent
            .post(&self.url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "transfer")
            .header("x-user", format!("user {}", waiting.number % 5))
            .send(body.to_string());
        let mut response = sent.ok()?;
        if response.status().is_server_error() {
            return None;
        }
        serde_json::from_str(&response.body_mut().read_to_string().ok()?).ok()
    }
}
