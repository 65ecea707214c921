use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

use crate::question::{FormSchema, Sampling};

/// The answer that asks: `resultType: "input_required"`.
///
/// Spec: *basic/patterns/mrtr*, `InputRequiredResult`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequired {
    /// The questions of this round by key.
    pub input_requests: BTreeMap<String, InputRequest>,
    /// The sealed state; the client sends it back unchanged. `None` where the questions are of a
    /// flow that keeps none.
    pub request_state: Option<String>,
}

/// One question as it travels.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// `elicitation/create` in form mode.
    Form {
        /// What the person reads.
        message: String,
        /// The fields to fill in.
        schema: FormSchema,
    },
    /// `elicitation/create` in URL mode.
    Page {
        /// What the person reads before they go there.
        message: String,
        /// The page.
        url: String,
    },
    /// `sampling/createMessage`.
    Sample(Box<Sampling>),
    /// `roots/list`.
    Roots,
    /// A question in the words in which it was sent before.
    Written {
        /// The method of the request.
        method: String,
        /// Its parameters.
        params: Option<Value>,
    },
}

impl Serialize for InputRequired {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("resultType", "input_required")?;
        map.serialize_entry("inputRequests", &self.input_requests)?;
        if let Some(state) = &self.request_state {
            map.serialize_entry("requestState", state)?;
        }
        map.end()
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct FormParams<'a> {
            mode: &'static str,
            message: &'a str,
            requested_schema: &'a FormSchema,
        }

        #[derive(Serialize)]
        struct PageParams<'a> {
            mode: &'static str,
            message: &'a str,
            url: &'a str,
        }

        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Form { message, schema } => {
                map.serialize_entry("method", "elicitation/create")?;
                let params = FormParams {
                    mode: "form",
                    message,
                    requested_schema: schema,
                };
                map.serialize_entry("params", &params)?;
            }
            Self::Page { message, url } => {
                map.serialize_entry("method", "elicitation/create")?;
                let params = PageParams {
                    mode: "url",
                    message,
                    url,
                };
                map.serialize_entry("params", &params)?;
            }
            Self::Sample(sampling) => {
                map.serialize_entry("method", "sampling/createMessage")?;
                map.serialize_entry("params", sampling)?;
            }
            Self::Roots => map.serialize_entry("method", "roots/list")?,
            Self::Written { method, params } => {
                map.serialize_entry("method", method)?;
                if let Some(params) = params {
                    map.serialize_entry("params", params)?;
                }
            }
        }
        map.end()
    }
}
