//! Prompts and resources that ask nothing.

use mrtr::wire::{Content, PromptMessage, PromptOutput, ResourceContents, Role};
use mrtr::{Json, mrtr_prompt, mrtr_resource};
use serde_json::{Value, json};

use crate::media::PNG;

/// A prompt without arguments
#[mrtr_prompt]
pub(crate) async fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// A prompt with arguments
#[mrtr_prompt]
pub(crate) async fn test_prompt_with_arguments(
    /// The first
    arg1: String,
    /// The second
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// A prompt with a resource in it
#[allow(non_snake_case)] // the suite's name of the argument
#[mrtr_prompt(name = "test_prompt_with_embedded_resource")]
pub(crate) async fn prompt_with_resource(
    /// Which resource
    resourceUri: String,
) -> PromptOutput {
    let text = ResourceContents::text("Embedded resource content for testing.");
    PromptOutput::new([
        PromptMessage::new(Role::User, Content::resource(resourceUri, text)),
        PromptMessage::user("Please process the embedded resource above."),
    ])
}

/// A prompt with a picture in it
#[mrtr_prompt]
pub(crate) async fn test_prompt_with_image() -> PromptOutput {
    PromptOutput::new([
        PromptMessage::new(Role::User, Content::image(PNG, "image/png")),
        PromptMessage::user("Please analyze the image above."),
    ])
}

/// Text
#[mrtr_resource("test://static-text", mime_type = "text/plain")]
pub(crate) async fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// Bytes
#[mrtr_resource("test://static-binary", mime_type = "image/png")]
pub(crate) async fn static_binary() -> Vec<u8> {
    PNG.to_vec()
}

/// One of many
#[mrtr_resource("test://template/{id}/data", mime_type = "application/json")]
pub(crate) async fn template(id: String) -> Json<Value> {
    Json(json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}))
}
