//! The run-time half of a compiled flow: what generated code talks to during one round.
//!
//! A flow either finishes, or *stops*: it records why in its [`Machine`] and never returns. The
//! engine sees the record after the poll and drops the future, so no `?` and no `match` of the
//! author's ever meets a suspension.

mod asked;
mod described;
mod info;
mod resume;
mod settle;

use std::convert::Infallible;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;

pub use asked::AskedDigest;
pub(crate) use described::describe;
pub use described::{CarriedLocal, CarryingPoint};
pub use info::{AnyAnswer, FlowInfo, PointInfo, QuestionSpec, Questions};
pub use resume::{Frame, Resume};
pub use settle::{AskAgain, Settled, settle};

use described::Described;

use crate::call::Call;
use crate::frame::Saved;
use crate::question::Rendered;

/// One round of one flow.
#[derive(Debug)]
pub struct Machine {
    call: Call,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    resume: Option<Resume>,
    /// The values of the frame that was entered last, in the order in which they were saved.
    values: std::vec::IntoIter<Vec<u8>>,
    answers: Vec<Option<AnyAnswer>>,
    /// The flows that wait for the one that runs, outermost first.
    callers: Vec<Caller>,
    gate: Gate,
    stop: Option<Stop>,
    /// Where the flow is only asked what it carries.
    described: Option<Described>,
}

/// A flow that waits for another one to return.
#[derive(Debug)]
struct Caller {
    frame: Frame,
    /// Why its frame cannot travel: of no account unless the flow that it waits for asks.
    failed: Option<(&'static str, String)>,
    secret: Option<&'static str>,
}

/// Stands between the answers and the code that runs with them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Gate {
    #[default]
    NotReached,
    /// The answers are settled; the flow waits for the engine.
    Reached,
    Open,
}

/// Why a flow stopped before its end.
#[derive(Debug)]
pub enum Stop {
    /// It reached a step: ask these questions and resume with these frames.
    Asked {
        /// The point of each flow in progress, outermost first.
        frames: Vec<Frame>,
        /// The questions of the round.
        questions: Questions,
        /// What was rendered for each of them.
        rendered: Vec<Rendered>,
        /// The first local that must not be readable in the state.
        secret: Option<&'static str>,
    },
    /// Answers are missing or do not fit: ask again, with the same frames.
    AskAgain(AskAgain),
    /// The client sent something that is not an answer at all.
    Malformed(String),
    /// The state was made by other code.
    Stale(String),
    /// A carried local cannot be written: a fault of the author's, found before anybody is asked.
    Unsaved {
        /// The name of the local.
        local: &'static str,
        /// Why not.
        reason: String,
    },
    /// A question that must not be asked: a fault of the author's, found before anybody is asked.
    Unaskable {
        /// The key of the question.
        key: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A tool by hand asks what cannot be asked: a fault of the author's.
    Misasked(String),
    /// Generated code and machine disagree: a fault of ours.
    Broken(&'static str),
}

/// Ties the type of a local where it is saved to its type where it is loaded.
#[derive(Debug)]
pub struct Carried<T>(PhantomData<fn(T) -> T>);

impl<T> Carried<T> {
    /// A tie for one local; type inference finds the type.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Says that the local has this type.
    pub fn tie(self, _: &T) {}
}

impl<T> Clone for Carried<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Carried<T> {}

impl<T> Default for Carried<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The carried locals of one point, as they are written.
#[derive(Debug, Default)]
pub struct Saving {
    values: Vec<Vec<u8>>,
    failed: Option<(&'static str, String)>,
    secret: Option<&'static str>,
}

impl Saving {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes one carried local.
    pub fn save<T: Saved>(&mut self, name: &'static str, value: &T) {
        if T::SECRET {
            self.secret.get_or_insert(name);
        }
        match value.save() {
            Ok(bytes) => self.values.push(bytes),
            Err(error) => {
                self.failed.get_or_insert((name, error.to_string()));
            }
        }
    }
}

impl Caller {
    /// The flow as it is at `point`; `None` where it has no such point.
    fn at(info: &FlowInfo, point: usize, saving: Saving) -> Option<Self> {
        let known = info.points.get(point.checked_sub(1)?)?;
        Some(Self {
            frame: Frame {
                fingerprint: known.fingerprint,
                point: u16::try_from(point).ok()?,
                values: saving.values,
            },
            failed: saving.failed,
            secret: saving.secret,
        })
    }
}

impl Machine {
    /// A call from the start (`resume` is `None`), or from where it was suspended.
    pub(crate) fn new(call: Call, resume: Option<Resume>) -> Self {
        Self {
            call,
            inner: Mutex::new(Inner {
                resume,
                ..Inner::default()
            }),
        }
    }

    /// The request that this round serves.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// Why the flow stopped, once.
    pub(crate) fn take_stop(&self) -> Option<Stop> {
        self.inner().stop.take()
    }

    /// Whether the flow has its answers and waits to be let through.
    pub(crate) fn is_at_gate(&self) -> bool {
        self.inner().gate == Gate::Reached
    }

    /// Lets the flow go on with its answers when it is polled next.
    pub(crate) fn open_gate(&self) {
        self.inner().gate = Gate::Open;
    }

    /// Begins a flow: `0` from its start, or the point (from `1`) where it was suspended. Before it
    /// returns a point, the answers are settled and the engine has let the flow through.
    ///
    /// Does not return where the round cannot go on: state of other code, answers that are
    /// missing or do not fit.
    pub async fn enter(&self, info: &'static FlowInfo) -> usize {
        self.enter_picking(info, |point, _| {
            if point.is_call() {
                Err(Stop::Stale(format!(
                    "flow `{}` waits for another flow, which the state does not hold",
                    info.name
                )))
            } else {
                Ok(point.questions.into())
            }
        })
        .await
    }

    /// [`enter`](Self::enter), where `pick` says which questions of the point were asked.
    pub(crate) async fn enter_picking(
        &self,
        info: &'static FlowInfo,
        pick: impl FnOnce(&PointInfo, &mut Frame) -> Result<Questions, Stop>,
    ) -> usize {
        match self.begin(info, pick) {
            Ok(point) => {
                self.pass_gate().await;
                point
            }
            Err(stop) => {
                self.stop(stop);
                match self.leave().await {}
            }
        }
    }

    fn begin(
        &self,
        info: &'static FlowInfo,
        pick: impl FnOnce(&PointInfo, &mut Frame) -> Result<Questions, Stop>,
    ) -> Result<usize, Stop> {
        let mut inner = self.inner();
        if let Some(described) = &inner.described {
            return Ok(described.point);
        }
        let Some(resume) = &mut inner.resume else {
            return Ok(0);
        };
        let Some(mut frame) = resume.next_frame() else {
            return Ok(0);
        };
        let (number, point) = info.point_of(&frame).ok_or_else(|| {
            Stop::Stale(format!(
                "flow `{}` has changed at point {}",
                info.name, frame.point
            ))
        })?;
        if resume.is_innermost() {
            let questions = pick(point, &mut frame)?;
            let settled = settle(questions, resume)?;
            self.call.settle(&settled.digest);
            inner.gate = Gate::Reached;
            inner.answers = settled.answers.into_iter().map(Some).collect();
        } else if !point.is_call() {
            return Err(Stop::Stale(format!(
                "flow `{}` asks at point {}, and the state holds another flow behind it",
                info.name, frame.point
            )));
        }
        inner.values = frame.values.into_iter();
        Ok(number)
    }

    /// The engine polls again after it has opened the gate, so nobody has to be woken.
    async fn pass_gate(&self) {
        poll_fn(|_| match self.inner().gate {
            Gate::NotReached | Gate::Open => Poll::Ready(()),
            Gate::Reached => Poll::Pending,
        })
        .await;
    }

    /// Reads the next carried local; `None` where it cannot be read, and the flow must leave.
    pub(crate) fn load<T: Saved>(&self, name: &'static str) -> Option<T> {
        let mut inner = self.inner();
        if let Some(described) = &mut inner.described {
            described.hear_of::<T>(name);
            return None;
        }
        let loaded = match inner.values.next() {
            // The error may quote the value, and the reason is logged.
            Some(bytes) => T::load(&bytes).map_err(|_| "it has another type now"),
            None => Err("it is missing"),
        };
        match loaded {
            Ok(value) => Some(value),
            Err(reason) => {
                inner
                    .stop
                    .get_or_insert(Stop::Stale(format!("carried local `{name}`: {reason}")));
                None
            }
        }
    }

    /// Records that a `for` loop goes over an iterator without an end.
    pub fn endless(&self) {
        self.stop(Stop::Unsaved {
            local: "for loop",
            reason: "its iterator has no end in sight; take some of it: `.take(n)`".to_owned(),
        });
    }

    /// Takes the answer to one question of the point; `None` where generated code is at fault.
    pub fn answer<A: 'static>(&self, index: usize) -> Option<A> {
        let mut inner = self.inner();
        let answer = inner.answers.get_mut(index).and_then(Option::take);
        let typed = answer
            .and_then(|answer| answer.downcast::<A>().ok())
            .map(|answer| *answer);
        if typed.is_none() {
            inner
                .stop
                .get_or_insert(Stop::Broken("an answer has another type than its question"));
        }
        typed
    }

    /// Takes all answers of the round, in the order of its questions.
    pub(crate) fn take_answers(&self) -> Vec<Option<AnyAnswer>> {
        std::mem::take(&mut self.inner().answers)
    }

    /// Records that the flow waits at `point` for the answers to what was `rendered`.
    pub fn ask(
        &self,
        info: &'static FlowInfo,
        point: usize,
        saving: Saving,
        rendered: impl Into<Vec<Rendered>>,
    ) {
        match info.points.get(point.wrapping_sub(1)) {
            Some(at) => self.ask_picked(info, point, saving, at.questions.into(), rendered.into()),
            None => self.stop(Stop::Broken("a step has no point")),
        }
    }

    /// [`ask`](Self::ask), for some of the questions of the point.
    pub(crate) fn ask_picked(
        &self,
        info: &'static FlowInfo,
        point: usize,
        saving: Saving,
        questions: Questions,
        rendered: Vec<Rendered>,
    ) {
        let unaskable = unaskable(&questions, &rendered);
        let Some(innermost) = Caller::at(info, point, saving) else {
            return self.stop(Stop::Broken("a step has no point"));
        };
        let mut callers = std::mem::take(&mut self.inner().callers);
        callers.push(innermost);
        let secret = callers.iter().find_map(|caller| caller.secret);
        let failed = callers.iter_mut().find_map(|caller| caller.failed.take());
        self.stop(match (failed, unaskable) {
            (Some((local, reason)), _) => Stop::Unsaved { local, reason },
            (None, Some(stop)) => stop,
            (None, None) => Stop::Asked {
                frames: callers.into_iter().map(|caller| caller.frame).collect(),
                questions,
                rendered,
                secret,
            },
        });
    }

    /// Records that the flow waits at `point` for another flow, which begins now.
    pub fn push(&self, info: &'static FlowInfo, point: usize, saving: Saving) {
        match Caller::at(info, point, saving) {
            Some(caller) => self.inner().callers.push(caller),
            None => self.stop(Stop::Broken("a call has no point")),
        }
    }

    /// Records that the flow that began last has returned.
    pub fn pop(&self) {
        self.inner().callers.pop();
    }

    /// The way out of a flow that stopped: never completes.
    pub async fn leave(&self) -> Infallible {
        std::future::pending().await
    }

    pub(crate) fn stop(&self, stop: Stop) {
        self.inner().stop.get_or_insert(stop);
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic while the lock is held leaves nothing half done that a later reader relies on.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first question that must not be asked.
fn unaskable(questions: &[QuestionSpec], rendered: &[Rendered]) -> Option<Stop> {
    questions.iter().zip(rendered).find_map(|(spec, rendered)| {
        let reason = rendered.check().err()?;
        let key = spec.key;
        Some(Stop::Unaskable { key, reason })
    })
}
