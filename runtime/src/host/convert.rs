//! Between mrtr's wire types and rmcp's.

use std::fmt;

use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData, InputRequests,
    InputRequiredResult, Tool,
};
use serde_json::Value;

use crate::engine::Outcome;
use crate::tool::ToolInfo;
use crate::wire::{
    ClientCapabilities, Content, ErrorObject, InputRequest, InputRequired, ToolOutput,
};

/// A question that rmcp's types cannot hold in full.
#[derive(Debug)]
pub(super) struct NotCarried(String);

/// What rmcp sends for an outcome.
pub(super) fn outcome(outcome: Outcome) -> Result<CallToolResponse, ErrorData> {
    match outcome {
        Outcome::Complete(output) => Ok(complete(output).into()),
        Outcome::InputRequired(asked) => input_required(asked).map(CallToolResponse::from),
        Outcome::Error(error) => Err(error_data(error)),
    }
}

/// The tool as `tools/list` shows it.
pub(super) fn tool(info: &ToolInfo) -> Tool {
    let description = (!info.description.is_empty()).then(|| info.description.into());
    Tool::new_with_raw(info.name, description, (info.input_schema)())
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

/// The question in rmcp's types, with its fields in their order.
///
/// It passes through text: `serde_json::Value` would sort the fields.
pub(super) fn input_request(
    question: &InputRequest,
) -> Result<rmcp::model::InputRequest, NotCarried> {
    let text = serde_json::to_string(question).map_err(NotCarried::unreadable)?;
    let converted: rmcp::model::InputRequest =
        serde_json::from_str(&text).map_err(NotCarried::unreadable)?;
    let ours = serde_json::to_value(question).map_err(NotCarried::unreadable)?;
    let theirs = serde_json::to_value(&converted).map_err(NotCarried::unreadable)?;
    match first_loss(&ours, &theirs, "") {
        Some(lost) => Err(NotCarried(format!(
            "the protocol has no place for `{lost}`"
        ))),
        None => Ok(converted),
    }
}

fn complete(output: ToolOutput) -> CallToolResult {
    let content = output
        .content
        .into_iter()
        .map(|Content::Text { text }| ContentBlock::text(text))
        .collect();
    let mut result = if output.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = output.structured_content;
    result
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
        Some(asked.request_state),
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
