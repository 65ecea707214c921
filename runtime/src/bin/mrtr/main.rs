//! `mrtr`: talk to an MCP server from a shell, and answer what it asks; look into its state.
//!
//! The result goes to stdout, everything else to stderr. The exit code is 0 where the server
//! finished, 1 where it or the protocol failed, 2 where the command line is wrong or a question
//! has no answer, 3 where the call waits in a file, and 130 after Ctrl-C.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]
// Roots are part of this protocol version, and announced to leave a later one.
#![allow(deprecated)]

mod answers;
mod arguments;
mod command_line;
mod front;
mod inspect;
mod line;
mod outcome;
mod run;
mod saved;
mod show;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::Parser;
use command_line::{CommandLine, Options, ServerTask, Task};
use mrtr::client::terminal::{self, Interrupted};
use mrtr::client::{CallError, CallErrorKind};
use mrtr::engine::{Entropy, OsEntropy};
use mrtr::seal::SealKey;

const INTERRUPTED: u8 = 130;
const FAILED: u8 = 1;
const MISUSED: u8 = 2;
const WAITS: u8 = 3;

/// Why the program ends without a result.
pub enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// A call did not finish.
    Call(CallError),
    /// A call did not finish, and waits in this file.
    Waits(Box<CallError>, PathBuf),
    /// What went wrong is printed already: the server said it, or it is what was asked for.
    Told,
    /// The server could not be reached, or the tool failed and says this.
    Other(String),
}

fn main() -> ExitCode {
    let CommandLine { task, options } = CommandLine::parse();
    let done = match task {
        Task::Keygen => keygen(),
        Task::Inspect(task) => inspect::inspect(&task, options.json).map_err(Some),
        Task::WithServer(task) => connected(task, &options),
    };
    // A prompt that nobody answered is still on its thread, and holds the terminal.
    terminal::restore();
    let code = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(None) => INTERRUPTED,
        Err(Some(failure)) => {
            let (code, text) = failure.told();
            if !text.is_empty() {
                eprintln!("error: {}", terminal::clean(&text));
            }
            code
        }
    };
    // Does not wait for such a thread either.
    std::process::exit(code.into())
}

/// `None` is an interrupt.
fn connected(task: ServerTask, options: &Options) -> Result<(), Option<Failure>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Some(Failure::Other(error.to_string())))?;
    let done = runtime.block_on(run::run(task, options));
    runtime.shutdown_background();
    done
}

/// Prints a key for `MRTR_KEY`.
fn keygen() -> Result<(), Option<Failure>> {
    let mut bytes = [0; SealKey::MIN_BYTES];
    OsEntropy
        .fill(&mut bytes)
        .map_err(|error| Some(Failure::Other(error.to_string())))?;
    println!("{}", URL_SAFE_NO_PAD.encode(bytes));
    Ok(())
}

impl Failure {
    fn told(self) -> (u8, String) {
        match self {
            Self::Usage(text) => (MISUSED, text),
            Self::Call(error) => match error.kind() {
                CallErrorKind::Unanswered { reason, .. }
                    if reason.source().is_some_and(<dyn Error>::is::<Interrupted>) =>
                {
                    (INTERRUPTED, error.to_string())
                }
                CallErrorKind::Unanswered { .. } => (MISUSED, error.to_string()),
                _ => (FAILED, error.to_string()),
            },
            Self::Waits(error, file) => {
                let file = file.display();
                let text =
                    format!("{error}\n\nThe call waits: `mrtr resume {file}` goes on with it.");
                (WAITS, text)
            }
            Self::Told => (FAILED, String::new()),
            Self::Other(text) => (FAILED, text),
        }
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}
