//! A client that is not ours: JSON lines, by hand.

use mrtr::host::Server;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;

/// A connection to a server in this process.
pub(crate) struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<()>,
    id: u64,
}

/// `_meta` of a client that declares these capabilities.
pub(crate) fn meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// Everything that the tools of these tests may ask for.
pub(crate) fn able() -> Value {
    meta(json!({"elicitation": {"form": {}}, "roots": {}}))
}

impl Wire {
    /// To a server of ours, which must end without an error.
    pub(crate) fn to(server: Server) -> Self {
        Self::over(|reader, writer| async move {
            server.serve_over(reader, writer).await.expect("it serves");
        })
    }

    /// To whatever serves the two halves of the other end.
    pub(crate) fn over<S, F>(serve: S) -> Self
    where
        S: FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F,
        F: Future<Output = ()> + Send + 'static,
    {
        let (ours, theirs) = duplex(1 << 16);
        let (reader, writer) = split(theirs);
        let server = tokio::spawn(serve(reader, writer));
        let (reader, writer) = split(ours);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            server,
            id: 0,
        }
    }

    /// Sends a message and waits for nothing.
    pub(crate) async fn send(&mut self, message: Value) {
        self.write(&message.to_string()).await;
    }

    /// Writes a line, whatever it is.
    pub(crate) async fn write(&mut self, line: &str) {
        self.writer
            .write_all(format!("{line}\n").as_bytes())
            .await
            .expect("the server reads");
    }

    /// Sends a request; the text of its response, byte for byte.
    pub(crate) async fn request_text(&mut self, method: &str, params: Value) -> String {
        self.id += 1;
        self.send(json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}))
            .await;
        let line = self.lines.next_line().await.expect("the server writes");
        line.expect("the connection is open")
    }

    /// The next message of the server.
    pub(crate) async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("the server writes");
        serde_json::from_str(&line.expect("the connection is open")).expect("JSON")
    }

    /// Sends a request; its response.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let text = self.request_text(method, params).await;
        let response: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(response["id"], self.id, "{response}");
        response
    }

    /// One round of `tools/call`.
    pub(crate) async fn call(&mut self, mut params: Value, meta: Value) -> Value {
        params["_meta"] = meta;
        self.request("tools/call", params).await
    }

    /// Closes the connection; the server must end well.
    pub(crate) async fn close(self) {
        drop((self.lines, self.writer));
        self.server.await.expect("the server ends well");
    }
}
