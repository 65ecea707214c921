//! The door for generated code. Nothing here is public API.

pub use crate::argument::{Arguments, ArgumentsSchema};
pub use crate::machine::{Carried, FlowInfo, Machine, PointInfo, QuestionSpec, Saving};
pub use crate::output::IntoToolOutput;
pub use crate::question::{
    Ask, Choice, ChoiceOption, Field, FieldSchema, Form, FormField, FormSchema, Format, Literal,
    Problems, Rendered, RootsList,
};
pub use crate::scope::{Injected, State, inject};
pub use crate::tool::{CannotRun, Running, Tool, ToolInfo};
pub use serde_json;

/// The content of an accepted form.
pub type Content = serde_json::Map<String, serde_json::Value>;
