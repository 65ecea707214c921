//! Write an MCP tool that asks its user something as one linear async function.

// Generated code says `::mrtr`, also in this crate's own tests.
extern crate self as mrtr;

#[doc(hidden)]
pub mod __private;
mod argument;
pub mod by_hand;
mod call;
mod capability;
pub mod engine;
mod error;
mod frame;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
#[doc(hidden)]
pub mod machine;
mod macros;
pub mod once;
mod output;
mod principal;
pub mod question;
mod scope;
pub mod seal;
mod secret;
mod tool;
pub mod wire;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "host")]
pub mod host;

pub use call::Call;
pub use error::{Error, Result};
pub use mrtr_macros::{Choice, Form, mrtr_tool};
pub use output::{IntoToolOutput, Json};
pub use principal::{EmptyPrincipal, Principal};
pub use question::{Answer, NotAccepted, Roots};
pub use scope::{MissingState, State};
pub use secret::Secret;
pub use tool::{Tool, ToolInfo};
