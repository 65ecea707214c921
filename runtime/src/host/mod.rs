//! Serves tools, prompts and resources with the official Rust SDK, `rmcp`: over stdio, over
//! Streamable HTTP, or from a `ToolRouter` that already exists.
//!
//! A new server is a [`Server`]: it lists the tools, runs them, and says at start what is wrong
//! with them; what it does not have can come from an rmcp handler beside it
//! ([`Server::beside`]). An existing rmcp server keeps its own handler and takes single tools from
//! a [`Host`]; it should also answer [`malformed_request`].
//!
//! # Clients of older versions
//!
//! MCP 2026-07-28 has a tool ask in its result. A client of 2025-11-25 or before is asked by
//! requests instead (`elicitation/create`, `sampling/createMessage`, `roots/list`), while its call
//! waits; the tool is the same. What such a client cannot answer it is not asked: its call ends with
//! a tool error that says what it lacks. The bounds are in [`Legacy`]. Over HTTP it needs a session,
//! which is kept in the memory of one instance, and belongs to the principal who began it.

mod answer;
mod beside;
mod caller;
mod carried;
mod check;
mod convert;
mod error;
mod handler;
mod hears;
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
