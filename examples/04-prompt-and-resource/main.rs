//! `cargo run --bin prompt-and-resource`: a prompt and a resource that ask.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod flow;
mod notes;
#[path = "../common/talk.rs"]
mod talk;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use mrtr::Server;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams, ResourceContents};
use serde_json::{Map, json};

/// Gets a prompt and reads a note; both ask first.
#[derive(Parser)]
struct Args {
    /// What the prompt explains.
    #[arg(default_value = "rainbows")]
    topic: String,

    /// Which note is read: `shopping`, or `diary`, which is private.
    #[arg(long, default_value = "diary")]
    note: String,

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
    let server = Server::new("notes", "1.0")
        .state(notes::Notes {
            shopping: "Bread, butter, tea",
            diary: "It rained again.",
        })
        .prompt(flow::explain)
        .resource(flow::note);
    let client = talk::client(server, args.answers.as_deref()).await?;

    let arguments = Map::from_iter([("topic".to_owned(), json!(args.topic))]);
    let get = GetPromptRequestParams::new("explain").with_arguments(arguments);
    for message in client.call(get).await?.messages {
        if let Some(text) = message.content.as_text() {
            println!("{:?}: {}", message.role, text.text);
        }
    }

    let read = ReadResourceRequestParams::new(format!("notes://{}", args.note));
    for contents in client.call(read).await?.contents {
        if let ResourceContents::TextResourceContents { uri, text, .. } = contents {
            println!("{uri}: {text}");
        }
    }
    Ok(())
}
