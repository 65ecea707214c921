use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Role;

/// What a finished tool call returns: `CallToolResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolOutput {
    /// What the model reads.
    pub content: Vec<Content>,
    /// What a program reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Value>,
    /// The tool ran and failed; the model can read why.
    pub is_error: bool,
}

/// A block of content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
}

/// What a finished prompt returns: `GetPromptResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptOutput {
    /// What the messages are, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What is put into the conversation.
    pub messages: Vec<PromptMessage>,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

/// What reading a resource returns: `ReadResourceResult`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceOutput {
    /// The resource, or the parts of it.
    pub contents: Vec<ResourceContents>,
    /// How long a client may keep it. What was read with a person's answers is never kept.
    pub fresh_for: Duration,
    /// Whether it is the same for everybody, so that caches between may keep it too.
    pub shared: bool,
}

/// The contents of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceContents {
    /// The URI of a part; `None` for the URI that was asked for.
    pub uri: Option<String>,
    /// What it is; `None` for what the resource says of itself.
    pub mime_type: Option<String>,
    /// The bytes.
    pub data: ResourceData,
}

/// The bytes of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ResourceData {
    /// They are text.
    Text(String),
    /// They are not; they travel in base64.
    Blob(Vec<u8>),
}

impl PromptOutput {
    /// These messages.
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self {
            description: None,
            messages: messages.into_iter().collect(),
        }
    }
}

impl PromptMessage {
    /// The user says `text`.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, text)
    }

    /// The model says `text`.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, text)
    }

    fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            content: Content::Text { text: text.into() },
        }
    }
}

impl ResourceOutput {
    /// One text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([ResourceContents::new(ResourceData::Text(text.into()))])
    }

    /// Bytes that are not text.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new([ResourceContents::new(ResourceData::Blob(bytes.into()))])
    }

    /// Several parts. Clients do not keep them.
    pub fn new(contents: impl IntoIterator<Item = ResourceContents>) -> Self {
        Self {
            contents: contents.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Lets a client keep it for some time, for the person who read it.
    #[must_use]
    pub fn fresh_for(mut self, time: Duration) -> Self {
        self.fresh_for = time;
        self
    }

    /// Says that it is the same for everybody.
    #[must_use]
    pub fn shared(mut self) -> Self {
        self.shared = true;
        self
    }
}

impl ResourceContents {
    /// The whole of the resource that was asked for.
    #[must_use]
    pub fn new(data: ResourceData) -> Self {
        Self {
            uri: None,
            mime_type: None,
            data,
        }
    }

    /// Says that it is a part with a URI of its own.
    #[must_use]
    pub fn at(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// Says what it is: `text/markdown`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl ToolOutput {
    /// A result of one text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            content: vec![Content::Text { text: text.into() }],
            ..Self::default()
        }
    }

    /// A failure that the model can read.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }
}
