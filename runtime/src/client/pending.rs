//! A call that waits for its answers.

use std::collections::BTreeMap;
use std::fmt;

use rmcp::model::{ElicitRequestParams, InputRequest, InputRequiredResult, InputResponses};
use serde::{Deserialize, Serialize};

use super::answerer::Unanswered;
use super::operation::{Operation, Travels};
use super::response::{Response, WrongAnswer};
use crate::question::Answer;

/// What one step of a call came to.
#[derive(Debug)]
// It is taken apart where it is made.
#[allow(clippy::large_enum_variant)]
pub enum Step<O: Travels> {
    /// The call is finished.
    Complete(O::Result),
    /// The server asks.
    Asked(Pending<O>),
}

/// A call that waits for the answers to one round.
///
/// It can be stored, and continued tomorrow by another process: serialise it, and give what comes
/// back to [`Client::resume`](super::Client::resume). Store it like the answers that it holds, and
/// resume it with the server that asked.
///
/// ```no_run
/// # use mrtr::client::{Answerer, Client, Pending, Step};
/// # use rmcp::model::CallToolRequestParams;
/// # async fn example(client: Client<impl Answerer>) -> Result<(), Box<dyn std::error::Error>> {
/// let Step::Asked(mut pending) = client.call(CallToolRequestParams::new("deploy")).step().await?
/// else {
///     return Ok(());
/// };
/// let stored = serde_json::to_string(&pending)?;
///
/// let mut pending: Pending<CallToolRequestParams> = serde_json::from_str(&stored)?;
/// pending.decline("approval")?;
/// client.resume(pending).step().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Stored<O>", into = "Stored<O>", bound = "O: Operation")]
pub struct Pending<O> {
    pub(super) params: O,
    pub(super) interim: Interim,
    pub(super) answers: InputResponses,
}

/// One round of a call, as the server asked it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Interim {
    /// Which round of the call it is, from 1.
    pub round: u32,
    /// The questions and the state, as they came.
    pub asked: InputRequiredResult,
    /// The keys of the pages that were asked for in the round before too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "O: Operation")]
struct Stored<O> {
    /// Tools and prompts have the same parameters; only this tells them apart.
    method: String,
    params: O,
    interim: Interim,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    answers: InputResponses,
}

impl<O: Operation> Pending<O> {
    /// The call of these parameters, at the round that an error holds.
    pub fn new(params: O, interim: Interim) -> Self {
        Self {
            params: params.with_round(None, None),
            interim,
            answers: InputResponses::new(),
        }
    }

    /// The round.
    #[must_use]
    pub fn interim(&self) -> &Interim {
        &self.interim
    }

    /// Each question that has no answer yet, by its key.
    pub fn unanswered(&self) -> impl Iterator<Item = (&str, &InputRequest)> {
        let questions = self.interim.questions();
        questions.filter(|(key, _)| !self.answers.contains_key(*key))
    }

    /// Answers a question. A second answer takes the place of the first.
    ///
    /// # Errors
    /// The answer is of another kind than the question, or breaks the form: it is not kept.
    pub fn answer(&mut self, key: &str, response: Response) -> Result<(), NotTaken> {
        let question = self.question(key)?;
        let response = response.to(question)?;
        self.answers.insert(key.to_owned(), response);
        Ok(())
    }

    /// Declines a form or a page.
    ///
    /// # Errors
    /// There is no such question, or it cannot be declined. Abandon the call then.
    pub fn decline(&mut self, key: &str) -> Result<(), NotTaken> {
        let refusal = Response::refusal(Answer::Decline, self.question(key)?)?;
        self.answer(key, refusal)
    }

    /// Cancels a form or a page.
    ///
    /// # Errors
    /// There is no such question, or it cannot be cancelled. Abandon the call then.
    pub fn cancel(&mut self, key: &str) -> Result<(), NotTaken> {
        let refusal = Response::refusal(Answer::Cancel, self.question(key)?)?;
        self.answer(key, refusal)
    }

    fn question(&self, key: &str) -> Result<&InputRequest, Unanswered> {
        let questions = self.interim.asked.input_requests.as_ref();
        questions
            .and_then(|questions| questions.get(key))
            .ok_or_else(|| Unanswered::WrongAnswer(WrongAnswer::NotAsked(key.to_owned())))
    }
}

/// Why an answer was not taken.
#[derive(Debug)]
pub struct NotTaken(pub Unanswered);

impl From<Unanswered> for NotTaken {
    fn from(reason: Unanswered) -> Self {
        Self(reason)
    }
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for NotTaken {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl Interim {
    /// The round after `previous`.
    pub(super) fn after(previous: Option<&Self>, asked: InputRequiredResult) -> Self {
        let before: Vec<&str> = previous.iter().flat_map(|round| round.pages()).collect();
        let repeated = asked
            .input_requests
            .iter()
            .flatten()
            .filter(|(_, question)| page(question).is_some_and(|url| before.contains(&url)))
            .map(|(key, _)| key.clone())
            .collect();
        Self {
            round: previous.map_or(0, |round| round.round).saturating_add(1),
            asked,
            repeated,
        }
    }

    /// Each question by its key.
    pub fn questions(&self) -> impl Iterator<Item = (&str, &InputRequest)> {
        let questions = self.asked.input_requests.iter().flatten();
        questions.map(|(key, question)| (key.as_str(), question))
    }

    pub(super) fn count(&self) -> u32 {
        let questions = self.asked.input_requests.as_ref();
        let count = questions.map_or(0, BTreeMap::len);
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn pages(&self) -> impl Iterator<Item = &str> {
        self.questions().filter_map(|(_, question)| page(question))
    }

    /// Whether there is nothing in it that was not in the round before: to answer at once would
    /// be a hot loop.
    pub(super) fn has_nothing_new(&self) -> bool {
        self.questions()
            .all(|(key, _)| self.repeated.iter().any(|repeated| repeated == key))
    }
}

fn page(question: &InputRequest) -> Option<&str> {
    match question {
        InputRequest::Elicitation(request) => match &request.params {
            ElicitRequestParams::UrlElicitationParams { url, .. } => Some(url),
            _ => None,
        },
        _ => None,
    }
}

impl fmt::Display for Interim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.questions().map(|(key, _)| key).collect();
        match &keys[..] {
            [] => write!(f, "round {} asked nothing", self.round),
            keys => write!(f, "round {} asked {}", self.round, keys.join(", ")),
        }
    }
}

impl<O: Operation> From<Pending<O>> for Stored<O> {
    fn from(pending: Pending<O>) -> Self {
        Self {
            method: O::METHOD.to_owned(),
            params: pending.params,
            interim: pending.interim,
            answers: pending.answers,
        }
    }
}

impl<O: Operation> TryFrom<Stored<O>> for Pending<O> {
    type Error = String;

    fn try_from(stored: Stored<O>) -> Result<Self, String> {
        if stored.method != O::METHOD {
            return Err(format!("it is a call of `{}`", stored.method));
        }
        Ok(Self {
            params: stored.params.with_round(None, None),
            interim: stored.interim,
            answers: stored.answers,
        })
    }
}
