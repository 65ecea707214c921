//! Serves tools, prompts and resources with the official Rust SDK, `rmcp`: over stdio, over Streamable HTTP, or from a
//! `ToolRouter` that already exists.
//!
//! A new server is a [`Server`]: it lists the tools, runs them, and says at start what is wrong
//! with them. An existing rmcp server keeps its own handler and takes single tools from a
//! [`Host`]; it should also answer [`malformed_request`].

mod answer;
mod beside;
mod caller;
mod carried;
mod check;
mod convert;
mod error;
mod handler;
mod http;
mod legacy;
mod listed;
mod malformed;
mod notices;
mod result;
mod round;
mod sealing;
mod server;
mod sessions;
mod shared;
mod stdio;
mod template;

pub use error::{ServeError, StartError, StartProblem};
pub use legacy::Legacy;
pub use malformed::malformed_request;
pub use server::Server;
pub use shared::{Host, HostBuilder};
