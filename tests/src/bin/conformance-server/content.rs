//! Tools that ask nothing: every kind of content, progress, messages for the log.

use mrtr::wire::{Content, ResourceContents};
use mrtr::{Call, Json, Level, Progress, mrtr_tool};
use rmcp::model::Tool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::media::{PNG, WAV};

/// Returns text
#[mrtr_tool]
pub(crate) async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Returns a picture
#[mrtr_tool]
pub(crate) async fn test_image_content() -> Content {
    Content::image(PNG, "image/png")
}

/// Returns a sound
#[mrtr_tool]
pub(crate) async fn test_audio_content() -> Content {
    Content::audio(WAV, "audio/wav")
}

/// Returns a resource
#[mrtr_tool]
pub(crate) async fn test_embedded_resource() -> Content {
    let text = ResourceContents::text("This is an embedded resource content.");
    Content::resource("test://embedded-resource", text)
}

/// Returns content of several kinds
#[mrtr_tool]
pub(crate) async fn test_multiple_content_types() -> Vec<Content> {
    let json = json!({"test": "data", "value": 123}).to_string();
    let resource = ResourceContents::text(json).mime_type("application/json");
    vec![
        Content::text("Multiple content types test:").for_model(),
        Content::image(PNG, "image/png").for_user().priority(1.0),
        Content::resource("test://mixed-content-resource", resource),
        Content::link("test://static-text", "static text").last_modified("2026-07-28T00:00:00Z"),
    ]
}

/// Fails
#[mrtr_tool]
pub(crate) async fn test_error_handling() -> mrtr::Result<String> {
    Err(mrtr::Error::msg(
        "This tool intentionally returns an error for testing",
    ))
}

/// Tells how far it is
#[mrtr_tool]
pub(crate) async fn test_tool_with_progress(call: &Call) -> &'static str {
    for done in [0.0, 50.0, 100.0] {
        call.progress(Progress::of(done, 100.0)).await;
    }
    "done"
}

/// Has messages for the client's log
#[mrtr_tool]
pub(crate) async fn test_tool_with_logging(call: &Call) -> &'static str {
    for message in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ] {
        call.log(Level::Info, "conformance", message).await;
    }
    "done"
}

/// Has a message for the client's log
#[mrtr_tool]
pub(crate) async fn test_logging_tool(call: &Call) -> &'static str {
    call.log(Level::Error, "conformance", "only for those who asked")
        .await;
    "done"
}

/// Travels in a header too.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline, extend("x-mcp-header" = "Value"))]
pub(crate) struct Mirrored(String);

/// Takes an argument that travels in a header too
#[mrtr_tool]
pub(crate) async fn test_custom_header(value: Mirrored) -> String {
    value.0
}

/// What was measured
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reading {
    celsius: f64,
    station: Option<String>,
}

/// Returns data, and publishes its schema; the suite looks at the listing
#[mrtr_tool]
pub(crate) async fn structured() -> Json<Reading> {
    Json(Reading {
        celsius: 21.5,
        station: None,
    })
}

/// Publishes a schema that is its author's
#[mrtr_tool]
pub(crate) async fn json_schema_2020_12_tool() -> &'static str {
    "fine"
}

/// Input:  the tool, as it is listed
/// Output: with a schema that uses more of JSON Schema than a type of Rust does
pub(crate) fn with_schema_of_its_own(mut tool: Tool) -> Tool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    });
    if let Value::Object(schema) = schema {
        tool.input_schema = schema.into();
    }
    tool
}
