//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use mrtr::client::Trace;

/// Talks to an MCP server, and asks you what the server asks.
#[derive(Parser)]
#[command(name = "mrtr", version)]
pub struct CommandLine {
    #[command(subcommand)]
    pub task: Task,

    #[command(flatten)]
    pub options: Options,
}

#[derive(Subcommand)]
pub enum Task {
    #[command(flatten)]
    WithServer(ServerTask),
    /// Prints a new key for servers that seal their state: set it as `MRTR_KEY`.
    Keygen,
    /// Says what a server's state holds, and why it is refused. Needs the server's keys.
    ///
    /// Nothing is sent. The exit code is 0 where nothing speaks against the state, and 1 where it is
    /// refused.
    Inspect(Inspect),
}

#[derive(Args)]
pub struct Inspect {
    /// The `requestState`; `-` reads it from stdin.
    pub state: String,

    /// Take the keys from this file, and not from `MRTR_KEY` or the file that `MRTR_KEY_FILE` names.
    #[arg(long, value_name = "FILE")]
    pub key_file: Option<PathBuf>,

    /// The name of the server that refuses it.
    #[arg(long, value_name = "NAME")]
    pub server: Option<String>,

    /// The tool, prompt or resource that was called.
    #[arg(long, value_name = "NAME")]
    pub flow: Option<String>,

    /// Who called, as the server names its callers.
    #[arg(long, value_name = "NAME", conflicts_with = "anonymous")]
    pub principal: Option<String>,

    /// Whoever called has no name.
    #[arg(long)]
    pub anonymous: bool,

    /// The arguments of the call, as a JSON object, without those that are not salient.
    #[arg(long, value_name = "JSON")]
    pub arguments: Option<String>,

    /// How far clocks may be apart, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub leeway: u64,

    /// Show the values of what is carried, unless a `Secret` is among it.
    #[arg(long)]
    pub values: bool,
}

#[derive(Subcommand)]
pub enum ServerTask {
    /// Calls a tool.
    Call {
        /// The tool's name.
        tool: String,
        /// Its arguments: `key=text`, read as the tool's schema says, or `key:=JSON`.
        #[arg(value_name = "KEY=VALUE")]
        arguments: Vec<String>,
    },
    /// Gets a prompt.
    Prompt {
        /// The prompt's name.
        name: String,
        /// Its arguments: `key=text`.
        #[arg(value_name = "KEY=VALUE")]
        arguments: Vec<String>,
    },
    /// Reads a resource.
    Read {
        /// The resource's URI.
        uri: String,
    },
    /// Goes on with a call that `--save` left in a file, which is removed once the call is finished.
    Resume {
        /// The file.
        file: PathBuf,
    },
    /// Lists the server's tools, prompts, resources and their templates.
    List,
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag to type")]
pub struct Options {
    /// Start this command and talk to it over its stdin and stdout.
    #[arg(long, global = true, value_name = "COMMAND", conflicts_with = "http")]
    pub stdio: Option<String>,

    /// Talk to the server at this address.
    #[arg(long, global = true, value_name = "URL")]
    pub http: Option<String>,

    /// Send this header with each HTTP request.
    #[arg(
        long,
        global = true,
        value_name = "NAME: VALUE",
        conflicts_with = "stdio"
    )]
    pub header: Vec<String>,

    /// Take answers from a JSON file, by the question's key.
    #[arg(long, global = true, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// Ask nobody: a question that has no other answer stops the call.
    #[arg(long, global = true)]
    pub no_input: bool,

    /// Leave a call that stops before its end in this file, for `mrtr resume FILE`.
    #[arg(long, global = true, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Accept each form that its defaults fill in, without asking.
    #[arg(long, global = true)]
    pub yes: bool,

    /// Tell the server that you work in this directory; may be given more than once.
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub root: Vec<PathBuf>,

    /// Answer at most so many rounds.
    #[arg(long, global = true, value_name = "N", default_value_t = 10)]
    pub max_rounds: u32,

    /// Give up after so many seconds, however far it is.
    #[arg(long, global = true, value_name = "SECONDS")]
    pub timeout: Option<u64>,

    /// Make the call part of this trace (a W3C `traceparent`).
    #[arg(long, global = true, value_name = "TRACEPARENT")]
    pub traceparent: Option<Trace>,

    /// Print the whole result as JSON.
    #[arg(long, global = true)]
    pub json: bool,

    /// Show each JSON-RPC message.
    #[arg(long, global = true)]
    pub wire: bool,
}
