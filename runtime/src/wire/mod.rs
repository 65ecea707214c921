//! The protocol's own shapes (MCP 2026-07-28), as they travel. Data and serde; no decisions.

mod base64;
mod capability;
mod content;
mod error;
mod input;
mod output;
mod role;

pub use capability::{ClientCapabilities, ElicitationCapability, SamplingCapability};
pub use content::{Annotations, Block, Content, ResourceContents, ResourceData};
pub use error::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, MISSING_CLIENT_CAPABILITY};
pub use input::{InputRequest, InputRequired};
pub use output::{PromptMessage, PromptOutput, ResourceOutput, ToolOutput};
pub use role::Role;
