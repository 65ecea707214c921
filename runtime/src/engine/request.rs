use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::notice::Notices;
use crate::principal::Principal;
use crate::wire::ClientCapabilities;

/// One request, as a host hands it over.
#[derive(Debug, Clone)]
pub struct Request {
    /// The operation.
    pub method: Method,
    /// `params.arguments`; of a resource, what its URI says.
    pub arguments: Map<String, Value>,
    /// `params.inputResponses`; empty where there are none.
    pub responses: BTreeMap<String, Value>,
    /// `params.requestState`.
    pub state: Option<String>,
    /// Who is calling.
    pub principal: Principal,
    /// What the client declares with this request.
    pub capabilities: ClientCapabilities,
    /// Where what the tool tells its client while it works goes.
    pub notices: Notices,
}

/// The operations that may ask.
///
/// Spec: *basic/patterns/mrtr*, supported requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// `tools/call`
    CallTool,
    /// `prompts/get`
    GetPrompt,
    /// `resources/read`
    ReadResource,
}

impl Method {
    /// The method's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CallTool => "tools/call",
            Self::GetPrompt => "prompts/get",
            Self::ReadResource => "resources/read",
        }
    }
}
