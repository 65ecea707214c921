use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the client says, with this request, that it can answer.
///
/// Spec: *basic/lifecycle*, `io.modelcontextprotocol/clientCapabilities` in `_meta`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// The client can show questions to its user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<ElicitationCapability>,
    /// The client can run a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingCapability>,
    /// The client can list its roots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roots: Option<Value>,
}

/// The modes of elicitation that the client can show. Neither member present means form mode.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ElicitationCapability {
    /// The client can render a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Value>,
    /// The client can open a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Value>,
}

/// What the client's model can do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SamplingCapability {
    /// The model can use tools that the server offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Value>,
    /// The client can add context of its own servers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Value>,
}
