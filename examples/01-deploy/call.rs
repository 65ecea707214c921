//! Server and client in one process, with the protocol between them.

use std::error::Error;
use std::fs;
use std::path::Path;

use mrtr::client::terminal::{Terminal, current_directory};
use mrtr::client::{Client, Direction, Script, watch};
use mrtr::engine::OsEntropy;
use mrtr::seal::SealKey;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock};
use serde_json::{Map, json};

use crate::deployer::Environment;
use crate::serve;

/// How much may be on its way.
const BUFFER: usize = 64 * 1024;

/// Reads a file of answers.
pub fn read_answers(file: &Path) -> Result<Script, String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let script: Script = text.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok(script.otherwise(format!("{name} has none that was not given already")))
}

/// Calls the tool once and prints what it returns.
pub async fn deploy(
    environment: Environment,
    script: Option<Script>,
    show_wire: bool,
) -> Result<(), Box<dyn Error>> {
    let mut answerer = Terminal::new()
        .show_rounds(true)
        .hint("give a file with `--answers FILE`");
    answerer = match script {
        Some(script) => answerer.script(script),
        None => answerer.roots(vec![current_directory()?]),
    };
    let (client_side, server_side) = tokio::io::duplex(BUFFER);
    // Its state never leaves this process, so neither has the key to.
    let server = serve::server().key(&SealKey::random(&OsEntropy)?);
    let (reader, writer) = tokio::io::split(server_side);
    let serving = tokio::spawn(server.serve_over(reader, writer));

    let line = watch(client_side, move |direction, message| match direction {
        _ if !show_wire => {}
        Direction::Sent => eprintln!("client -> server  {message}"),
        Direction::Received => eprintln!("server -> client  {message}"),
    });
    let client = Client::connect("deploy", env!("CARGO_PKG_VERSION"), answerer, line).await?;
    let arguments = Map::from_iter([("environment".to_owned(), json!(environment))]);
    let call = CallToolRequestParams::new("deploy").with_arguments(arguments);
    let result = client.call(call).await?;

    // Once the client is gone, the server ends too.
    client.close().await;
    serving.await??;
    print(&result)
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
