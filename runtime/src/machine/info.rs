use std::any::Any;
use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Frame;
use crate::question::{Need, Needs, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// What is known about a flow at compile time.
#[derive(Debug, Clone, Copy)]
pub struct FlowInfo {
    /// The flow's name.
    pub name: &'static str,
    /// The points where it can be suspended; state numbers them from 1.
    pub points: &'static [PointInfo],
}

/// One point.
#[derive(Debug, Clone, Copy)]
pub struct PointInfo {
    /// A digest of what the frame holds and of the code behind the point: state of other code is
    /// never resumed.
    pub fingerprint: u64,
    /// The locals that travel, in the order in which they are saved.
    pub carried: &'static [&'static str],
    /// The questions asked in one round; none where the flow waits for another flow.
    pub questions: &'static [QuestionSpec],
}

impl PointInfo {
    /// Whether the flow waits here for another flow, and not for the client.
    pub(crate) const fn is_call(&self) -> bool {
        self.questions.is_empty()
    }
}

impl FlowInfo {
    /// The client capabilities that its own questions may need.
    pub(crate) const fn needs(&self) -> Needs {
        let mut needs = Needs::NONE;
        let mut points = self.points;
        while let [point, others @ ..] = points {
            let mut questions = point.questions;
            while let [question, behind @ ..] = questions {
                needs = needs.and(question.need);
                questions = behind;
            }
            points = others;
        }
        needs
    }

    /// The point that a frame belongs to, and its number. An edit before a point may have given it
    /// another number; its fingerprint says which one it is.
    pub(crate) fn point_of(&self, frame: &Frame) -> Option<(usize, &'static PointInfo)> {
        let fits = |(_, point): &(usize, &PointInfo)| point.fingerprint == frame.fingerprint;
        let mut points = (1..).zip(self.points);
        let numbered = usize::from(frame.point).checked_sub(1);
        numbered
            .and_then(|index| points.clone().nth(index))
            .filter(fits)
            .or_else(|| points.find(fits))
    }
}

/// The questions of one round: all of a point, or those of them that a tool by hand picked.
pub type Questions = Cow<'static, [QuestionSpec]>;

/// One question, without its type.
#[derive(Debug, Clone, Copy)]
pub struct QuestionSpec {
    /// The key in `inputRequests` and `inputResponses`.
    pub key: &'static str,
    /// See [`Question::NEED`].
    pub need: Need,
    /// See [`Question::needs`].
    pub needs: fn(&Rendered) -> Vec<Need>,
    /// See [`Question::request`].
    pub request: fn(&Rendered) -> InputRequest,
    /// See [`Question::read`].
    pub read: fn(&Map<String, Value>) -> Result<AnyAnswer, Problems>,
}

/// An answer, without its type.
pub type AnyAnswer = Box<dyn Any + Send>;

impl QuestionSpec {
    /// The question `Q` under `key`.
    #[must_use]
    pub const fn of<Q: Question>(key: &'static str) -> Self {
        Self {
            key,
            need: Q::NEED,
            needs: Q::needs,
            request: Q::request,
            read: read_any::<Q>,
        }
    }
}

fn read_any<Q: Question>(response: &Map<String, Value>) -> Result<AnyAnswer, Problems> {
    Q::read(response).map(|answer| Box::new(answer) as AnyAnswer)
}
