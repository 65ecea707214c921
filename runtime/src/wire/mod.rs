//! The protocol's own shapes (MCP 2026-07-28), as they travel. Data and serde; no decisions.

mod capability;
mod error;
mod input;
mod output;
mod role;

pub use capability::{ClientCapabilities, ElicitationCapability, SamplingCapability};
pub use error::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, MISSING_CLIENT_CAPABILITY};
pub use input::{InputRequest, InputRequired};
pub use output::{
    Content, PromptMessage, PromptOutput, ResourceContents, ResourceData, ResourceOutput,
    ToolOutput,
};
pub use role::Role;
