//! `sample!(as T, …)`: the answer of a model as data.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::super::{Need, Problems, Question, Rendered};
use super::{Sampled, needs, request};
use crate::wire::InputRequest;

/// The question of `sample!(as T, …)`.
#[derive(Debug)]
pub struct SampleAs<T>(PhantomData<fn() -> T>);

impl<T: DeserializeOwned + Send + 'static> Question for SampleAs<T> {
    type Answer = T;

    const NEED: Need = Need::Sampling;

    fn needs(rendered: &Rendered) -> Vec<Need> {
        needs(rendered)
    }

    fn request(rendered: &Rendered) -> InputRequest {
        request(rendered)
    }

    /// Reads a `CreateMessageResult`, and JSON out of its text. The model is told what was wrong.
    fn read(response: &Map<String, Value>) -> Result<T, Problems> {
        let sampled = Sampled::read(response).ok_or_else(Problems::new)?;
        parse(&sampled.text()).map_err(|error| {
            Problems::whole(format!(
                "the answer must be one JSON value and nothing else: {error}"
            ))
        })
    }
}

/// Models wrap what they are asked for in words and in fences. The text as a whole comes first,
/// then each place where a JSON value could begin.
fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let whole = match serde_json::from_str(text.trim()) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let places = text.match_indices(['{', '[']).map(|(at, _)| at);
    // The first place tells best what is wrong: later ones are parts of it.
    let mut wrong = None;
    let mut behind = 0;
    for at in places {
        if at < behind {
            continue;
        }
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else {
            continue;
        };
        behind = at + values.byte_offset();
        match T::deserialize(value) {
            Ok(value) => return Ok(value),
            Err(error) => {
                wrong.get_or_insert(error);
            }
        }
    }
    Err(wrong.unwrap_or(whole))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Verdict {
        safe: bool,
        score: u8,
    }

    fn read<T: DeserializeOwned + Send + 'static>(text: &str) -> Result<T, String> {
        let response = json!({
            "role": "assistant", "model": "m", "content": {"type": "text", "text": text},
        });
        let Value::Object(response) = response else {
            panic!("an object")
        };
        SampleAs::<T>::read(&response).map_err(|problems| problems.to_string())
    }

    #[test]
    fn json_is_found_in_what_models_write_around_it() {
        let verdict = Verdict {
            safe: true,
            score: 7,
        };
        for text in [
            r#"{"safe": true, "score": 7}"#,
            "\n  {\"safe\": true, \"score\": 7}\n",
            "```json\n{\"safe\": true, \"score\": 7}\n```",
            "Sure [as you asked]: {\"safe\": true, \"score\": 7}. Anything else?",
            "{not json} {\"safe\": true, \"score\": 7}",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&verdict), "{text}");
        }
        assert_eq!(read("7"), Ok(7_u8));
        assert_eq!(read("\"high\""), Ok("high".to_owned()));
        assert_eq!(read("Here: [1, 2]"), Ok(vec![1, 2]));
    }

    #[test]
    fn the_model_is_told_what_was_wrong() {
        let told = |text| read::<Verdict>(text).expect_err("no verdict");
        assert!(told(r#"{"safe": true}"#).contains("missing field `score`"));
        assert!(told(r#"Well: {"safe": true, "score": 300}"#).contains("300"));
        assert!(told("I would say it is safe.").contains("one JSON value"));
        assert!(told("").contains("one JSON value"));
        // A part of the answer is not the answer.
        assert!(
            told(r#"{"verdict": {"safe": true, "score": 7}}"#).contains("missing field `safe`")
        );
    }

    #[test]
    fn the_model_is_not_told_what_the_client_did_wrong() {
        let Value::Object(response) = json!({"role": "assistant", "model": "m", "content": {}})
        else {
            panic!("an object")
        };
        let problems = SampleAs::<Verdict>::read(&response).expect_err("no answer");
        assert!(problems.is_empty());
    }
}
