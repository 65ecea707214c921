//! A client of an older protocol, by hand: JSON lines, and a reply to whatever it is asked.

use mrtr::host::Server;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;

pub(crate) struct Older {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<()>,
    id: u64,
}

/// What a call led to.
#[derive(Debug)]
pub(crate) struct Called {
    /// Each request of the server, without its id and what rmcp adds.
    pub(crate) asked: Vec<Value>,
    /// Each notification of the server.
    pub(crate) told: Vec<Value>,
    pub(crate) response: Value,
}

/// A reply to a request of the server: a result, or an error.
pub(crate) enum Reply {
    Result(Value),
    Error(i32, &'static str),
}

/// All that such a client can declare.
pub(crate) fn able() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {"listChanged": true}})
}

impl Older {
    pub(crate) async fn connected(server: Server, version: &str, capabilities: Value) -> Self {
        let (ours, theirs) = duplex(1 << 16);
        let (reader, writer) = split(theirs);
        let server = tokio::spawn(async move {
            server.serve_over(reader, writer).await.expect("it serves");
        });
        let (reader, writer) = split(ours);
        let lines = BufReader::new(reader).lines();
        let mut older = Self {
            lines,
            writer,
            server,
            id: 0,
        };
        let begun = older
            .request(
                "initialize",
                json!({
                    "protocolVersion": version,
                    "capabilities": capabilities,
                    "clientInfo": {"name": "older", "version": "1"},
                }),
            )
            .await;
        assert_eq!(begun["result"]["protocolVersion"], version, "{begun}");
        older
            .send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        older
    }

    pub(crate) async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.writer
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
    }

    /// The next message of the server.
    pub(crate) async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("the server writes");
        serde_json::from_str(&line.expect("the connection is open")).expect("JSON")
    }

    /// Sends a request; its id.
    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.id += 1;
        let id = self.id;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// A request that asks nothing; its response.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        let response = self.next().await;
        assert_eq!(response["id"], id, "{response}");
        response
    }

    pub(crate) async fn reply(&mut self, request: &Value, reply: Reply) {
        let mut message = json!({"jsonrpc": "2.0", "id": request["id"]});
        match reply {
            Reply::Result(result) => message["result"] = result,
            Reply::Error(code, text) => message["error"] = json!({"code": code, "message": text}),
        }
        self.send(message).await;
    }

    /// Sends a request, and answers whatever is asked until its response comes.
    pub(crate) async fn answering(
        &mut self,
        method: &str,
        params: Value,
        mut answer: impl FnMut(&Value) -> Reply,
    ) -> Called {
        let id = self.begin(method, params).await;
        let (mut asked, mut told) = (Vec::new(), Vec::new());
        loop {
            let message = self.next().await;
            match (message.get("method").is_some(), message.get("id").is_some()) {
                (true, true) => {
                    let reply = answer(&message);
                    self.reply(&message, reply).await;
                    asked.push(bare(message));
                }
                (true, false) => told.push(message),
                _ => {
                    assert_eq!(message["id"], id, "{message}");
                    return Called {
                        asked,
                        told,
                        response: message,
                    };
                }
            }
        }
    }

    pub(crate) async fn call(
        &mut self,
        params: Value,
        answer: impl FnMut(&Value) -> Reply,
    ) -> Called {
        self.answering("tools/call", params, answer).await
    }

    /// Sends nothing any more.
    pub(crate) async fn end(&mut self) {
        self.writer.shutdown().await.expect("it can be closed");
    }

    /// Closes the connection; the server must end well.
    pub(crate) async fn close(self) {
        drop((self.lines, self.writer));
        self.server.await.expect("the server ends well");
    }
}

/// Input:  a request of the server
/// Output: its method, and its parameters without `_meta`
fn bare(mut request: Value) -> Value {
    let mut bare = json!({"method": request["method"]});
    if let Some(params) = request["params"].as_object_mut() {
        params.shift_remove("_meta");
        if !params.is_empty() {
            bare["params"] = json!(params);
        }
    }
    bare
}

pub(crate) fn accept(content: Value) -> Reply {
    Reply::Result(json!({"action": "accept", "content": content}))
}

/// The method of a request, and the text of a question.
pub(crate) fn message(request: &Value) -> &str {
    request["params"]["message"].as_str().unwrap_or_default()
}
