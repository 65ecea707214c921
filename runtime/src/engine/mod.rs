//! One round: state in, answers in; a result, or questions and the next state, out. No I/O of its
//! own; time and randomness are given.

mod authorize;
mod drive;
mod failure;
mod open;
mod outcome;
mod policy;
mod request;
mod surroundings;
mod suspend;

use std::fmt;

use tracing::Instrument as _;
use tracing::field::Empty;

pub use authorize::{Attempt, Authorize, Authorizing, Denied};
pub use outcome::{Outcome, Refusal};
pub use policy::Policy;
pub use request::{Method, Request};
pub use surroundings::{Clock, Entropy, EntropyError, OsEntropy, SystemClock};

use crate::call::Call;
use crate::machine::{Machine, Resume, Stop};
use crate::output::{CutShort, Output};
use crate::scope::State;
use crate::seal::{KeyRing, Sealer};
use crate::tool::{CannotRun, Info};
use drive::{Driven, drive, guarded};
use failure::Failure;
use open::Turn;
use suspend::Asking;

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

    /// Serves one request: checks the state that came, asks the hook, settles the answers, runs
    /// the flow to its end or its next step, and seals where it waits there.
    ///
    /// Until the answers are settled no code of the flow runs. A panic of it is caught (unless
    /// panics abort the process) and ends the call with an internal error. The round runs in a
    /// `tracing` span of its own, which names the call from its first round to its last.
    pub async fn round<O: Output>(
        &self,
        tool: &Info<O>,
        state: &State,
        request: Request,
    ) -> Outcome<O> {
        // The level of the gravest event in it, so that no filter shows one without the other.
        let span = tracing::error_span!("round", flow = tool.name, flow_id = Empty, round = Empty);
        let answered = async {
            match guarded(self.serve(tool, state, request)).await {
                Ok(outcome) => outcome,
                Err(failure) => {
                    failure.log();
                    Outcome::Error(failure.to_wire())
                }
            }
        };
        answered.instrument(span).await
    }

    async fn serve<O: Output>(
        &self,
        tool: &Info<O>,
        state: &State,
        mut request: Request,
    ) -> Result<Outcome<O>, Failure> {
        let responses = std::mem::take(&mut request.responses);
        let (turn, continuation) = self.open(tool, &request)?;
        self.admit(&turn).await?;

        let frames = continuation
            .as_ref()
            .map_or_else(Vec::new, |continuation| continuation.frames.clone());
        // Answers that come without state answer nothing: nothing was asked yet.
        let resume = continuation
            .map(|it| Resume::new(it.frames, it.asked, it.rendered, it.kept, responses));
        let call = Call::new(
            request.principal.clone(),
            request.capabilities.clone(),
            turn.round,
            turn.flow_id,
        );
        let machine = Machine::new(call, resume);
        let flow = match (tool.run)(&machine, &request.arguments, state) {
            Ok(flow) => flow,
            Err(CannotRun::Arguments(problems)) => {
                return Ok(CutShort::Arguments.end(problems.to_string()));
            }
            Err(CannotRun::State(missing)) => return Err(Failure::MissingState(missing)),
        };
        match drive(&machine, flow).await {
            Driven::Finished(Ok(output)) => Ok(Outcome::Complete(output)),
            Driven::Finished(Err(error)) => Ok(Outcome::Error(error)),
            Driven::Stopped(Stop::Asked {
                frames,
                questions,
                rendered,
            }) => self.suspend(&turn, Asking::first(frames, questions, rendered)),
            Driven::Stopped(Stop::AskAgain(again)) => {
                self.suspend(&turn, Asking::again(frames, again))
            }
            Driven::Stopped(Stop::Malformed(reason)) => Err(Failure::Malformed(reason)),
            Driven::Stopped(Stop::Stale(reason)) => Err(Refusal::Stale(reason).into()),
            Driven::Stopped(Stop::Unsaved { local, reason }) => {
                Err(Failure::Unsaved { local, reason })
            }
            Driven::Stopped(Stop::Unaskable { key, reason }) => {
                Err(Failure::Unaskable { key, reason })
            }
            Driven::Stopped(Stop::Broken(reason)) => Err(Failure::Broken(reason.to_owned())),
        }
    }

    /// Lets the hook decide about this request.
    async fn admit<O>(&self, turn: &Turn<'_, O>) -> Result<(), Failure> {
        if let Some(hook) = &self.authorize {
            let attempt = Attempt {
                principal: turn.operation.principal,
                method: turn.operation.method,
                tool: turn.tool.name,
                round: turn.round,
            };
            hook.authorize(attempt).await?;
        }
        Ok(())
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
