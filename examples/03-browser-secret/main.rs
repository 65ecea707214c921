//! `cargo run --bin browser-secret`: a tool that needs an API key, and the web page where a person
//! enters it.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod flow;
mod page;
mod vault;

use std::error::Error;
use std::net::Ipv4Addr;

use clap::Parser;
use mrtr::Server;
use mrtr::engine::OsEntropy;
use mrtr::link::Links;
use mrtr::seal::{KeyRing, SealKey};
use page::{Pages, Site};
use tokio::net::TcpListener;
use vault::Vault;

/// Serves MCP at `/mcp`, and the page at `/key`.
#[derive(Parser)]
struct Args {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8003)]
    port: u16,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, Args::parse().port)).await?;
    let base = format!("http://{}", listener.local_addr()?);
    // One key for the state and for the tickets. It dies with this process; several instances
    // would read theirs from a secret that they share.
    let keys = KeyRing::new(&SealKey::random(&OsEntropy)?);
    let (vault, links) = (Vault::default(), Links::new("billing", keys.clone()));
    let server = Server::new("billing", "1.0")
        .keys(keys)
        .principal(page::caller)
        .state(vault.clone())
        .state(links.clone())
        .state(Site { base: base.clone() })
        .tool(flow::invoices);
    let app = page::routes(Pages { vault, links }).route("/mcp", server.http_service()?);
    eprintln!("serving on {base}/mcp");
    axum::serve(listener, app).await?;
    Ok(())
}
