//! The line to a server that is not ours.

use std::env;
use std::io::{BufRead, BufReader, copy, sink};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use mrtr::client::{Answerer, Client, Connect, Direction, watch};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::Value;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Python,
    FastMcp,
    TypeScript,
    TypeScript2025,
}

/// A server, and what it was sent and said.
pub(crate) struct Line {
    kind: Kind,
    /// Over HTTP: a process that runs already.
    http: Option<Serving>,
    seen: Arc<Mutex<Vec<(Direction, Value)>>>,
}

struct Serving {
    process: Child,
    url: String,
}

impl Kind {
    pub(crate) fn over_stdio(self) -> Line {
        Line {
            kind: self,
            http: None,
            seen: Arc::default(),
        }
    }

    pub(crate) fn over_http(self) -> Line {
        let mut command = self.command();
        let mut process = command
            .arg("http")
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut url = String::new();
        let mut log = BufReader::new(process.stderr.take().expect("stderr"));
        log.read_line(&mut url).expect("UTF-8");
        // Nobody reads the rest, but the server must not fail to write it.
        thread::spawn(move || copy(&mut log, &mut sink()));
        let url = url.trim().to_owned();
        Line {
            http: Some(Serving { process, url }),
            ..self.over_stdio()
        }
    }

    fn command(self) -> Command {
        let (program, script) = match self {
            Self::Python => ("MRTR_PYTHON", "python.py"),
            Self::FastMcp => ("MRTR_PYTHON", "fastmcp_server.py"),
            Self::TypeScript => ("MRTR_NODE", "typescript.mjs"),
            Self::TypeScript2025 => ("MRTR_NODE", "typescript_2025.mjs"),
        };
        let program = env::var_os(program).unwrap_or_else(|| panic!("{program} names a program"));
        let scripts = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/foreign"));
        let mut command = Command::new(program);
        command.arg(scripts.join(script));
        command
    }
}

impl Line {
    pub(crate) async fn connect<A: Answerer>(&self, answerer: A) -> Client<A> {
        let seen = Arc::clone(&self.seen);
        let note = move |direction, message: &str| {
            let message = serde_json::from_str(message).expect("JSON");
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.push((direction, message));
        };
        let connect = Connect::new("mrtr-tests", "1");
        let client = if let Some(serving) = &self.http {
            let transport = StreamableHttpClientTransport::from_uri(serving.url.as_str());
            connect.over(watch(transport, note), answerer).await
        } else {
            let mut command = self.kind.command();
            command.arg("stdio");
            let transport = TokioChildProcess::new(tokio::process::Command::from(command));
            let transport = transport.expect("it starts");
            connect.over(watch(transport, note), answerer).await
        };
        client.expect("connected")
    }

    /// What the server said that has this field.
    pub(crate) fn said(&self, pointer: &str) -> Vec<Value> {
        self.those(Direction::Received, pointer)
    }

    /// What the server was sent that has this field.
    pub(crate) fn was_sent(&self, pointer: &str) -> Vec<Value> {
        self.those(Direction::Sent, pointer)
    }

    fn those(&self, direction: Direction, pointer: &str) -> Vec<Value> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter()
            .filter(|(way, _)| *way == direction)
            .filter_map(|(_, message)| message.pointer(pointer))
            .cloned()
            .collect()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
