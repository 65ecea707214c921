//! A client that we did not write a library for: JSON lines, by hand.

use mrtr::host::{ServeError, Server};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

/// A connection to a server in this process.
pub struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<Result<(), ServeError>>,
    id: u64,
}

/// `_meta` of a client that declares these capabilities.
pub fn meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// Everything that the tools of these tests may ask for.
pub fn able() -> Value {
    meta(json!({"elicitation": {"form": {}}, "roots": {}}))
}

impl Wire {
    pub fn to(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let server = tokio::spawn(server.serve_over(reader, writer));
        let (reader, writer) = tokio::io::split(ours);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            server,
            id: 0,
        }
    }

    /// Sends a request and waits for its response: the member `result`, or `error`, and the rest.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        self.writer
            .write_all(format!("{request}\n").as_bytes())
            .await
            .expect("the server reads");
        let line = self.lines.next_line().await.expect("the server writes");
        let response: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        assert_eq!(response["id"], self.id, "{response}");
        response
    }

    /// The text of the next response, byte for byte.
    pub async fn request_raw(&mut self, method: &str, params: Value) -> String {
        self.id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        self.writer
            .write_all(format!("{request}\n").as_bytes())
            .await
            .expect("the server reads");
        self.lines
            .next_line()
            .await
            .expect("the server writes")
            .expect("a line")
    }

    /// One round of `tools/call`.
    pub async fn call(&mut self, mut params: Value, meta: Value) -> Value {
        params["_meta"] = meta;
        self.request("tools/call", params).await
    }

    /// Closes the connection; the server must end well.
    pub async fn close(self) {
        drop((self.lines, self.writer));
        self.server.await.expect("no panic").expect("no error");
    }
}
