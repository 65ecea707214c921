use std::fmt::Display;

use crate::wire::{Content, ErrorObject, PromptMessage, PromptOutput, Role};

/// A value that a prompt may return.
#[diagnostic::on_unimplemented(
    message = "a prompt cannot return `{Self}`",
    label = "not the result of a prompt",
    note = "return text (`String`, `&'static str`), which the user says, `mrtr::wire::Content`, messages (`Vec<mrtr::wire::PromptMessage>`), a `mrtr::wire::PromptOutput`, or a `Result` of one of these",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-result-of-another-type"
)]
pub trait IntoPromptOutput {
    /// The result of the prompt, or the JSON-RPC error that ends it.
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject>;
}

impl IntoPromptOutput for PromptOutput {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        Ok(self)
    }
}

impl IntoPromptOutput for Vec<PromptMessage> {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        Ok(PromptOutput::new(self))
    }
}

impl IntoPromptOutput for PromptMessage {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        Ok(PromptOutput::new([self]))
    }
}

/// The user shows it.
impl IntoPromptOutput for Content {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        PromptMessage::new(Role::User, self).into_prompt_output()
    }
}

impl IntoPromptOutput for String {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        PromptMessage::user(self).into_prompt_output()
    }
}

impl IntoPromptOutput for &'static str {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        PromptMessage::user(self).into_prompt_output()
    }
}

impl<T: IntoPromptOutput, E: Display + 'static> IntoPromptOutput for Result<T, E> {
    fn into_prompt_output(self) -> Result<PromptOutput, ErrorObject> {
        match self {
            Ok(value) => value.into_prompt_output(),
            Err(error) => Err(super::to_protocol(&error)),
        }
    }
}
