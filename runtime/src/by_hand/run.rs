//! One round of a tool by hand, as the engine runs it.

use std::borrow::Cow;

use serde::de::Deserialize as _;
use serde_json::{Map, Value};

use super::next::{Kind, Questions};
use super::{QuestionSpec, Round, Steps};
use crate::argument::ArgumentProblems;
use crate::error::Error;
use crate::frame::Saved;
use crate::machine::{FlowInfo, Frame, Machine, PointInfo, Saving, Stop};
use crate::output::IntoToolOutput as _;
use crate::scope::State;
use crate::tool::{CannotRun, Running, ToolInfo};
use crate::wire::{ErrorObject, ToolOutput};

/// The one point of a tool by hand; what differs between its rounds is state.
const POINT: usize = 1;
/// Which questions were asked, by their places among all of them.
const ASKED: &str = "asked";
const STATE: &str = "state";

/// What a host needs to list and to run the tool.
#[must_use]
pub fn tool<H: Steps>() -> ToolInfo {
    let info = ToolInfo::new(
        H::NAME,
        H::DESCRIPTION,
        const { &Info::<H>::FLOW },
        input_schema::<H>,
        H::needs,
        run::<H>,
    )
    .not_salient(H::NOT_SALIENT);
    if H::ONCE { info.once() } else { info }
}

/// What is known about the flow at compile time.
struct Info<H>(std::marker::PhantomData<H>);

impl<H: Steps> Info<H> {
    const FLOW: FlowInfo = FlowInfo {
        name: H::NAME,
        points: &[PointInfo {
            fingerprint: H::VERSION,
            carried: &[ASKED, STATE],
            questions: H::QUESTIONS,
        }],
    };
}

fn input_schema<H: Steps>() -> Map<String, Value> {
    match schemars::schema_for!(H::Arguments).to_value() {
        Value::Object(schema) => schema,
        // `true` and `false` are schemas, and no tool's arguments are one of them.
        _ => Map::new(),
    }
}

fn run<'a, H: Steps>(
    machine: &'a Machine,
    given: &Map<String, Value>,
    state: &'a State,
) -> Result<Running<'a>, CannotRun> {
    if machine.is_described() {
        let _ = machine.load::<H::State>(STATE);
        return Ok(Box::pin(std::future::pending()));
    }
    let arguments = H::Arguments::deserialize(given)
        .map_err(|error| ArgumentProblems::one(format!("arguments: {error}")))?;
    let injected = H::needs();
    if let Some(missing) = injected.iter().find(|need| !state.provides(**need)) {
        return Err(CannotRun::State(missing.missing()));
    }
    Ok(Box::pin(round::<H>(machine, arguments, state)))
}

async fn round<H: Steps>(
    machine: &Machine,
    arguments: H::Arguments,
    state: &State,
) -> Result<ToolOutput, ErrorObject> {
    let info = const { &Info::<H>::FLOW };
    let mut asked = Vec::new();
    let pick = |point: &PointInfo, frame: &mut Frame| {
        asked = picked(point, frame)?;
        Ok(Cow::Owned(asked.clone()))
    };
    let left = if machine.enter_picking(info, pick).await == 0 {
        None
    } else if let Some(left) = machine.load::<H::State>(STATE) {
        Some(left)
    } else {
        match machine.leave().await {}
    };
    let keys = asked.iter().map(|question| question.key);
    let answers = keys
        .zip(machine.take_answers())
        .filter_map(|(key, answer)| Some((key, answer?)))
        .collect();
    let round = Round::new(machine.call(), state, answers);
    match H::step(arguments, left, round).await.map(|next| next.0) {
        Ok(Kind::Done(output)) => output,
        Err(error) => Err::<ToolOutput, Error>(error).into_tool_output(),
        Ok(Kind::Ask(questions)) => {
            ask::<H>(machine, info, questions);
            match machine.leave().await {}
        }
    }
}

/// Takes from the frame which questions were asked.
fn picked(point: &PointInfo, frame: &mut Frame) -> Result<Vec<QuestionSpec>, Stop> {
    let stale = |reason: &str| Stop::Stale(reason.to_owned());
    if frame.values.is_empty() {
        return Err(stale("the state of a tool by hand is not complete"));
    }
    let places = Vec::<u16>::load(&frame.values.remove(0))
        .map_err(|_| stale("the state of a tool by hand does not say what was asked"))?;
    places
        .into_iter()
        .map(|place| point.questions.get(usize::from(place)).copied())
        .collect::<Option<_>>()
        .ok_or_else(|| stale("a question that was asked is not there any more"))
}

fn ask<H: Steps>(machine: &Machine, info: &'static FlowInfo, questions: Questions<H::State>) {
    let Questions { state, asked } = questions;
    match places::<H>(&asked) {
        Ok(places) => {
            let mut saving = Saving::new();
            saving.save(ASKED, &places);
            saving.save(STATE, &state);
            let questions = places
                .iter()
                .filter_map(|place| H::QUESTIONS.get(usize::from(*place)).copied())
                .collect();
            let rendered = asked.into_iter().map(|(_, rendered)| rendered).collect();
            machine.ask_picked(info, POINT, saving, Cow::Owned(questions), rendered);
        }
        Err(reason) => machine.stop(Stop::Misasked(reason)),
    }
}

/// The places of the questions among all of them.
fn places<H: Steps>(
    asked: &[(&'static str, crate::question::Rendered)],
) -> Result<Vec<u16>, String> {
    if asked.is_empty() {
        return Err("it asks, and there is no question".to_owned());
    }
    let mut places = Vec::with_capacity(asked.len());
    for (key, _) in asked {
        let place = H::QUESTIONS
            .iter()
            .position(|question| question.key == *key)
            .and_then(|place| u16::try_from(place).ok())
            .ok_or_else(|| format!("`{key}` is not one of its `QUESTIONS`"))?;
        if places.contains(&place) {
            return Err(format!("`{key}` is asked twice in one round"));
        }
        places.push(place);
    }
    Ok(places)
}
