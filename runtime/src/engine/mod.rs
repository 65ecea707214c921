//! One round: state in, answers in; a result, or questions and the next state, out. No I/O of its
//! own; time and randomness are given.

mod authorize;
mod drive;
mod failure;
mod once;
mod open;
mod outcome;
mod policy;
mod recorded;
mod request;
mod stateless;
mod surroundings;
mod suspend;
mod withdrawal;

use std::fmt;

use tracing::Instrument as _;
use tracing::field::Empty;

pub use authorize::{Attempt, Authorize, Authorizing, Denied};
pub use outcome::{Outcome, Refusal};
pub use policy::Policy;
pub use request::{Method, Request};
pub use surroundings::{Clock, Entropy, EntropyError, OsEntropy, Sleeping, SystemClock};
pub use withdrawal::Withdrawal;

use crate::capability;
use crate::machine::{Machine, Resume, Stop};
use crate::once::{MemoryStore, OnceStore};
use crate::output::{CutShort, Output};
use crate::scope::State;
use crate::seal::{Encrypted, Envelope, KeyRing, Sealer};
use crate::tool::{CannotRun, Info, OnInvalid, Running};
use drive::{Driven, drive, guarded};
use failure::Failure;
use once::Admission;
use open::Turn;
use suspend::{Asking, Waiting};

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
    once: Box<dyn OnceStore>,
}

impl Engine {
    /// An engine for the server `name`, which is the audience of its state: servers that share a
    /// key and not a name do not take each other's state.
    ///
    /// It encrypts its state, has the default [`Policy`], the system's clock and randomness, lets
    /// everybody in, and remembers in its own memory which states of tools that run once were
    /// redeemed.
    pub fn new(name: impl Into<String>, keys: KeyRing) -> Self {
        Self::with_envelope(name, Encrypted::new(keys))
    }

    /// An engine as [`new`](Self::new) makes it, with its state in another envelope: a
    /// [`Signed`](crate::seal::Signed) one, or one of your own.
    pub fn with_envelope(name: impl Into<String>, envelope: impl Envelope + 'static) -> Self {
        Self {
            sealer: Sealer::new(name.into(), Box::new(envelope)),
            policy: Policy::default(),
            clock: Box::new(SystemClock),
            entropy: Box::new(OsEntropy),
            authorize: None,
            once: Box::new(MemoryStore::new()),
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

    /// Sets where it is remembered which states of tools that run once were redeemed. Several
    /// instances need one store for all of them.
    #[must_use]
    pub fn once_store(mut self, store: impl OnceStore + 'static) -> Self {
        self.once = Box::new(store);
        self
    }

    /// Serves one request: checks the state that came, asks the hook, settles the answers, runs
    /// the flow to its end or its next step, and seals where it waits there.
    ///
    /// Until the answers are settled no code of the flow runs. A panic of it is caught (unless
    /// panics abort the process) and ends the call with an internal error. The round runs in a
    /// `tracing` span of its own, which names the call from its first round to its last.
    ///
    /// Its future can be dropped at any time: the call is then as if the request had never come,
    /// but for what the flow's code has done. Where the tool runs once and was let through, nobody
    /// knows how far that is, and it is not run again: see [`round_until`](Self::round_until).
    pub async fn round<O: Output>(
        &self,
        tool: &Info<O>,
        state: &State,
        request: Request,
    ) -> Outcome<O> {
        self.round_until(tool, state, request, &Withdrawal::new())
            .await
    }

    /// [`round`](Self::round), for a host that does not wait for its end where the client went
    /// away: see [`Withdrawal`].
    pub async fn round_until<O: Output>(
        &self,
        tool: &Info<O>,
        state: &State,
        request: Request,
        withdrawal: &Withdrawal,
    ) -> Outcome<O> {
        // The level of the gravest event in it, so that no filter shows one without the other.
        let span = tracing::error_span!("round", flow = tool.name, flow_id = Empty, round = Empty);
        let answered = async {
            match guarded(Box::pin(self.serve(tool, state, request, withdrawal))).await {
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
        withdrawal: &Withdrawal,
    ) -> Result<Outcome<O>, Failure> {
        let responses = std::mem::take(&mut request.responses);
        let (turn, continuation) = self.open(tool, &request, &responses, withdrawal).await?;
        self.admit(&turn).await?;
        if tool.up_front
            && continuation.is_none()
            && let Some(missing) = capability::missing(tool.needs().iter(), turn.capabilities)
        {
            return Err(Failure::MissingCapabilities(missing));
        }

        if tool.stateless {
            return match continuation {
                Some(_) => {
                    Err(Refusal::Stale("the flow keeps no state any more".to_owned()).into())
                }
                None => {
                    self.serve_stateless(&turn, state, &request, responses)
                        .await
                }
            };
        }
        // Answers that come without state answer nothing: nothing was asked yet.
        let resume = continuation.map(|it| {
            let waiting = Waiting {
                frames: it.frames.clone(),
                secret: it.secret,
                repeats: it.repeats,
                kept: it.kept.iter().flatten().count(),
            };
            let resume = Resume::new(it.frames, it.asked, it.rendered, it.kept, responses);
            (waiting, resume)
        });
        let may_restart = tool.restart && resume.is_some();
        match self.run(&turn, state, &request, resume).await {
            // Frames are read before any code behind them runs.
            Err(Failure::Refused(Refusal::Stale(reason))) if may_restart => {
                tracing::info!(reason, "the code has changed: the tool starts again");
                self.run(&turn, state, &request, None).await
            }
            outcome => outcome,
        }
    }

    /// Runs the flow from its start, or from where it waits.
    async fn run<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        state: &State,
        request: &Request,
        resume: Option<(Waiting, Resume)>,
    ) -> Result<Outcome<O>, Failure> {
        let (waiting, resume) = resume.unzip();
        let machine = Machine::new(turn.call(request), resume);
        let mut flow = match (turn.tool.run)(&machine, &request.arguments, state) {
            Ok(flow) => flow,
            Err(why) => return cannot_run(why),
        };
        match (drive(&machine, &mut flow).await, waiting) {
            (Driven::AtGate, _) => self.let_through(turn, &machine, flow).await,
            (Driven::Stopped(Stop::AskAgain(again)), Some(waiting)) => {
                let wrong = again.wrong();
                if turn.tool.on_invalid == OnInvalid::Reject && !wrong.is_empty() {
                    return Err(Failure::Rejected(wrong));
                }
                let asking = Asking::again(waiting, turn.trail, again);
                self.suspend(turn, asking).await
            }
            (Driven::Stopped(Stop::Stale(reason)), _) if turn.tool.once => {
                self.refuse_stale(turn, reason).await
            }
            (driven, _) => self.conclude(turn, &machine, driven).await,
        }
    }

    /// Runs the code behind the answers, once where the tool says so.
    async fn let_through<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        machine: &Machine,
        mut flow: Running<'_, O>,
    ) -> Result<Outcome<O>, Failure> {
        let key = if turn.tool.once {
            // Before the claim: one that nobody follows up would keep everybody out.
            if !turn.withdrawal.let_through() {
                return Err(Failure::Withdrawn);
            }
            match self.claim(turn, machine.call().trail()).await? {
                Admission::First(key) => Some(key),
                Admission::Repeated(outcome) => return Ok(outcome),
            }
        } else {
            None
        };
        machine.open_gate();
        // Its own guard: a panic is an outcome too.
        let ended = guarded(Box::pin(async {
            let driven = drive(machine, &mut flow).await;
            self.conclude(turn, machine, driven).await
        }))
        .await;
        if let Some(key) = key {
            self.record(key, &ended).await;
        }
        ended
    }

    /// What a round answers after the flow's code has run.
    async fn conclude<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        machine: &Machine,
        driven: Driven<O>,
    ) -> Result<Outcome<O>, Failure> {
        let stop = match driven {
            Driven::Finished(Ok(output)) => return Ok(Outcome::Complete(output)),
            Driven::Finished(Err(error)) => return Ok(Outcome::Error(error)),
            Driven::AtGate => {
                return Err(Failure::Broken("a flow has its answers twice".to_owned()));
            }
            Driven::Stopped(stop) => stop,
        };
        match stop {
            Stop::Asked {
                frames,
                questions,
                rendered,
                secret,
            } => {
                let trail = machine.call().trail();
                let asking = Asking::first(frames, questions, rendered, trail, secret);
                self.suspend(turn, asking).await
            }
            Stop::AskAgain(_) => Err(Failure::Broken(
                "a flow asks again after it had its answers".to_owned(),
            )),
            Stop::Malformed(reason) => Err(Failure::Malformed(reason)),
            Stop::Stale(reason) => Err(Refusal::Stale(reason).into()),
            Stop::Unsaved { local, reason } => Err(Failure::Unsaved { local, reason }),
            Stop::Unaskable { key, reason } => Err(Failure::Unaskable { key, reason }),
            Stop::Misasked(reason) => Err(Failure::Misasked(reason)),
            Stop::Broken(reason) => Err(Failure::Broken(reason.to_owned())),
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

/// What a round answers where the flow did not start.
fn cannot_run<O: Output>(why: CannotRun) -> Result<Outcome<O>, Failure> {
    match why {
        CannotRun::Arguments(problems) => Ok(CutShort::Arguments.end(problems.to_string())),
        CannotRun::State(missing) => Err(Failure::MissingState(missing)),
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("sealer", &self.sealer)
            .field("policy", &self.policy)
            .field("clock", &self.clock)
            .field("entropy", &self.entropy)
            .field("once", &self.once)
            .finish_non_exhaustive()
    }
}
