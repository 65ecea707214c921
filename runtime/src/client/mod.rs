//! Drives a call that asks: answers each round's questions and sends the call again, until it is
//! finished.
//!
//! A [`Client`] is a connection and an [`Answerer`], and declares exactly what the answerer has a
//! handler for. A question that nobody answers is an error for the caller; nothing here declines
//! or cancels in a person's name.
//!
//! ```no_run
//! # async fn example(transport: tokio::io::DuplexStream) -> Result<(), Box<dyn std::error::Error>> {
//! use mrtr::Answer;
//! use mrtr::client::{Client, FormQuestion, Handlers};
//! use rmcp::model::CallToolRequestParams;
//!
//! let handlers = Handlers::new().on_form(|form: FormQuestion| async move {
//!     println!("{} asks: {}", form.origin.server, form.message);
//!     Ok(Answer::Decline)
//! });
//! let client = Client::connect("my-client", "1.0", handlers, transport).await?;
//! let result = client.call(CallToolRequestParams::new("deploy")).await?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Call::step`] stops at each round instead: what was asked is a [`Pending`] that can be stored,
//! answered later, and continued by another process.

// Sampling and roots are part of this protocol version, and announced to leave a later one.
#![allow(deprecated)]

mod activity;
mod answerer;
mod call;
mod connect;
mod drive;
mod error;
mod form;
mod handlers;
mod limits;
mod link;
mod list;
mod older;
mod operation;
mod pending;
mod policy;
mod question;
mod reply;
mod respond;
mod response;
mod script;
mod send;
mod service;
#[cfg(feature = "terminal")]
pub mod terminal;
mod trace;
mod watch;

pub use answerer::{
    Answerer, Answering, ByHand, FormHandler, RootsHandler, SamplingHandler, SamplingSupport,
    Unanswered, UrlHandler,
};
pub use call::Call;
pub use connect::{Client, Connect, ConnectError};
pub use error::{CallError, CallErrorKind};
pub use form::{Choice, Field, FieldKind, Form, FormProblems, UnknownField};
pub use handlers::Handlers;
pub use limits::Limits;
pub use link::{Link, LinkWarning, UnsafeLink};
pub use operation::Operation;
pub use pending::{Interim, NotTaken, Pending, Step};
pub use policy::Policy;
pub use question::{
    FormQuestion, Origin, Progress, RootsQuestion, Round, SamplingQuestion, ServerName, UrlQuestion,
};
pub use reply::Violation;
pub use response::{Response, Root, WrongAnswer};
pub use script::Script;
pub use trace::{NotATrace, Trace};
pub use watch::{Direction, Watched, watch};
