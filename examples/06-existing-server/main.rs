//! `cargo run --bin existing-server`: a server that exists already gains a tool that asks.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod counter;
mod flow;

use std::error::Error;

use counter::Counter;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // Stdout is the protocol's.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    Counter::new()?.serve(stdio()).await?.waiting().await?;
    Ok(())
}
