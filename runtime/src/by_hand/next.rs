use super::{FormKey, Key, RootsKey};
use crate::output::IntoToolOutput;
use crate::question::{Ask, Question, Rendered};
use crate::wire::{ErrorObject, ToolOutput};

/// How a round of a tool by hand ends.
#[derive(Debug)]
pub struct Next<S>(pub(super) Kind<S>);

#[derive(Debug)]
pub(super) enum Kind<S> {
    Done(Result<ToolOutput, ErrorObject>),
    Ask(Questions<S>),
}

/// Questions of one round, and the state until they are answered.
#[derive(Debug)]
#[must_use = "questions are asked when they are returned"]
pub struct Questions<S> {
    pub(super) state: S,
    /// By key.
    pub(super) asked: Vec<(&'static str, Rendered)>,
}

impl<S> Next<S> {
    /// The call is finished with this result.
    pub fn done(output: impl IntoToolOutput) -> Self {
        Self(Kind::Done(output.into_tool_output()))
    }

    /// The user is asked: add the questions to what this returns, and return it with `.into()`.
    pub fn ask(state: S) -> Questions<S> {
        Questions {
            state,
            asked: Vec::new(),
        }
    }
}

impl<S> Questions<S> {
    /// Adds a form with a text above it.
    pub fn form<T: Ask>(self, key: FormKey<T>, text: impl Into<String>) -> Self {
        self.question(key, Rendered::Form(text.into()))
    }

    /// Adds the client's roots.
    pub fn roots(self, key: RootsKey) -> Self {
        self.question(key, Rendered::Roots)
    }

    /// Adds a question of any kind, by what is known of it only now.
    pub fn question<Q: Question>(mut self, key: Key<Q>, rendered: Rendered) -> Self {
        self.asked.push((key.name(), rendered));
        self
    }
}

impl<S> From<Questions<S>> for Next<S> {
    fn from(questions: Questions<S>) -> Self {
        Self(Kind::Ask(questions))
    }
}
