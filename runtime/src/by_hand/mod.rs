//! Tools whose steps are written by hand: for a dialogue that is not a line of questions, or one
//! that is data already.
//!
//! A [`Steps`] is a function that is called once for each round. It gets the state that it left
//! behind, and the answers to what it asked; it returns the result, or more questions and the next
//! state. Everything around it is what `#[mrtr_tool]` has: sealed state with all its bindings,
//! answers that are checked and asked for again, capabilities, ceilings, single use.
//!
//! ```
//! use mrtr::Answer;
//! use mrtr::by_hand::{self, FormKey, Next, QuestionSpec, Round, Steps};
//! use serde::{Deserialize, Serialize};
//!
//! /// Guesses a number.
//! struct Guess;
//!
//! const HIGHER: FormKey<bool> = FormKey::new("higher");
//! const AGAIN: FormKey<bool> = FormKey::new("again");
//!
//! #[derive(Serialize, Deserialize)]
//! enum Stage {
//!     Guessing { low: u32, high: u32 },
//!     Done { number: u32 },
//! }
//!
//! #[derive(Deserialize, schemars::JsonSchema)]
//! struct Range {
//!     /// The highest number to think of
//!     limit: u32,
//! }
//!
//! fn narrow(low: u32, high: u32) -> Next<Stage> {
//!     if low == high {
//!         let done = Next::ask(Stage::Done { number: low });
//!         return done.form(AGAIN, format!("It is {low}! Again?")).into();
//!     }
//!     let middle = low + (high - low) / 2;
//!     Next::ask(Stage::Guessing { low, high })
//!         .form(HIGHER, format!("Is it higher than {middle}?"))
//!         .into()
//! }
//!
//! impl Steps for Guess {
//!     const NAME: &'static str = "guess";
//!     const DESCRIPTION: &'static str = "Guesses a number";
//!     const QUESTIONS: &'static [QuestionSpec] = &[HIGHER.spec(), AGAIN.spec()];
//!     type Arguments = Range;
//!     type State = Stage;
//!
//!     async fn step(
//!         range: Range,
//!         stage: Option<Stage>,
//!         mut round: Round<'_>,
//!     ) -> mrtr::Result<Next<Stage>> {
//!         Ok(match stage {
//!             None => narrow(0, range.limit),
//!             Some(Stage::Guessing { low, high }) => {
//!                 let middle = low + (high - low) / 2;
//!                 match round.answer(HIGHER) {
//!                     Some(Answer::Accept(true)) => narrow(middle + 1, high),
//!                     Some(Answer::Accept(false)) => narrow(low, middle),
//!                     _ => Next::done("You gave up."),
//!                 }
//!             }
//!             Some(Stage::Done { number }) => match round.answer(AGAIN) {
//!                 Some(Answer::Accept(true)) => narrow(0, range.limit),
//!                 _ => Next::done(format!("It was {number}.")),
//!             },
//!         })
//!     }
//! }
//!
//! // `.tool(by_hand::tool::<Guess>)` on a server.
//! assert_eq!(by_hand::tool::<Guess>().name, "guess");
//! ```
//!
//! What a question looks like on the wire, and what an answer to it means, is in
//! [`question`](crate::question): [`Question::request`](crate::question::Question::request) makes the
//! one, and [`Question::read`](crate::question::Question::read) reads the other.

mod key;
mod next;
mod round;
mod run;

pub use key::{FormKey, Key, RootsKey};
pub use next::{Next, Questions};
pub use round::Round;
pub use run::tool;

pub use crate::machine::QuestionSpec;
pub use crate::scope::Injected;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::error::Result;
use crate::frame::Saved;

/// A tool whose steps are written by hand: see the [module](self).
pub trait Steps: 'static {
    /// The name in `tools/list` and `tools/call`.
    const NAME: &'static str;
    /// What the model reads about it.
    const DESCRIPTION: &'static str = "";
    /// All questions that it may ever ask, each under a key of its own.
    const QUESTIONS: &'static [QuestionSpec];
    /// Whether what it does after a question is done once: see [`once`](crate::once).
    const ONCE: bool = false;
    /// The arguments that state is not bound to: a retry may bring other values for them.
    const NOT_SALIENT: &'static [&'static str] = &[];
    /// State is refused where it was made with another number. Change it when a step means
    /// something else than it did, and the type of the state does not show that.
    const VERSION: u64 = 0;

    /// What the model gives: a struct, or [`NoArguments`].
    type Arguments: DeserializeOwned + JsonSchema + Send;
    /// What it leaves behind between two rounds: what `serde` can write and read, or a
    /// [`Secret`](crate::Secret) of that.
    type State: Saved + Send;

    /// What it takes from the host, so that a host which lacks it does not start.
    #[must_use]
    fn needs() -> Vec<Injected> {
        Vec::new()
    }

    /// One round: from the start (`state` is `None`), or with the answers to what it asked.
    ///
    /// # Errors
    /// As the function under `#[mrtr_tool]`: a tool error that the model can read, or a protocol
    /// error.
    fn step(
        arguments: Self::Arguments,
        state: Option<Self::State>,
        round: Round<'_>,
    ) -> impl Future<Output = Result<Next<Self::State>>> + Send;
}

/// The arguments of a tool that takes none.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize, JsonSchema)]
pub struct NoArguments {}
