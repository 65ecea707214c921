//! What a finished flow returns, in rmcp's types.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    AudioContent, CacheScope, CallToolResult, ContentBlock, EmbeddedResource, GetPromptResult,
    ImageContent, MetaObject, PromptMessage, ReadResourceResult, Resource, ResourceContents,
    TextContent,
};

use crate::tool::ResourceInfo;
use crate::wire::{
    Annotations, Block, Content, PromptOutput, ResourceData, ResourceOutput, Role, ToolOutput,
};

/// A finished tool call.
pub(super) fn tool(output: ToolOutput) -> CallToolResult {
    let content = output.content.into_iter().map(content).collect();
    let mut result = if output.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = output.structured_content;
    result.meta = output.meta.map(MetaObject);
    result
}

/// A finished prompt.
pub(super) fn prompt(output: PromptOutput) -> GetPromptResult {
    let messages = output
        .messages
        .into_iter()
        .map(|message| PromptMessage::new(role(message.role), content(message.content)));
    let mut result = GetPromptResult::new(messages.collect());
    result.description = output.description;
    result
}

/// A resource that was read. What came of a person's answers is theirs, and is not kept.
///
/// Spec: *server/utilities/caching*.
pub(super) fn resource(
    resource: &ResourceInfo,
    uri: &str,
    output: ResourceOutput,
    is_retry: bool,
) -> ReadResourceResult {
    let own = (!resource.mime_type.is_empty()).then_some(resource.mime_type);
    let contents = output
        .contents
        .into_iter()
        .map(|part| contents(part, uri, own))
        .collect();
    let mut result = ReadResourceResult::new(contents);
    let (fresh_for, scope) = match (is_retry, output.shared) {
        (true, _) => (Duration::ZERO, CacheScope::Private),
        (false, false) => (output.fresh_for, CacheScope::Private),
        (false, true) => (output.fresh_for, CacheScope::Public),
    };
    result.ttl_ms = Some(u64::try_from(fresh_for.as_millis()).unwrap_or(u64::MAX));
    result.cache_scope = Some(scope);
    result
}

fn content(content: Content) -> ContentBlock {
    let annotations = content.annotations.map(annotations);
    let meta = content.meta.map(MetaObject);
    match content.block {
        Block::Text { text } => {
            let mut text = TextContent::new(text);
            (text.annotations, text.meta) = (annotations, meta);
            ContentBlock::Text(text)
        }
        Block::Image { data, mime_type } => {
            let mut image = ImageContent::new(STANDARD.encode(data), mime_type);
            (image.annotations, image.meta) = (annotations, meta);
            ContentBlock::Image(image)
        }
        Block::Audio { data, mime_type } => {
            let mut audio = AudioContent::new(STANDARD.encode(data), mime_type);
            (audio.annotations, audio.meta) = (annotations, meta);
            ContentBlock::Audio(audio)
        }
        Block::Resource { resource } => {
            let mut embedded = EmbeddedResource::new(contents(resource, "", None));
            (embedded.annotations, embedded.meta) = (annotations, meta);
            ContentBlock::Resource(embedded)
        }
        Block::ResourceLink {
            uri,
            name,
            description,
            mime_type,
        } => {
            let mut link = Resource::new(uri, name);
            (link.description, link.mime_type) = (description, mime_type);
            (link.annotations, link.meta) = (annotations, meta);
            ContentBlock::resource_link(link)
        }
    }
}

/// The contents of a resource: with its own URI and type, else with those of the whole.
fn contents(
    part: crate::wire::ResourceContents,
    whole: &str,
    whole_type: Option<&str>,
) -> ResourceContents {
    let uri = part.uri.unwrap_or_else(|| whole.to_owned());
    let (contents, usual) = match part.data {
        ResourceData::Text(text) => (ResourceContents::text(text, uri), "text/plain"),
        ResourceData::Blob(bytes) => (
            ResourceContents::blob(STANDARD.encode(bytes), uri),
            "application/octet-stream",
        ),
    };
    let own = part.mime_type.or_else(|| whole_type.map(str::to_owned));
    contents.with_mime_type(own.unwrap_or_else(|| usual.to_owned()))
}

fn annotations(annotations: Annotations) -> rmcp::model::Annotations {
    let mut theirs = rmcp::model::Annotations::default();
    let audience = annotations.audience;
    theirs.audience = (!audience.is_empty()).then(|| audience.into_iter().map(role).collect());
    theirs.priority = annotations.priority;
    theirs.last_modified = annotations.last_modified;
    theirs
}

fn role(role: Role) -> rmcp::model::Role {
    match role {
        Role::User => rmcp::model::Role::User,
        Role::Assistant => rmcp::model::Role::Assistant,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::wire::ResourceContents as Contents;

    #[test]
    fn a_result_says_whether_it_is_an_error() {
        let structured = ToolOutput {
            structured_content: Some(json!({"n": 1})),
            ..ToolOutput::text("n")
        };
        for (output, is_error) in [(structured, false), (ToolOutput::error("no"), true)] {
            let expected = output.structured_content.clone();
            let result = tool(output);
            assert_eq!(result.is_error, Some(is_error));
            assert_eq!(result.structured_content, expected);
        }
    }

    #[test]
    fn content_is_the_same_in_both_sets_of_types() {
        for content in [
            Content::text("a").for_model(),
            Content::image(*b"\xff", "image/png").priority(0.5),
            Content::audio(*b"\x00", "audio/wav").last_modified("2026-07-28T09:00:00Z"),
            Content::resource("x://y", Contents::blob(*b"\x00").mime_type("a/b")).for_user(),
            Content::resource("x://y", Contents::text("t").mime_type("text/html")),
            Content::link("x://y", "Y"),
        ] {
            let ours = serde_json::to_value(&content).expect("JSON");
            let theirs = serde_json::to_value(super::content(content)).expect("JSON");
            assert_eq!(theirs, ours);
        }
    }
}
