//! The differential proof: random flows, each run directly and lowered, must do the same.
//!
//! A program exists twice, from one source text. In the *direct* twin `ask!`, `ask_all!` and
//! `roots!` are macros that take the next answer of a script, in line, and the flow runs in one
//! go. The *lowered* twin is a `#[mrtr_tool]`: its client gives the answers that the direct twin
//! was given, and each round is run by an engine that has nothing in common with the one before
//! but the key; what the flow still needs is sealed, opened and read at every step.
//!
//! # What is compared
//!
//! - The *effects*, in order: every call of the flow to its [`Log`](log::Log), with values, and at
//!   times with their types.
//! - The *questions*, in order among the effects: the key and the text of each, and which ones
//!   are asked in one round.
//! - The *result*: the tool's output, or the error.
//! - The *drops* of values that live in code without steps ([`log::Probe`]), in order among the
//!   effects.
//! - That *nothing stays*: whatever a round made or read is dropped when the round is over.
//!
//! When a local is dropped whose scope contains a step is not compared: what is not needed behind
//! the step is dropped there, and what is carried is dropped there too, and lives on as a copy.
//! Nor is the order of temporaries of a statement that contains a step.
//!
//! At times the client first leaves answers out. Then the same questions must come again, and the
//! flow must not have run.
//!
//! # What is written, and what is not
//!
//! The generator's documentation tells. Some programs hit a limit that the macro states (a name
//! that is hidden twice, an item in an inner block with steps). They are left out, and if they are
//! too many, that is a failure; any other refusal is one by itself.
//!
//! # Running it
//!
//! ```text
//! cargo test -p mrtr-differential                                                  # the seeds 0..500
//! MRTR_DIFF_SEED=7000 MRTR_DIFF_COUNT=1000 cargo test -p mrtr-differential         # 7000..8000
//! tests/differential/many 0 20000                                                  # in chunks of 1000
//! ```
//!
//! A failure names the seed, and shows the program and where the two runs part.

// Programs ignore what they like, and give away what they have.
#![allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]

mod compare;
pub mod direct;
mod engine;
pub mod log;
mod script;
mod world;

use std::future::Future;
use std::pin::Pin;

use mrtr::ToolInfo;
use mrtr::wire::{ErrorObject, ToolOutput};

pub use compare::check_all;
pub use script::Input;

/// What the lowered twins are written with.
pub mod lowered {
    use std::fmt::Debug;

    pub use mrtr::{ask, ask_all, flow, fresh, mrtr_flow, mrtr_tool, roots};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    pub use crate::log::Log;
    pub use crate::world::*;

    macro_rules! as_flow {
        ($($function:tt)*) => {
            #[mrtr_flow]
            $($function)*
        };
    }

    include!("flows.rs");
}

/// One program, as it was compiled.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// What decided it.
    pub seed: u64,
    /// What was compiled, for the report.
    pub source: &'static str,
    /// The lowered twin.
    pub tool: fn() -> ToolInfo,
    /// The direct twin.
    pub direct: for<'a> fn(Input, &'a log::Log) -> Direct<'a>,
}

/// A run of the direct twin.
pub type Direct<'a> = Pin<Box<dyn Future<Output = world::Outcome> + 'a>>;

/// How a call ends.
type Ended = Result<ToolOutput, ErrorObject>;
