//! What a step asks: its form on the wire, its schema, and the reading of its answer. The three
//! must agree, so they live together.

mod answer;
mod choice;
mod field;
mod file_uri;
mod form;
mod format;
mod problem;
mod roots;
mod schema;

use serde_json::{Map, Value};

pub use answer::{Answer, NotAccepted};
pub use choice::{Choice, ChoiceOption};
pub use field::{Field, FormField};
pub use form::{Ask, Form};
pub use format::Format;
pub use problem::{Problem, Problems};
pub use roots::{Root, Roots, RootsList};
pub use schema::{FieldSchema, FormSchema, Literal};

use crate::wire::InputRequest;

/// A kind of question, with everything that is known about it at compile time.
///
/// What is known only when the step is reached (the text) is a [`Rendered`]; that part travels
/// in the sealed state, so that a question can be asked again without running the flow.
pub trait Question {
    /// What the step evaluates to.
    type Answer: Send + 'static;

    /// The client capability without which this question cannot be answered.
    fn need() -> Need;

    /// The question as it travels.
    fn request(rendered: &Rendered) -> InputRequest;

    /// Reads one entry of `inputResponses`.
    ///
    /// # Errors
    /// What the person, or the client, has to correct; the question is then asked again with it.
    fn read(response: &Map<String, Value>) -> Result<Self::Answer, Problems>;
}

/// The part of a question that is known only when its step is reached.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Rendered {
    /// A form, by the text above it.
    Form(String),
    /// A list of roots has no text.
    Roots,
}

impl Rendered {
    /// The same question with `problems` told under its text.
    #[must_use]
    pub fn asked_again(&self, problems: &Problems) -> Self {
        match self {
            Self::Form(text) if !problems.is_empty() => Self::Form(format!("{text}\n\n{problems}")),
            other => other.clone(),
        }
    }
}

/// A client capability that a question needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Need {
    /// `elicitation.form`
    Form,
    /// `roots`
    Roots,
}
