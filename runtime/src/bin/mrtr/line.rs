//! The line to the server.

use std::collections::HashMap;
use std::process::Stdio;

use mrtr::client::{Answerer, Client, Connect, ConnectError, Direction, Limits, terminal, watch};
use rmcp::RoleClient;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{IntoTransport, StreamableHttpClientTransport, TokioChildProcess};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Command;

use crate::Failure;
use crate::command_line::Options;

/// Where a server is.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Server {
    /// The command that starts it.
    Stdio(String),
    /// Its address.
    Http(String),
}

impl Server {
    /// The one that was named.
    pub fn named(options: &Options) -> Option<Self> {
        let stdio = options.stdio.clone().map(Self::Stdio);
        stdio.or_else(|| options.http.clone().map(Self::Http))
    }
}

pub async fn connect<A: Answerer>(
    server: &Server,
    options: &Options,
    limits: Limits,
    answerer: A,
) -> Result<Client<A>, Failure> {
    let connect = Connect::new("mrtr", env!("CARGO_PKG_VERSION")).limits(limits);
    match server {
        Server::Stdio(command) => {
            let connect = connect.server(command);
            over(connect, child(command)?, options.wire, answerer).await
        }
        Server::Http(url) => {
            let connect = connect.server(url);
            let config = http(url, &options.header)?;
            let transport = StreamableHttpClientTransport::from_config(config);
            over(connect, transport, options.wire, answerer).await
        }
    }
}

async fn over<A, T, E, I>(
    connect: Connect,
    transport: T,
    wire: bool,
    answerer: A,
) -> Result<Client<A>, Failure>
where
    A: Answerer,
    T: IntoTransport<RoleClient, E, I>,
    E: std::error::Error + Send + Sync + 'static,
    I: 'static,
{
    let transport = watch(transport, move |direction, message| {
        if wire {
            let arrow = match direction {
                Direction::Sent => "->",
                Direction::Received => "<-",
            };
            eprintln!("{arrow} {}", terminal::clean(message));
        }
    });
    let client = connect.over(transport, answerer).await;
    client.map_err(|error| {
        let challenge = match &error {
            ConnectError::Failed(error) => error.auth_challenge(),
            _ => None,
        };
        let hint = challenge.map_or(
            "",
            |_| "; give a token with `--header 'Authorization: Bearer …'`",
        );
        Failure::Other(format!("no connection: {error}{hint}"))
    })
}

fn child(command: &str) -> Result<TokioChildProcess, Failure> {
    let words = shell_words::split(command)
        .map_err(|error| Failure::Usage(format!("`--stdio`: {error}")))?;
    let [program, arguments @ ..] = &words[..] else {
        return Err(Failure::Usage("`--stdio`: there is no command".to_owned()));
    };
    let mut process = Command::new(program);
    process.args(arguments);
    // Ctrl-C is for this program; the server is told that the call is cancelled.
    #[cfg(unix)]
    process.process_group(0);
    let (transport, log) = TokioChildProcess::builder(process)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| Failure::Other(format!("`{program}` does not start: {error}")))?;
    if let Some(log) = log {
        tokio::spawn(forward(log));
    }
    Ok(transport)
}

/// Passes on what the server says beside the protocol, without what a terminal would obey.
async fn forward(log: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(log).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        eprintln!("{}", terminal::clean(&line));
    }
}

fn http(url: &str, headers: &[String]) -> Result<StreamableHttpClientTransportConfig, Failure> {
    let mut custom = HashMap::new();
    for header in headers {
        let wrong = || Failure::Usage(format!("`--header {header}` is not NAME: VALUE"));
        let (name, value) = header.split_once(':').ok_or_else(wrong)?;
        let name = name.trim().parse().map_err(|_| wrong())?;
        let value = value.trim().parse().map_err(|_| wrong())?;
        custom.insert(name, value);
    }
    Ok(StreamableHttpClientTransportConfig::with_uri(url).custom_headers(custom))
}
