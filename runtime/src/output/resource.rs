use std::fmt::Display;

use serde::Serialize;

use super::Json;
use crate::wire::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, ResourceContents, ResourceOutput};

/// A value that a resource may return.
#[diagnostic::on_unimplemented(
    message = "a resource cannot return `{Self}`",
    label = "not the contents of a resource",
    note = "return text (`String`, `&'static str`), bytes (`Vec<u8>`), `mrtr::Json<T>`, a `mrtr::wire::ResourceOutput`, an `Option` of one of these (`None`: there is no such resource), or a `Result`",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-result-of-another-type"
)]
pub trait IntoResourceOutput {
    /// The contents, or the JSON-RPC error that ends the reading.
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject>;
}

impl IntoResourceOutput for ResourceOutput {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        Ok(self)
    }
}

impl IntoResourceOutput for String {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        Ok(ResourceOutput::text(self))
    }
}

impl IntoResourceOutput for &'static str {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        Ok(ResourceOutput::text(self))
    }
}

impl IntoResourceOutput for Vec<u8> {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        Ok(ResourceOutput::blob(self))
    }
}

impl IntoResourceOutput for ResourceContents {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        Ok(ResourceOutput::new([self]))
    }
}

impl<T: Serialize> IntoResourceOutput for Json<T> {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        let text = serde_json::to_string(&self.0).map_err(|error| {
            tracing::error!(%error, "a resource cannot be written as JSON");
            ErrorObject::new(INTERNAL_ERROR, "the resource cannot be written as JSON")
        })?;
        let contents = ResourceContents::text(text).mime_type("application/json");
        Ok(ResourceOutput::new([contents]))
    }
}

/// `None`: there is no such resource. Spec: *server/resources*, error handling.
impl<T: IntoResourceOutput> IntoResourceOutput for Option<T> {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        match self {
            Some(value) => value.into_resource_output(),
            None => Err(ErrorObject::new(
                INVALID_PARAMS,
                "there is no such resource",
            )),
        }
    }
}

impl<T: IntoResourceOutput, E: Display + 'static> IntoResourceOutput for Result<T, E> {
    fn into_resource_output(self) -> Result<ResourceOutput, ErrorObject> {
        match self {
            Ok(value) => value.into_resource_output(),
            Err(error) => Err(super::to_protocol(&error)),
        }
    }
}
