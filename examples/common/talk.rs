//! A server and a client with a person in front of it, in one process that speaks the real
//! protocol.

use std::error::Error;
use std::fs;
use std::path::Path;

use mrtr::Server;
use mrtr::client::terminal::Terminal;
use mrtr::client::{Client, Script};
use mrtr::engine::OsEntropy;
use mrtr::seal::SealKey;

/// How much may be on its way.
const BUFFER: usize = 64 * 1024;

/// A client of `server`, which asks in the terminal, or takes its answers from a file.
pub async fn client(
    server: Server,
    answers: Option<&Path>,
) -> Result<Client<Terminal>, Box<dyn Error>> {
    let mut answerer = Terminal::new().hint("give a file with `--answers FILE`");
    if let Some(file) = answers {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let script: Script = text.parse().map_err(|error| format!("{name}: {error}"))?;
        answerer = answerer.script(script);
    }
    let (client_side, server_side) = tokio::io::duplex(BUFFER);
    // Its state never leaves this process, so neither has the key to.
    let server = server.key(&SealKey::random(&OsEntropy)?);
    let (reader, writer) = tokio::io::split(server_side);
    tokio::spawn(server.serve_over(reader, writer));
    let version = env!("CARGO_PKG_VERSION");
    Ok(Client::connect("example", version, answerer, client_side).await?)
}
