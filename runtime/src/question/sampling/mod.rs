//! `sample!`: what a model is asked to go on with, and what it answered.

mod answer;
mod message;
mod request;
mod typed;

use serde_json::{Map, Value};

pub use answer::Sampled;
pub use message::{Blocks, SampleBlock, SampleMessage};
pub use request::{IncludeContext, SampleTool, Sampling, ToolChoice};
pub use typed::SampleAs;

use super::{Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// The question of `sample!(…)`.
///
/// Spec: *client/sampling*.
#[derive(Debug)]
pub struct Sample;

impl Question for Sample {
    type Answer = Sampled;

    const NEED: Need = Need::Sampling;

    fn needs(rendered: &Rendered) -> Vec<Need> {
        needs(rendered)
    }

    fn request(rendered: &Rendered) -> InputRequest {
        request(rendered)
    }

    /// Reads a `CreateMessageResult`. Where it is none the client is at fault, not the model, so
    /// there is nothing to tell the model.
    fn read(response: &Map<String, Value>) -> Result<Sampled, Problems> {
        Sampled::read(response).ok_or_else(Problems::new)
    }
}

fn needs(rendered: &Rendered) -> Vec<Need> {
    match rendered {
        Rendered::Sample(sampling) => sampling.needs(),
        _ => vec![Need::Sampling],
    }
}

fn request(rendered: &Rendered) -> InputRequest {
    match rendered {
        Rendered::Sample(sampling) => InputRequest::Sample(sampling.clone()),
        _ => InputRequest::Sample(Box::new(Sampling::new(""))),
    }
}

/// State is written without the names of members; a request leaves members out, so it is written
/// as a text of its own.
pub(super) mod as_json_text {
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Sampling;

    pub(in super::super) fn serialize<S: Serializer>(
        sampling: &Sampling,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serde_json::to_string(sampling)
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<Sampling>, D::Error> {
        let text = String::deserialize(deserializer)?;
        serde_json::from_str(&text).map_err(D::Error::custom)
    }
}
