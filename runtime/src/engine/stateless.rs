//! A round of a flow that keeps no state: from the start to its step, and on from there with the
//! answers that came in the same request.

use std::collections::BTreeMap;

use serde_json::Value;

use super::drive::{Driven, drive};
use super::failure::Failure;
use super::open::Turn;
use super::suspend::Waiting;
use super::{Engine, Outcome, Request, cannot_run};
use crate::machine::{AskedDigest, Machine, Resume, Stop};
use crate::output::Output;
use crate::scope::State;

impl Engine {
    /// Runs the flow to its step in every request: what stands before the step, such as a look
    /// whether the caller may do this at all, cannot be left out by whoever sends answers. Where
    /// answers came, the flow then goes on as it does from state.
    pub(super) async fn serve_stateless<O: Output>(
        &self,
        turn: &Turn<'_, O>,
        state: &State,
        request: &Request,
        responses: BTreeMap<String, Value>,
    ) -> Result<Outcome<O>, Failure> {
        let machine = Machine::new(turn.call(request), None);
        let mut flow = match (turn.tool.run)(&machine, &request.arguments, state) {
            Ok(flow) => flow,
            Err(why) => return cannot_run(why),
        };
        let driven = drive(&machine, &mut flow).await;
        // What it held before the step is not held behind it, as between two rounds.
        drop(flow);
        let (frames, questions, rendered) = match driven {
            Driven::Stopped(Stop::Asked {
                frames,
                questions,
                rendered,
                ..
            }) if !responses.is_empty() => (frames, questions, rendered),
            driven => return self.conclude(turn, &machine, driven).await,
        };
        let asked = AskedDigest::of(&questions, &rendered)
            .map_err(|error| Failure::Broken(format!("a question: {error}")))?;
        let kept = vec![None; questions.len()];
        // Nobody counts.
        let waiting = Waiting {
            frames: frames.clone(),
            secret: false,
            repeats: 0,
            kept: 0,
        };
        let resume = Resume::new(frames, asked, rendered, kept, responses);
        self.run(turn, state, request, Some((waiting, resume)))
            .await
    }
}
