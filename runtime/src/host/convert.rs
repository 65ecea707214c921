//! Between mrtr's wire types and rmcp's.

use std::fmt;
use std::sync::Arc;

use rmcp::model::{
    ErrorCode, ErrorData, InputRequests, InputRequiredResult, Tool, ToolAnnotations,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engine::Outcome;
use crate::tool::ToolInfo;
use crate::wire::{ClientCapabilities, ErrorObject, InputRequest, InputRequired};

/// A question that rmcp's types cannot hold in full.
#[derive(Debug)]
pub(super) struct NotCarried(String);

/// What rmcp sends for an outcome. `complete` makes its result of a finished one.
pub(super) fn outcome<O, C, R>(
    outcome: Outcome<O>,
    complete: impl FnOnce(O) -> C,
) -> Result<R, ErrorData>
where
    R: From<C> + From<InputRequiredResult>,
{
    match outcome {
        Outcome::Complete(output) => Ok(complete(output).into()),
        Outcome::InputRequired(asked) => input_required(asked).map(R::from),
        Outcome::Error(error) => Err(error_data(error)),
    }
}

/// The tool as `tools/list` shows it.
pub(super) fn tool(info: &ToolInfo) -> Tool {
    let description = (!info.description.is_empty()).then(|| info.description.into());
    let mut tool = Tool::new_with_raw(info.name, description, (info.input_schema)());
    tool.title = (!info.title.is_empty()).then(|| info.title.to_owned());
    if info.read_only {
        tool.annotations = Some(ToolAnnotations::new().read_only(true));
    }
    tool.output_schema = (info.output_schema)().map(Arc::new);
    tool
}

/// What the client declares. rmcp has refused a request whose declaration cannot be read.
pub(super) fn capabilities(
    declared: Option<rmcp::model::ClientCapabilities>,
) -> ClientCapabilities {
    declared
        .and_then(|declared| serde_json::to_value(declared).ok())
        .and_then(|declared| serde_json::from_value(declared).ok())
        .unwrap_or_default()
}

/// The question in rmcp's types, with its fields in their order (`serde_json/preserve_order`).
///
/// Those types know the keywords of the protocol and drop every other, so what comes out is
/// compared with what went in.
pub(super) fn input_request(
    question: &InputRequest,
) -> Result<rmcp::model::InputRequest, NotCarried> {
    let ours = serde_json::to_value(question).map_err(NotCarried::unreadable)?;
    let converted =
        rmcp::model::InputRequest::deserialize(&ours).map_err(NotCarried::unreadable)?;
    let theirs = serde_json::to_value(&converted).map_err(NotCarried::unreadable)?;
    match first_loss(&ours, &theirs, "") {
        Some(lost) => Err(NotCarried(format!(
            "the protocol has no place for `{lost}`"
        ))),
        None => Ok(converted),
    }
}

/// Spec: *server/resources*, error handling.
pub(super) fn no_such_resource(uri: &str) -> ErrorData {
    about_resource(
        ErrorData::invalid_params("there is no such resource", None),
        uri,
    )
}

/// Says which resource an error is about, where it does not say anything else.
pub(super) fn about_resource(mut error: ErrorData, uri: &str) -> ErrorData {
    if error.code == ErrorCode::INVALID_PARAMS && error.data.is_none() {
        error.data = Some(json!({ "uri": uri }));
    }
    error
}

fn input_required(asked: InputRequired) -> Result<InputRequiredResult, ErrorData> {
    let questions = asked
        .input_requests
        .iter()
        .map(|(key, question)| Ok((key.clone(), input_request(question)?)))
        .collect::<Result<InputRequests, NotCarried>>()
        .map_err(|error| {
            tracing::error!(%error, "a question cannot be sent");
            ErrorData::internal_error("a question cannot be sent", None)
        })?;
    Ok(InputRequiredResult::new(
        Some(questions),
        asked.request_state,
    ))
}

fn error_data(error: ErrorObject) -> ErrorData {
    ErrorData::new(ErrorCode(error.code), error.message, error.data)
}

/// The path of the first part of `ours` that `theirs` does not have.
fn first_loss(ours: &Value, theirs: &Value, path: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => ours.iter().find_map(|(name, value)| {
            let path = format!("{path}/{name}");
            match theirs.get(name) {
                Some(same) => first_loss(value, same, &path),
                None => Some(path),
            }
        }),
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => ours
            .iter()
            .zip(theirs)
            .enumerate()
            .find_map(|(index, (ours, theirs))| {
                first_loss(ours, theirs, &format!("{path}/{index}"))
            }),
        // `1` and `1.0` are the same JSON number.
        (Value::Number(ours), Value::Number(theirs)) => {
            (ours.as_f64() != theirs.as_f64()).then(|| path.to_owned())
        }
        _ => (ours != theirs).then(|| path.to_owned()),
    }
}

impl NotCarried {
    // By value, so that it can be given to `map_err`.
    #[allow(clippy::needless_pass_by_value)]
    fn unreadable(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for NotCarried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::question::{ChoiceOption, FieldSchema, FormSchema, Format, Literal};

    const PLAIN: &[ChoiceOption] = &[ChoiceOption::new("b", 0), ChoiceOption::new("a", 1)];
    const TITLED: &[ChoiceOption] = &[
        ChoiceOption::new("b", 0).titled("Second"),
        ChoiceOption::new("a", 1).titled("First"),
    ];
    /// Each kind of field with each keyword, in an order that no sorting makes.
    const FIELDS: &[(&str, FieldSchema)] = &[
        (
            "zeta",
            FieldSchema::text()
                .title("Mail")
                .description("Where to write")
                .min_length(1)
                .max_length(40)
                .format(Format::Email)
                .default_to(Literal::Text("a@b.example")),
        ),
        (
            "whole",
            FieldSchema::integer(i128::MIN, i128::MAX).default_to(Literal::Integer(-1)),
        ),
        (
            "real",
            FieldSchema::number()
                .minimum(Literal::Number(-1.5))
                .maximum(Literal::Number(2.0))
                .default_to(Literal::Number(0.1)),
        ),
        (
            "yes",
            FieldSchema::boolean().default_to(Literal::Boolean(false)),
        ),
        (
            "plain",
            FieldSchema::choice(PLAIN)
                .title("Plain")
                .default_to(Literal::Variant(1)),
        ),
        (
            "titled",
            FieldSchema::choice(TITLED)
                .description("Titled")
                .default_to(Literal::Variant(0))
                .optional(),
        ),
        (
            "several",
            FieldSchema::picks(PLAIN)
                .title("Several")
                .min_items(1)
                .max_items(2)
                .default_to(Literal::List(&[Literal::Variant(1)])),
        ),
        (
            "several_titled",
            FieldSchema::picks(TITLED).description("Titled"),
        ),
        ("alpha", FieldSchema::text().format(Format::DateTime)),
    ];

    fn form() -> InputRequest {
        InputRequest::Form {
            message: "Well?\n".to_owned(),
            schema: FormSchema::new(FIELDS),
        }
    }

    #[test]
    fn no_keyword_is_lost_and_no_order() {
        let ours = serde_json::to_string(&form()).expect("JSON");
        let theirs =
            serde_json::to_string(&input_request(&form()).expect("carried")).expect("JSON");
        let places = |text: &str| -> Vec<usize> {
            let place = |(name, _): &(&str, _)| text.find(&format!("\"{name}\":{{"));
            FIELDS
                .iter()
                .map(|field| place(field).expect(text))
                .collect()
        };
        assert!(places(&theirs).is_sorted(), "{theirs}");
        assert!(places(&ours).is_sorted(), "{ours}");
        let parsed = |text| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(first_loss(&parsed(&ours), &parsed(&theirs), ""), None);
        assert_eq!(first_loss(&parsed(&theirs), &parsed(&ours), ""), None);
    }

    #[test]
    fn a_list_of_roots_is_carried() {
        let converted = input_request(&InputRequest::Roots).expect("carried");
        let wire = serde_json::to_value(converted).expect("JSON");
        assert_eq!(wire["method"], "roots/list");
    }

    #[test]
    fn a_loss_is_told_by_its_path() {
        let ours = json!({"a": {"list": [1, {"pattern": "x"}]}, "b": 1});
        assert_eq!(first_loss(&ours, &ours, ""), None);
        let theirs = json!({"a": {"list": [1.0, {}]}, "b": 1, "more": true});
        let lost = first_loss(&ours, &theirs, "");
        assert_eq!(lost.as_deref(), Some("/a/list/1/pattern"));
        let shorter = json!({"a": {"list": [1]}, "b": 1});
        assert_eq!(first_loss(&ours, &shorter, "").as_deref(), Some("/a/list"));
        let other = json!({"a": ours["a"], "b": 2});
        assert_eq!(first_loss(&ours, &other, "").as_deref(), Some("/b"));
    }

    #[test]
    fn modes_of_elicitation_keep_apart() {
        for declared in [
            json!({}),
            json!({"elicitation": {}}),
            json!({"elicitation": {"url": {}}, "roots": {"listChanged": true}}),
            json!({"elicitation": {"form": {}}, "sampling": {"tools": {}}}),
        ] {
            let theirs = serde_json::from_value(declared.clone()).expect("capabilities");
            let ours = serde_json::to_value(capabilities(Some(theirs))).expect("JSON");
            assert_eq!(ours, declared);
        }
        assert_eq!(capabilities(None), ClientCapabilities::default());
    }
}
