//! What a step asks: its form on the wire, its schema, and the reading of its answer. The three
//! must agree, so they live together.

mod answer;
mod choice;
mod field;
mod file_uri;
mod form;
mod format;
pub(crate) mod inline;
mod need;
mod page;
mod parsed;
mod problem;
mod roots;
mod sampling;
mod schema;

use serde_json::{Map, Value};

pub use answer::{Answer, NotAccepted};
pub use choice::{Choice, ChoiceOption};
pub use field::{Field, FormField};
pub use form::{Ask, Form};
pub use format::Format;
pub use need::{Need, Needs};
pub use page::Page;
pub use problem::{Problem, Problems};
pub use roots::{Root, Roots, RootsList};
pub use sampling::{
    Blocks, IncludeContext, Sample, SampleAs, SampleBlock, SampleMessage, SampleTool, Sampled,
    Sampling, ToolChoice,
};
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
    const NEED: Need;

    /// All that this one question needs of the client, where that depends on what it says.
    #[must_use]
    fn needs(_: &Rendered) -> Vec<Need> {
        vec![Self::NEED]
    }

    /// The question as it travels.
    fn request(rendered: &Rendered) -> InputRequest;

    /// Reads one entry of `inputResponses`.
    ///
    /// # Errors
    /// What the person, or the client, has to correct; the question is then asked again with it.
    fn read(response: &Map<String, Value>) -> Result<Self::Answer, Problems>;
}

/// The part of a question that is known only when its step is reached.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Rendered {
    /// A form, by the text above it.
    Form(String),
    /// A page that the person is sent to.
    Page {
        /// Where it is.
        url: String,
        /// What the person reads before they go there.
        text: String,
    },
    /// What a model is to go on with.
    Sample(#[serde(with = "sampling::as_json_text")] Box<Sampling>),
    /// A list of roots has no text.
    Roots,
}

impl Rendered {
    /// The same question with `problems` told under its text.
    #[must_use]
    pub fn asked_again(&self, problems: &Problems) -> Self {
        if problems.is_empty() {
            return self.clone();
        }
        match self {
            Self::Form(text) => Self::Form(format!("{text}\n\n{problems}")),
            Self::Page { url, text } => Self::Page {
                url: url.clone(),
                text: format!("{text}\n\n{problems}"),
            },
            Self::Sample(sampling) => Self::Sample(Box::new(sampling.told(problems))),
            Self::Roots => Self::Roots,
        }
    }

    /// Checks what only the author can get wrong, and only at run time.
    ///
    /// # Errors
    /// Why nobody may be asked this. It names nothing of what the question says.
    pub fn check(&self) -> Result<(), &'static str> {
        match self {
            Self::Page { url, .. } => page::check(url),
            Self::Sample(sampling) => sampling.check(),
            Self::Form(_) | Self::Roots => Ok(()),
        }
    }

    /// Whether it is a form whose text has a URL, which a client may make clickable.
    ///
    /// Spec: *client/elicitation*, security: no clickable URLs in a form.
    pub(crate) fn is_clickable(&self) -> bool {
        match self {
            Self::Form(text) => text.contains("https://") || text.contains("http://"),
            Self::Page { .. } | Self::Sample(_) | Self::Roots => false,
        }
    }

    /// How much room it takes in state, in bytes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Form(text) => text.len(),
            Self::Page { url, text } => url.len() + text.len(),
            Self::Sample(sampling) => sampling.size(),
            Self::Roots => 0,
        }
    }

    /// The text for the person who is asked; empty where there is none.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Form(text) | Self::Page { text, .. } => text,
            Self::Sample(_) | Self::Roots => "",
        }
    }
}
