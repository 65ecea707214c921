//! One round: state in, answers in; a result, or questions and the next state, out. No I/O of its
//! own; time and randomness are given.

mod authorize;
mod outcome;
mod policy;
mod request;
mod surroundings;

use std::fmt;

pub use authorize::{Attempt, Authorize, Authorizing, Denied};
pub use outcome::{Outcome, Refusal};
pub use policy::Policy;
pub use request::{Method, Request};
pub use surroundings::{Clock, Entropy, EntropyError, OsEntropy, SystemClock};

use crate::scope::State;
use crate::seal::{KeyRing, Sealer};
use crate::tool::ToolInfo;

/// Runs rounds of flows. It remembers nothing: any engine with the same name and keys can serve
/// the next round.
///
/// ```
/// use mrtr::engine::{Engine, OsEntropy, Policy};
/// use mrtr::seal::{KeyRing, SealKey};
///
/// let key = SealKey::random(&OsEntropy)?;
/// let mut policy = Policy::default();
/// policy.max_rounds = 3;
/// let engine = Engine::new("deployer", KeyRing::new(&key)).policy(policy);
/// # Ok::<_, mrtr::engine::EntropyError>(())
/// ```
pub struct Engine {
    sealer: Sealer,
    policy: Policy,
    clock: Box<dyn Clock>,
    entropy: Box<dyn Entropy>,
    authorize: Option<Box<dyn Authorize>>,
}

impl Engine {
    /// An engine for the server `name`, which is the audience of its state: servers that share a
    /// key and not a name do not take each other's state.
    ///
    /// It has the default [`Policy`], the system's clock and randomness, and lets everybody in.
    pub fn new(name: impl Into<String>, keys: KeyRing) -> Self {
        Self {
            sealer: Sealer::new(name.into(), keys),
            policy: Policy::default(),
            clock: Box::new(SystemClock),
            entropy: Box::new(OsEntropy),
            authorize: None,
        }
    }

    /// Sets the bounds of a flow.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Sets the source of randomness.
    #[must_use]
    pub fn entropy(mut self, entropy: impl Entropy + 'static) -> Self {
        self.entropy = Box::new(entropy);
        self
    }

    /// Sets who decides, in every round, whether the caller may go on.
    #[must_use]
    pub fn authorize(mut self, hook: impl Authorize + 'static) -> Self {
        self.authorize = Some(Box::new(hook));
        self
    }

    /// Serves one request.
    pub async fn round(&self, tool: &ToolInfo, state: &State, request: Request) -> Outcome {
        todo!("engine")
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("sealer", &self.sealer)
            .field("policy", &self.policy)
            .field("clock", &self.clock)
            .field("entropy", &self.entropy)
            .finish_non_exhaustive()
    }
}
