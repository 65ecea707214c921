use serde_json::Value;

use super::FieldSchema;

/// A type that one field of a form can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "a form is flat: its fields are booleans, strings, numbers and choices",
    note = "use `bool`, `String`, an integer, `f64`, a `#[derive(Choice)]` enum, or an `Option` of one of these"
)]
pub trait Field: Sized {
    /// The field's schema.
    fn schema() -> FieldSchema;

    /// Reads the field from an answer; `None` where the answer does not have it.
    ///
    /// # Errors
    /// What is wrong, in words for the person: `must be a whole number`.
    fn read(value: Option<&Value>) -> Result<Self, String>;
}
