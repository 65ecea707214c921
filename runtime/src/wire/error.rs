use serde::{Deserialize, Serialize};
use serde_json::Value;

/// JSON-RPC: the parameters of the request are not valid.
pub const INVALID_PARAMS: i32 = -32602;
/// JSON-RPC: the server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// MCP: the client does not declare a capability that the answer needs.
pub const MISSING_CLIENT_CAPABILITY: i32 = -32021;

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorObject {
    /// The code; this module names those that mrtr sends.
    pub code: i32,
    /// A sentence for the person who reads the log.
    pub message: String,
    /// What a program can read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds what a program can read.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}
