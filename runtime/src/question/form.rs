use std::marker::PhantomData;

use serde_json::{Map, Value};

use super::{Answer, Field, FormSchema, Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// A type that `ask!` can ask for: a `#[derive(Form)]` struct, or one primitive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for",
    label = "not a form",
    note = "derive `mrtr::Form` for a struct, `mrtr::Choice` for an enum, or ask for a `bool`, a `String` or a number"
)]
pub trait Ask: Sized + Send + 'static {
    /// The form's schema.
    fn schema() -> FormSchema;

    /// Reads the content of an accepted form.
    ///
    /// # Errors
    /// Everything that breaks the schema.
    fn read(content: &Map<String, Value>) -> Result<Self, Problems>;
}

/// The question of `ask!(T, …)`.
#[derive(Debug)]
pub struct Form<T>(PhantomData<fn() -> T>);

impl<T: Ask> Question for Form<T> {
    type Answer = Answer<T>;

    fn need() -> Need {
        Need::Form
    }

    fn request(rendered: &Rendered) -> InputRequest {
        let message = match rendered {
            Rendered::Form(text) => text.clone(),
            Rendered::Roots => String::new(),
        };
        InputRequest::Form {
            message,
            schema: T::schema(),
        }
    }

    fn read(_response: &Map<String, Value>) -> Result<Answer<T>, Problems> {
        todo!("the questions module")
    }
}
