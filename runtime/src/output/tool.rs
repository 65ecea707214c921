use std::fmt::Display;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::wire::{Content, ErrorObject, INTERNAL_ERROR, ToolOutput};

/// A value that a tool may return.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not a tool result",
    note = "return text (`String`, `&'static str`), `()`, `mrtr::Json<T>` for structured data, content (`mrtr::wire::Content`, or a `Vec` of it), a `mrtr::wire::ToolOutput`, or a `Result` of one of these",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-result-of-another-type"
)]
pub trait IntoToolOutput {
    /// The result of the call, or the JSON-RPC error that ends it.
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject>;

    /// The schema of the structured data in it; `None` where there is none, or nothing is known of
    /// it.
    #[must_use]
    fn output_schema() -> Option<Map<String, Value>>
    where
        Self: Sized,
    {
        None
    }
}

/// Structured data: `structuredContent`, and the same as text for clients that show text only.
///
/// Its schema is published as the tool's `outputSchema`. `Json<serde_json::Value>` is anything, and
/// publishes none.
///
/// Spec: *server/tools*, structured content and output schema.
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

impl IntoToolOutput for Content {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(ToolOutput::new([self]))
    }
}

impl IntoToolOutput for Vec<Content> {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        Ok(ToolOutput::new(self))
    }
}

impl<T: Serialize + JsonSchema> IntoToolOutput for Json<T> {
    fn into_tool_output(self) -> Result<ToolOutput, ErrorObject> {
        let value = serde_json::to_value(&self.0).map_err(|error| {
            tracing::error!(%error, "a tool's result cannot be written as JSON");
            ErrorObject::new(INTERNAL_ERROR, "the result cannot be written as JSON")
        })?;
        Ok(ToolOutput::text(value.to_string()).structured(value))
    }

    fn output_schema() -> Option<Map<String, Value>> {
        let generator = SchemaSettings::draft2020_12()
            .for_serialize()
            .into_generator();
        let Value::Object(schema) = generator.into_root_schema_for::<T>().to_value() else {
            return None;
        };
        // With nothing else in it, it allows everything.
        let says_something = schema.keys().any(|key| key != "$schema" && key != "title");
        says_something.then_some(schema)
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

    fn output_schema() -> Option<Map<String, Value>> {
        T::output_schema()
    }
}
