//! Drives a call that asks: answers each round's questions and sends the call again, until it is
//! finished.
//!
//! A [`Client`] declares exactly what its [`Answerer`] can do. A question that has no handler is
//! an error for the caller; nothing here declines or cancels in a person's name.

mod answerer;
mod connect;
mod drive;
mod error;

pub use answerer::{
    Answerer, Answering, FormHandler, FormQuestion, Root, RootsHandler, Round, Unanswered,
};
pub use connect::Client;
pub use drive::{Limits, call_tool};
pub use error::CallError;
