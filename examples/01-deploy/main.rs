//! `cargo run --bin deploy`: a tool that asks, its server, and a client with a person in front of
//! it, in one process that speaks the real protocol.
//!
//! The exit code is 0 where the tool finished, 1 where it or the protocol failed, and 2 where the
//! command line is wrong or a question has no answer.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod call;
mod deployer;
mod flow;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use deployer::Environment;
use mrtr::client::{CallError, CallErrorKind};

/// Deploys a release, and asks before it does.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Where to deploy.
    #[arg(default_value = "production")]
    environment: Environment,

    /// Take the answers from a JSON file, by key, instead of asking in the terminal.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Show each JSON-RPC message.
    #[arg(long)]
    wire: bool,

    /// Serve the tool to other clients instead of calling it. The key comes from `MRTR_KEY`.
    #[arg(long, value_name = "HOW", conflicts_with_all = ["environment", "answers", "wire"])]
    serve: Option<Serve>,

    /// The port to serve HTTP on; 0 takes a free one.
    #[arg(long, default_value_t = 8000, requires = "serve")]
    port: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Serve {
    /// Over stdin and stdout.
    Stdio,
    /// Over Streamable HTTP, on this machine only.
    Http,
}

#[tokio::main]
async fn main() -> ExitCode {
    // Stdout belongs to the result of the tool, or to the protocol.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    let args = Args::parse();
    let done = match args.serve {
        Some(Serve::Stdio) => serve::stdio().await,
        Some(Serve::Http) => serve::http(args.port).await,
        None => {
            let script = args.answers.as_deref().map(call::read_answers).transpose();
            let script =
                script.unwrap_or_else(|error| Args::command().error(ErrorKind::Io, error).exit());
            call::deploy(args.environment, script, args.wire).await
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            let kind = error.downcast_ref().map(CallError::kind);
            let unanswered = matches!(kind, Some(CallErrorKind::Unanswered { .. }));
            ExitCode::from(if unanswered { 2 } else { 1 })
        }
    }
}
