use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person, or the server in their place.
    User,
    /// The model.
    Assistant,
}

/// One message of a conversation with a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SampleMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Blocks,
}

/// The content of a message. It travels as one block, or as a list where there are several.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocks(pub Vec<SampleBlock>);

/// A part of a message.
///
/// Spec: *client/sampling*, `SamplingMessageContentBlock`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum SampleBlock {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes in base64.
        data: String,
        /// What they are: `image/png`.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes in base64.
        data: String,
        /// What they are: `audio/wav`.
        mime_type: String,
    },
    /// The model wants a tool to be called.
    ToolUse {
        /// Names the use; the result repeats it.
        id: String,
        /// The tool.
        name: String,
        /// The tool's arguments.
        input: Map<String, Value>,
    },
    /// What a tool returned.
    ToolResult {
        /// The `id` of the use.
        tool_use_id: String,
        /// Content blocks, as a tool returns them.
        content: Vec<Value>,
        /// The tool failed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

impl SampleMessage {
    /// The user says `text`.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, [SampleBlock::text(text)])
    }

    /// The model said `text`.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, [SampleBlock::text(text)])
    }

    /// A message of any blocks.
    pub fn new(role: Role, content: impl IntoIterator<Item = SampleBlock>) -> Self {
        Self {
            role,
            content: Blocks(content.into_iter().collect()),
        }
    }
}

impl SampleBlock {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// What a tool returned, as text.
    pub fn tool_result(tool_use_id: impl Into<String>, text: impl Into<String>) -> Self {
        Self::ToolResult {
            tool_use_id: tool_use_id.into(),
            content: vec![serde_json::json!({"type": "text", "text": text.into()})],
            is_error: false,
        }
    }
}

impl Blocks {
    /// The text in it, block after block.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.0.iter().filter_map(|block| match block {
            SampleBlock::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

impl Serialize for Blocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [block] => block.serialize(serializer),
            blocks => blocks.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Blocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum OneOrSeveral {
            One(SampleBlock),
            Several(Vec<SampleBlock>),
        }

        Ok(match OneOrSeveral::deserialize(deserializer)? {
            OneOrSeveral::One(block) => Self(vec![block]),
            OneOrSeveral::Several(blocks) => Self(blocks),
        })
    }
}
