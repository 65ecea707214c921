//! Server and client in one process, with the protocol between them.

use std::error::Error;
use std::io::{self, IsTerminal};

use mrtr::client::{Answerer, Client, Root, Round};
use mrtr::engine::OsEntropy;
use mrtr::seal::SealKey;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock};
use serde_json::{Map, json};
use url::Url;

use crate::answers::Script;
use crate::deployer::Environment;
use crate::terminal::Person;
use crate::{serve, wire};

/// Calls the tool once and prints what it returns.
pub async fn deploy(
    environment: Environment,
    script: Option<Script>,
    show_wire: bool,
) -> Result<(), Box<dyn Error>> {
    let answerer: Box<dyn Answerer> = match script {
        Some(script) => Box::new(script),
        None if io::stdin().is_terminal() => Box::new(Person),
        None => Box::new(Script::empty(
            "there is no terminal; give a file with `--answers FILE`",
        )),
    };
    let (client_side, server_side) = wire::connect(show_wire);
    // Its state never leaves this process, so neither has the key to.
    let server = serve::server().key(&SealKey::random(&OsEntropy)?);
    let (reader, writer) = tokio::io::split(server_side);
    let serving = tokio::spawn(server.serve_over(reader, writer));

    let client = Client::connect("deploy", env!("CARGO_PKG_VERSION"), answerer, client_side);
    let arguments = Map::from_iter([("environment".to_owned(), json!(environment))]);
    let call = CallToolRequestParams::new("deploy").with_arguments(arguments);
    let result = client.await?.call_tool(call).await?;

    // The client is gone, so the server ends too.
    serving.await??;
    print(&result)
}

/// Tells about a round in one line.
pub fn show(round: &Round<'_>) {
    let asks = match round.keys {
        [] => "nothing".to_owned(),
        keys => keys.join(", "),
    };
    let state = round.state_bytes.unwrap_or(0);
    eprintln!(
        "round {}: asks {asks}; state of {state} bytes",
        round.number
    );
}

fn print(result: &CallToolResult) -> Result<(), Box<dyn Error>> {
    let text: Vec<&str> = result
        .content
        .iter()
        .filter_map(ContentBlock::as_text)
        .map(|text| text.text.as_str())
        .collect();
    let text = text.join("\n");
    if result.is_error == Some(true) {
        return Err(text.into());
    }
    println!("{text}");
    Ok(())
}

/// The directory in which the program was started.
pub fn current_directory() -> io::Result<Root> {
    let path = std::env::current_dir()?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let uri = Url::from_directory_path(path)
        .map_err(|()| io::Error::other("the current directory has no URI"))?;
    Ok(Root {
        uri: uri.into(),
        name,
    })
}
