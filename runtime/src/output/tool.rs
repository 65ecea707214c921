use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::wire::{Content, ErrorObject, INTERNAL_ERROR, ToolOutput};

/// A value that a tool may return.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not a tool result",
    note = "return text (`String`, `&'static str`), `()`, `mrtr::Json<T>` for structured data, a `mrtr::wire::ToolOutput`, or a `Result` of one of these"
)]
pub trait IntoToolOutput {
    /// The result of the call, or the JSON-RPC error that ends it.
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject>;
}

/// Structured data: `structuredContent`, and the same as text for clients that show text only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(self)
    }
}

impl IntoToolOutput for String {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(ToolOutput::text(self))
    }
}

impl IntoToolOutput for &'static str {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(ToolOutput::text(self))
    }
}

impl IntoToolOutput for () {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(ToolOutput::default())
    }
}

impl<T: Serialize> IntoToolOutput for Json<T> {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        let value = serde_json::to_value(&self.0).map_err(|error| {
            tracing::error!(%error, "a tool's result cannot be written as JSON");
            ErrorObject::new(INTERNAL_ERROR, "the result cannot be written as JSON")
        })?;
        let content = vec![Content::Text {
            text: value.to_string(),
        }];
        // Spec: *server/tools*, structured content: an object.
        let structured_content = match value {
            Value::Object(_) => Some(value),
            _ => None,
        };
        Ok(ToolOutput {
            content,
            structured_content,
            is_error: false,
        })
    }
}

impl<T: IntoToolOutput, E: Display + 'static> IntoToolOutput for Result<T, E> {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        let error = match self {
            Ok(value) => return value.into_tool_output(),
            Err(error) => error,
        };
        match super::as_protocol(&error) {
            Some(protocol) => Err(protocol.clone()),
            None => Ok(ToolOutput::error(error.to_string())),
        }
    }
}
