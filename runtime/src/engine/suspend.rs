//! The last thing of a round that asks: may this client be asked, and the next state.

use std::fmt::Write as _;

use serde_json::Value;

use super::failure::Failure;
use super::open::Turn;
use super::{Engine, Outcome};
use crate::capability;
use crate::machine::{AskAgain, AskedDigest, FlowInfo, Frame, QuestionSpec, Questions};
use crate::once::Trail;
use crate::output::{CutShort, Output};
use crate::question::{Problems, Rendered};
use crate::seal::{Continuation, SealError, Validity};
use crate::wire::InputRequired;

/// Where a flow waited when the request came.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) frames: Vec<Frame>,
    /// Whether a frame has what must not be readable.
    pub(super) secret: bool,
    /// How many rounds in a row brought none of the answers that were due.
    pub(super) repeats: u32,
    /// How many answers were there already.
    pub(super) kept: usize,
}

/// The questions of a step; the lists go by position.
#[derive(Debug)]
pub(super) struct Asking {
    frames: Vec<Frame>,
    repeats: u32,
    questions: Questions,
    rendered: Vec<Rendered>,
    /// What led to the step.
    trail: Trail,
    /// A local that must not be readable in the state.
    secret: Option<&'static str>,
    /// The answers that came already; these are not asked for.
    kept: Vec<Option<Value>>,
    /// What was wrong with an answer that came; empty where none did.
    problems: Vec<Problems>,
}

impl Asking {
    /// The questions of a step that was reached.
    pub(super) fn first(
        frames: Vec<Frame>,
        questions: Questions,
        rendered: Vec<Rendered>,
        trail: Trail,
        secret: Option<&'static str>,
    ) -> Self {
        Self {
            kept: vec![None; questions.len()],
            problems: vec![Problems::new(); questions.len()],
            frames,
            repeats: 0,
            questions,
            rendered,
            trail,
            secret,
        }
    }

    /// The questions of a step that was resumed without all its answers.
    pub(super) fn again(waiting: Waiting, trail: Trail, again: AskAgain) -> Self {
        let AskAgain {
            questions,
            rendered,
            kept,
            problems,
        } = again;
        let brought_some = kept.iter().flatten().count() > waiting.kept;
        let repeats = if brought_some {
            0
        } else {
            waiting.repeats.saturating_add(1)
        };
        Self {
            frames: waiting.frames,
            repeats,
            questions,
            rendered,
            trail,
            secret: waiting.secret.then_some("a local"),
            kept,
            problems,
        }
    }

    /// What is still to be answered.
    fn due(&self) -> impl Iterator<Item = (&QuestionSpec, &Rendered, &Problems)> {
        let told = self.rendered.iter().zip(&self.problems);
        self.questions
            .iter()
            .zip(told)
            .zip(&self.kept)
            .filter(|(_, kept)| kept.is_none())
            .map(|((question, (rendered, problems)), _)| (question, rendered, problems))
    }
}

impl Engine {
    /// Asks, unless the client cannot be asked or was asked too often.
    pub(super) async fn suspend<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        mut asking: Asking,
    ) -> Result<Outcome<O>, Failure> {
        if turn.tool.stateless {
            // Nothing would bring them again.
            asking.kept.fill(None);
        }
        if asking.rendered.len() != asking.questions.len() {
            return Err(Failure::Broken(
                "a step did not render each question".to_owned(),
            ));
        }
        if let Some(local) = asking.secret
            && !self.sealer.hides()
        {
            let reason = "it is a `Secret`, and the state of this server can be read".to_owned();
            return Err(Failure::Unsaved { local, reason });
        }
        let needs = asking
            .due()
            .flat_map(|(question, rendered, _)| (question.needs)(rendered));
        if let Some(missing) = capability::missing(needs, turn.capabilities) {
            return Err(Failure::MissingCapabilities(missing));
        }
        if turn.round >= self.policy.max_rounds {
            tracing::warn!("the call asks too often");
            return Ok(CutShort::RoundLimit.end(format!(
                "The call was ended after {} rounds of questions: this server allows no more.",
                turn.round
            )));
        }
        if asking.repeats > self.policy.max_repeats {
            tracing::warn!("the answers do not fit, or do not come");
            let keys: Vec<_> = asking.due().map(|(question, ..)| question.key).collect();
            return Ok(CutShort::RepeatLimit.end(format!(
                "The call was ended: asked {} times again, and there is still no answer that fits to: \
                 {}.",
                self.policy.max_repeats,
                keys.join(", ")
            )));
        }
        for (question, rendered, _) in asking.due().filter(|_| asking.repeats == 0) {
            if rendered.is_clickable() {
                let key = question.key;
                tracing::warn!(
                    key,
                    "the text of a form has a URL, which a client may make clickable; send the \
                     person to it with `ask_url!`"
                );
            }
        }
        // Problems are told with the question and not kept with it, so that they do not pile up.
        let input_requests = asking
            .due()
            .map(|(question, rendered, problems)| {
                let request = (question.request)(&rendered.asked_again(problems));
                (question.key.to_owned(), request)
            })
            .collect();
        let request_state = if turn.tool.stateless {
            None
        } else {
            Some(self.seal(turn, asking).await?)
        };
        Ok(Outcome::InputRequired(InputRequired {
            input_requests,
            request_state,
        }))
    }

    async fn seal<O>(&self, turn: &Turn<'_, O>, asking: Asking) -> Result<String, Failure> {
        let asked = AskedDigest::of(&asking.questions, &asking.rendered)
            .map_err(|error| Failure::Broken(format!("a question: {error}")))?;
        let continuation = Continuation {
            flow_id: turn.flow_id,
            round: turn.round + 1,
            repeats: asking.repeats,
            trail: asking.trail,
            secret: asking.secret.is_some(),
            asked,
            frames: asking.frames,
            rendered: asking.rendered,
            kept: asking.kept,
        };
        let validity = Validity::new(self.clock.now(), self.policy.lifetime, turn.deadline);
        let max_bytes = self.policy.max_state_bytes;
        self.sealer
            .seal(
                &turn.operation,
                validity,
                &continuation,
                &*self.entropy,
                max_bytes,
            )
            .await
            .map_err(|error| match error {
                SealError::Envelope(error) => Failure::Envelope(error),
                SealError::Format(error) => Failure::Broken(format!("the state: {error}")),
                SealError::TooLong { bytes } => Failure::TooLong {
                    bytes,
                    max_bytes,
                    parts: sizes(turn.tool.flow, &continuation),
                },
            })
    }
}

/// What makes state long: `plan: 31204 B, count: 1 B, questions: 80 B, answers: 0 B`.
fn sizes(flow: &FlowInfo, continuation: &Continuation) -> String {
    let mut sizes = String::new();
    let mut add = |name: &str, bytes: usize| {
        let comma = if sizes.is_empty() { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = write!(sizes, "{comma}{name}: {bytes} B");
    };
    for frame in &continuation.frames {
        let names = carried_names(flow, frame);
        for (index, value) in frame.values.iter().enumerate() {
            add(names.get(index).unwrap_or(&"a local"), value.len());
        }
    }
    let questions = continuation.rendered.iter().map(Rendered::size);
    add("questions", questions.sum());
    let answers = continuation.kept.iter().flatten();
    add(
        "answers",
        answers.map(|answer| answer.to_string().len()).sum(),
    );
    sizes
}

/// The locals of a frame; nothing is known where it is of a flow that the tool calls.
fn carried_names(flow: &FlowInfo, frame: &Frame) -> &'static [&'static str] {
    flow.point_of(frame).map_or(&[], |(_, point)| point.carried)
}
