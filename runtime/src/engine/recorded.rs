//! The outcome of a round in a store, so that it can be sent once more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Outcome;
use super::failure::Failure;
use crate::once::StoreError;
use crate::output::Output;
use crate::wire::{ErrorObject, InputRequest, InputRequired};

/// An outcome as JSON: `{"complete": …}`, `{"asked": …}` or `{"error": …}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Recorded<O> {
    Complete(O),
    Asked {
        requests: BTreeMap<String, Asked>,
        state: Option<String>,
    },
    Error(ErrorObject),
}

/// A question in the words in which it was sent.
#[derive(Serialize, Deserialize)]
struct Asked {
    method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    params: Option<Value>,
}

pub(super) fn write<O: Output>(outcome: &Outcome<O>) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&match outcome {
        Outcome::Complete(output) => Recorded::Complete(output),
        Outcome::Error(error) => Recorded::Error(error.clone()),
        Outcome::InputRequired(asked) => Recorded::Asked {
            requests: asked
                .input_requests
                .iter()
                .map(|(key, request)| {
                    let asked = serde_json::from_value(serde_json::to_value(request)?)?;
                    Ok((key.clone(), asked))
                })
                .collect::<Result<_, serde_json::Error>>()?,
            state: asked.request_state.clone(),
        },
    })
}

pub(super) fn read<O: Output>(bytes: &[u8]) -> Result<Outcome<O>, Failure> {
    let recorded = serde_json::from_slice(bytes).map_err(|error| {
        Failure::Store(StoreError::msg(format!(
            "what is held is no outcome of this version: {error}"
        )))
    })?;
    Ok(match recorded {
        Recorded::Complete(output) => Outcome::Complete(output),
        Recorded::Error(error) => Outcome::Error(error),
        Recorded::Asked { requests, state } => Outcome::InputRequired(InputRequired {
            input_requests: requests
                .into_iter()
                .map(|(key, Asked { method, params })| {
                    (key, InputRequest::Written { method, params })
                })
                .collect(),
            request_state: state,
        }),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::question::{FieldSchema, FormSchema};
    use crate::wire::{INVALID_PARAMS, ToolOutput};

    fn back(outcome: &Outcome) -> Outcome {
        read(&write(outcome).expect("written")).expect("read")
    }

    #[test]
    fn a_result_and_an_error_come_back_equal() {
        let mut structured = ToolOutput::text("n");
        structured.structured_content = Some(json!({"n": [1, 2.5, null, "é"]}));
        for outcome in [
            Outcome::Complete(structured),
            Outcome::Complete(ToolOutput::error("no")),
            Outcome::Error(ErrorObject::new(INVALID_PARAMS, "no")),
            Outcome::Error(ErrorObject::new(-1, "no").with_data(json!({"reason": "x"}))),
        ] {
            assert_eq!(back(&outcome), outcome);
        }
    }

    #[test]
    fn questions_come_back_as_they_travel() {
        const SCHEMA: FormSchema = FormSchema::new(&[("ok", FieldSchema::boolean())]);
        let form = InputRequest::Form {
            message: "Go?".to_owned(),
            schema: SCHEMA,
        };
        let asked = InputRequired {
            input_requests: BTreeMap::from([
                ("go".to_owned(), form),
                ("roots".to_owned(), InputRequest::Roots),
            ]),
            request_state: Some("state".to_owned()),
        };
        let Outcome::InputRequired(back) = back(&Outcome::InputRequired(asked.clone())) else {
            panic!("asked");
        };
        let wire = |asked| serde_json::to_value(asked).expect("JSON");
        assert_eq!(wire(&back), wire(&asked));
    }

    #[test]
    fn what_is_no_outcome_is_a_fault_of_the_store() {
        for bytes in [&b""[..], b"{}", b"null", b"{\"complete\": 1}"] {
            assert!(matches!(read::<ToolOutput>(bytes), Err(Failure::Store(_))));
        }
    }
}
