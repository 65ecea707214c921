use serde::{Deserialize, Serialize};

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person, or the server in their place.
    User,
    /// The model.
    Assistant,
}
