use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Content, ResourceContents, Role};

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
    /// What programs on both sides agreed on.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
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
        Self::new(Role::User, Content::text(text))
    }

    /// The model says `text`.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, Content::text(text))
    }

    /// Somebody says, or shows, `content`.
    pub fn new(role: Role, content: impl Into<Content>) -> Self {
        Self {
            role,
            content: content.into(),
        }
    }
}

impl ResourceOutput {
    /// One text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([ResourceContents::text(text)])
    }

    /// Bytes that are not text.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new([ResourceContents::blob(bytes)])
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

impl ToolOutput {
    /// A result of these blocks.
    pub fn new(content: impl IntoIterator<Item = Content>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// A result of one text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([Content::text(text)])
    }

    /// A failure that the model can read.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Adds what a program reads.
    #[must_use]
    pub fn structured(mut self, value: Value) -> Self {
        self.structured_content = Some(value);
        self
    }
}
