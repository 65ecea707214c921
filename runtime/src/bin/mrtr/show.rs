//! Results, as text.

use mrtr::client::terminal::{clean, one_line};
use rmcp::model::{
    ContentBlock, Prompt, PromptMessage, Resource, ResourceContents, ResourceTemplate, Role, Tool,
};

pub fn blocks(blocks: &[ContentBlock]) -> String {
    let blocks: Vec<String> = blocks.iter().map(block).collect();
    blocks.join("\n")
}

fn block(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => clean(&text.text),
        ContentBlock::Image(image) => format!("[image: {}]", one_line(&image.mime_type)),
        ContentBlock::Audio(audio) => format!("[audio: {}]", one_line(&audio.mime_type)),
        ContentBlock::Resource(resource) => contents(&resource.resource),
        ContentBlock::ResourceLink(link) => format!("[resource: {}]", one_line(&link.uri)),
        _ => "[something that this program does not know; see --json]".to_owned(),
    }
}

pub fn contents(contents: &ResourceContents) -> String {
    match contents {
        ResourceContents::TextResourceContents { text, .. } => clean(text),
        ResourceContents::BlobResourceContents { uri, .. } => {
            format!("[bytes of {}; see --json]", one_line(uri))
        }
        _ => "[something that this program does not know; see --json]".to_owned(),
    }
}

pub fn message(message: &PromptMessage) -> String {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    format!("{role}: {}", block(&message.content))
}

pub fn tool(tool: &Tool) -> String {
    line("tool", &tool.name, tool.description.as_deref())
}

pub fn prompt(prompt: &Prompt) -> String {
    line("prompt", &prompt.name, prompt.description.as_deref())
}

pub fn resource(resource: &Resource) -> String {
    line("resource", &resource.uri, resource.description.as_deref())
}

pub fn template(template: &ResourceTemplate) -> String {
    line(
        "template",
        &template.uri_template,
        template.description.as_deref(),
    )
}

fn line(kind: &str, name: &str, description: Option<&str>) -> String {
    let name = one_line(name);
    match description {
        Some(description) => format!("{kind:<9} {name}  {}", one_line(description)),
        None => format!("{kind:<9} {name}"),
    }
}
