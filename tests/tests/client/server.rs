//! A server that follows a script, and what it may say.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mrtr::Answer;
use mrtr::client::{Answerer, Client, FormQuestion, Handlers, Root, RootsQuestion};
use rmcp::model::CallToolRequestParams;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};
use tokio::sync::watch;

/// What the server was sent: each message but the first, whole.
#[derive(Clone, Default)]
pub(crate) struct Sent(Arc<Mutex<Vec<Value>>>, watch::Sender<usize>);

impl Sent {
    fn lock(&self) -> MutexGuard<'_, Vec<Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note(&self, message: Value) {
        self.lock().push(message);
        self.1.send_modify(|count| *count += 1);
    }

    /// Each message of this method.
    pub(crate) fn of(&self, method: &str) -> Vec<Value> {
        let messages = self.lock();
        let those = messages.iter().filter(|it| it["method"] == method);
        those.cloned().collect()
    }

    /// The parameters of each `tools/call`.
    pub(crate) fn calls(&self) -> Vec<Value> {
        let calls = self.of("tools/call");
        calls.iter().map(|call| call["params"].clone()).collect()
    }

    /// Each answer to a question of a server of an older protocol.
    pub(crate) fn answers(&self) -> Vec<Value> {
        let messages = self.lock();
        let those = messages.iter().filter(|it| it["method"].is_null());
        those.cloned().collect()
    }

    /// Waits until so many messages of this method have come.
    pub(crate) async fn wait_for(&self, method: &str, count: usize) {
        let mut changes = self.1.subscribe();
        let enough = |_: &usize| self.of(method).len() >= count;
        changes.wait_for(enough).await.expect("the sender lives");
    }
}

/// What the server does with a call.
pub(crate) enum Does {
    /// Returns this result.
    Returns(Value),
    /// Fails with this JSON-RPC error.
    Fails(Value),
    /// Writes this line, whatever it is.
    Writes(String),
    /// Nothing.
    Nothing,
    /// Closes the connection.
    Closes,
}

/// A server that answers `server/discover`, and each other request as the script goes on.
pub(crate) fn scripted(script: Vec<Does>) -> (DuplexStream, Sent) {
    let (ours, theirs) = duplex(1 << 20);
    let sent = Sent::default();
    let noted = sent.clone();
    tokio::spawn(async move {
        let (reader, mut writer) = split(theirs);
        let mut lines = BufReader::new(reader).lines();
        let mut script = script.into_iter();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).expect("JSON");
            let id = request["id"].clone();
            let does = if request["method"] == "server/discover" {
                Does::Returns(discovered())
            } else {
                noted.note(request);
                if id.is_null() {
                    continue;
                }
                script.next().expect("the script goes on")
            };
            let line = match does {
                Does::Returns(result) => {
                    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
                }
                Does::Fails(error) => {
                    json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string()
                }
                Does::Writes(line) => line,
                Does::Nothing => continue,
                Does::Closes => return,
            };
            if writer
                .write_all(format!("{line}\n").as_bytes())
                .await
                .is_err()
            {
                return;
            }
        }
    });
    (ours, sent)
}

pub(crate) fn discovered() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted", "version": "1"}},
        "ttlMs": 0,
        "cacheScope": "private",
    })
}

/// A client of a server that returns these results.
pub(crate) async fn client<A: Answerer>(results: Vec<Value>, answerer: A) -> (Client<A>, Sent) {
    connected(results.into_iter().map(Does::Returns).collect(), answerer).await
}

pub(crate) async fn connected<A: Answerer>(script: Vec<Does>, answerer: A) -> (Client<A>, Sent) {
    let (transport, sent) = scripted(script);
    let client = Client::connect("test", "1", answerer, transport).await;
    (client.expect("connected"), sent)
}

/// Accepts every form with the text of its question, and has one root.
pub(crate) fn agreeable() -> Handlers {
    Handlers::new()
        .on_form(
            |form: FormQuestion| async move { Ok(Answer::Accept(content(json!(form.message)))) },
        )
        .on_roots(|_: RootsQuestion| async {
            Ok(vec![Root {
                uri: "file:///here".to_owned(),
                name: None,
            }])
        })
}

pub(crate) fn content(value: Value) -> Map<String, Value> {
    Map::from_iter([("a".to_owned(), value)])
}

pub(crate) fn form(message: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
        },
    })
}

pub(crate) fn page(url: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {"mode": "url", "message": "Sign in", "url": url},
    })
}

pub(crate) fn sampling(more: Value) -> Value {
    let mut params = json!({
        "messages": [{"role": "user", "content": {"type": "text", "text": "Hello"}}],
        "maxTokens": 10,
    });
    let params_object = params.as_object_mut().expect("an object");
    params_object.extend(more.as_object().expect("an object").clone());
    json!({"method": "sampling/createMessage", "params": params})
}

pub(crate) fn asks(requests: Value, state: impl Into<Option<&'static str>>) -> Value {
    let mut result = json!({"resultType": "input_required"});
    if requests != json!({}) {
        result["inputRequests"] = requests;
    }
    if let Some(state) = state.into() {
        result["requestState"] = json!(state);
    }
    result
}

pub(crate) fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]})
}

pub(crate) fn params() -> CallToolRequestParams {
    let arguments = Map::from_iter([("n".to_owned(), json!(1))]);
    CallToolRequestParams::new("t").with_arguments(arguments)
}

/// The two fields of a retry.
pub(crate) fn retry(params: &Value) -> (Option<&Value>, Option<&Value>) {
    (params.get("inputResponses"), params.get("requestState"))
}
