use std::fmt;
use std::marker::PhantomData;

use crate::machine::QuestionSpec;
use crate::question::{Form, Question, RootsList};

/// A question of a tool by hand: its key on the wire, and its type.
pub struct Key<Q> {
    name: &'static str,
    question: PhantomData<fn() -> Q>,
}

/// The key of a form, which is answered with an [`Answer<T>`](crate::Answer).
pub type FormKey<T> = Key<Form<T>>;

/// The key of a list of roots, which is answered with [`Roots`](crate::Roots).
pub type RootsKey = Key<RootsList>;

impl<Q: Question> Key<Q> {
    /// A key with this name in `inputRequests` and `inputResponses`.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            question: PhantomData,
        }
    }

    /// What is known about the question, for [`Steps::QUESTIONS`](super::Steps::QUESTIONS).
    #[must_use]
    pub const fn spec(self) -> QuestionSpec {
        QuestionSpec::of::<Q>(self.name)
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }
}

// Not derived: a key can be copied whatever its question is.
impl<Q> Clone for Key<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> Copy for Key<Q> {}

impl<Q> fmt::Debug for Key<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Key").field(&self.name).finish()
    }
}
