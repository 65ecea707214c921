use std::collections::HashMap;
use std::fmt;

use super::Key;
use crate::call::Call;
use crate::machine::AnyAnswer;
use crate::question::Question;
use crate::scope::{MissingState, State, inject};

/// What a step has besides its arguments and its state: the answers, the call, and what was
/// registered with the host.
pub struct Round<'a> {
    call: &'a Call,
    state: &'a State,
    answers: HashMap<&'static str, AnyAnswer>,
}

impl<'a> Round<'a> {
    pub(super) fn new(
        call: &'a Call,
        state: &'a State,
        answers: HashMap<&'static str, AnyAnswer>,
    ) -> Self {
        Self {
            call,
            state,
            answers,
        }
    }

    /// Takes the answer to a question of the round before; `None` where it was not asked there, or
    /// was taken already. One that was asked has an answer that fits.
    pub fn answer<Q: Question>(&mut self, key: Key<Q>) -> Option<Q::Answer> {
        let answer = self.answers.remove(key.name())?;
        answer.downcast().ok().map(|answer| *answer)
    }

    /// The request that is being served.
    #[must_use]
    pub fn call(&self) -> &'a Call {
        self.call
    }

    /// What was registered with the host by its type. Name it in [`Steps::needs`](super::Steps::needs)
    /// too, so that a host without it does not start.
    ///
    /// # Errors
    /// Nothing of this type was registered.
    pub fn get<T: 'static>(&self) -> Result<&'a T, MissingState> {
        inject(self.state, self.call)
    }
}

impl fmt::Debug for Round<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round")
            .field("call", self.call)
            .field("answers", &self.answers.len())
            .finish_non_exhaustive()
    }
}
