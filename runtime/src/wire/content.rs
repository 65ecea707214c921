use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Role;

/// A block of content, in the result of a tool or in a message of a prompt.
///
/// ```
/// use mrtr::wire::{Content, ResourceContents};
///
/// let chart = Content::image(*b"\x89PNG...", "image/png").for_user();
/// let source = Content::resource("db://query", ResourceContents::text("SELECT 1"));
/// # let _ = (chart, source);
/// ```
///
/// Spec: *server/tools*, tool result; `ContentBlock`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Content {
    /// What it is.
    #[serde(flatten)]
    pub block: Block,
    /// For whom it is, and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// What programs on both sides agreed on.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

/// The kinds of content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum Block {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes; they travel in base64.
        #[serde(with = "super::base64")]
        data: Vec<u8>,
        /// What they are: `image/png`.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes; they travel in base64.
        #[serde(with = "super::base64")]
        data: Vec<u8>,
        /// What they are: `audio/wav`.
        mime_type: String,
    },
    /// A resource, with its contents.
    Resource {
        /// The contents. What has no URI is sent with an empty one.
        resource: ResourceContents,
    },
    /// A resource that the client can read when it wants to.
    ResourceLink {
        /// Where it is.
        uri: String,
        /// What it is called.
        name: String,
        /// What it is, for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// What its bytes are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
    },
}

/// For whom a content is, and how much it matters.
///
/// Spec: `Annotations`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// Who should see it; empty where nothing is said about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// From 0, which can be left out, to 1, which is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f32>,
    /// When it was changed last: `2026-07-28T09:00:00Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// The contents of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceContents {
    /// The URI of a part; `None` for the URI that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// What it is; `None` for what the resource says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes.
    #[serde(flatten)]
    pub data: ResourceData,
}

/// The bytes of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ResourceData {
    /// They are text.
    Text(String),
    /// They are not; they travel in base64.
    Blob(#[serde(with = "super::base64")] Vec<u8>),
}

impl Content {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Block::Text { text: text.into() }.into()
    }

    /// A picture, from its bytes.
    pub fn image(bytes: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::from(Block::Image {
            data: bytes.into(),
            mime_type: mime_type.into(),
        })
    }

    /// A sound, from its bytes.
    pub fn audio(bytes: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::from(Block::Audio {
            data: bytes.into(),
            mime_type: mime_type.into(),
        })
    }

    /// A resource with its contents.
    pub fn resource(uri: impl Into<String>, contents: ResourceContents) -> Self {
        let resource = contents.at(uri);
        Block::Resource { resource }.into()
    }

    /// A resource that the client can read when it wants to.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::from(Block::ResourceLink {
            uri: uri.into(),
            name: name.into(),
            description: None,
            mime_type: None,
        })
    }

    /// The text, where it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text { text } => Some(text),
            _ => None,
        }
    }

    /// Says that it is meant for the person.
    #[must_use]
    pub fn for_user(self) -> Self {
        self.audience(Role::User)
    }

    /// Says that it is meant for the model.
    #[must_use]
    pub fn for_model(self) -> Self {
        self.audience(Role::Assistant)
    }

    /// Says how much it matters, from 0 to 1; anything beyond is brought there.
    #[must_use]
    pub fn priority(mut self, priority: f32) -> Self {
        // `clamp` keeps what is no number, which JSON cannot say.
        let priority = if priority.is_nan() { 0.0 } else { priority };
        self.annotations.get_or_insert_default().priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    /// Says when it was changed last: `2026-07-28T09:00:00Z`.
    #[must_use]
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.annotations.get_or_insert_default().last_modified = Some(time.into());
        self
    }

    fn audience(mut self, role: Role) -> Self {
        let annotations = self.annotations.get_or_insert_default();
        if !annotations.audience.contains(&role) {
            annotations.audience.push(role);
        }
        self
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self {
            block,
            annotations: None,
            meta: None,
        }
    }
}

impl ResourceContents {
    /// Contents of a resource; the whole of it, until [`at`](Self::at) says otherwise.
    #[must_use]
    pub fn new(data: ResourceData) -> Self {
        Self {
            uri: None,
            mime_type: None,
            data,
        }
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(ResourceData::Text(text.into()))
    }

    /// Bytes that are not text.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(ResourceData::Blob(bytes.into()))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn content_travels_as_the_protocol_says_and_comes_back_equal() {
        let resource = ResourceContents::blob(*b"\0\xff").mime_type("a/b");
        for (content, wire) in [
            (Content::text("a"), json!({"type": "text", "text": "a"})),
            (
                Content::image(*b"\xff\xfe", "image/png")
                    .for_user()
                    .priority(2.0),
                json!({
                    "type": "image", "data": "//4=", "mimeType": "image/png",
                    "annotations": {"audience": ["user"], "priority": 1.0},
                }),
            ),
            (
                Content::audio(*b"", "audio/wav"),
                json!({"type": "audio", "data": "", "mimeType": "audio/wav"}),
            ),
            (
                Content::resource("x://y", resource),
                json!({
                    "type": "resource",
                    "resource": {"uri": "x://y", "mimeType": "a/b", "blob": "AP8="},
                }),
            ),
            (
                Content::link("x://y", "Y").last_modified("2026-07-28T09:00:00Z"),
                json!({
                    "type": "resource_link", "uri": "x://y", "name": "Y",
                    "annotations": {"lastModified": "2026-07-28T09:00:00Z"},
                }),
            ),
        ] {
            assert_eq!(serde_json::to_value(&content).expect("JSON"), wire);
            let back: Content = serde_json::from_value(wire).expect("content");
            assert_eq!(back, content);
        }
    }

    #[test]
    fn a_priority_that_is_no_number_is_none() {
        let content = Content::text("a").priority(f32::NAN);
        assert_eq!(content.annotations.expect("said").priority, Some(0.0));
    }
}
