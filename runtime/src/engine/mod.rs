//! One round: state in, answers in; a result, or questions and the next state, out. No I/O of its
//! own; time and randomness are given.

mod outcome;
mod policy;
mod request;
mod surroundings;

pub use outcome::{Outcome, Refusal};
pub use policy::Policy;
pub use request::{Method, Request};
pub use surroundings::{Clock, Entropy, OsEntropy, SystemClock};

use crate::scope::State;
use crate::seal::Sealer;
use crate::tool::ToolInfo;

/// Runs rounds of flows.
#[derive(Debug)]
pub struct Engine {
    sealer: Sealer,
    policy: Policy,
    clock: Box<dyn Clock>,
    entropy: Box<dyn Entropy>,
}

impl Engine {
    /// Serves one request.
    pub async fn round(&self, tool: &ToolInfo, state: &State, request: Request) -> Outcome {
        todo!("engine")
    }
}
