//! `cargo run --bin form-wizard`: a tool that asks with several forms, one after another.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod flow;
#[path = "../common/talk.rs"]
mod talk;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use mrtr::Server;
use rmcp::model::{CallToolRequestParams, ContentBlock};
use serde_json::{Map, json};

/// Books a table, and asks for all that it needs.
#[derive(Parser)]
struct Args {
    /// The restaurant.
    #[arg(default_value = "Chez Ann")]
    restaurant: String,

    /// Take the answers from a JSON file, by key, instead of asking in the terminal.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let server = Server::new("bookings", "1.0").tool(flow::book);
    let client = talk::client(server, args.answers.as_deref()).await?;
    let arguments = Map::from_iter([("restaurant".to_owned(), json!(args.restaurant))]);
    let call = CallToolRequestParams::new("book").with_arguments(arguments);
    let result = client.call(call).await?;
    for text in result.content.iter().filter_map(ContentBlock::as_text) {
        println!("{}", text.text);
    }
    Ok(())
}
