use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use rmcp::model::CreateMessageResult;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::answerer::{
    Answerer, Answering, FormHandler, RootsHandler, SamplingHandler, SamplingSupport, Unanswered,
    UrlHandler,
};
use super::question::{FormQuestion, RootsQuestion, SamplingQuestion, UrlQuestion};
use super::response::Root;
use crate::question::Answer;

/// Recorded answers: what a program says in a person's place.
///
/// A JSON object of answers by key, each as it travels, or a list of them where a key is asked
/// for more than once: `{"approval": {"action": "accept", "content": {…}}}`. Each answer is given
/// once. Questions of a server of an older protocol have no key: their answers are a list under the
/// empty one, in the order in which it asks.
///
/// It says that it can answer everything, so that an answer that is not there is named instead of
/// never being asked for.
#[derive(Debug)]
pub struct Script {
    answers: Mutex<Map<String, Value>>,
    /// Why an answer may not be there.
    otherwise: String,
}

#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
enum FormAnswer {
    Accept { content: Map<String, Value> },
    Decline,
    Cancel,
}

#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
enum UrlAnswer {
    Accept,
    Decline,
    Cancel,
}

#[derive(Deserialize)]
struct RootsAnswer {
    roots: Vec<Root>,
}

impl Script {
    /// These answers.
    #[must_use]
    pub fn new(answers: Map<String, Value>) -> Self {
        Self {
            answers: Mutex::new(answers),
            otherwise: "the script has none that was not given already".to_owned(),
        }
    }

    /// Sets what is said where an answer is not there.
    #[must_use]
    pub fn otherwise(mut self, reason: impl Into<String>) -> Self {
        self.otherwise = reason.into();
        self
    }

    /// Whether there is an answer under this key that was not given yet.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.lock().contains_key(key)
    }

    fn take<T: DeserializeOwned>(&self, key: &str) -> Result<T, Unanswered> {
        let answer = self.next(key);
        let answer = answer.ok_or_else(|| Unanswered::because(self.otherwise.as_str()))?;
        Ok(T::deserialize(answer)?)
    }

    fn next(&self, key: &str) -> Option<Value> {
        let mut answers = self.lock();
        match answers.remove(key)? {
            Value::Array(list) => {
                let mut list = VecDeque::from(list);
                let first = list.pop_front();
                if !list.is_empty() {
                    answers.insert(key.to_owned(), Value::Array(list.into()));
                }
                first
            }
            one => Some(one),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Map<String, Value>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FromStr for Script {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, serde_json::Error> {
        Ok(Self::new(serde_json::from_str(text)?))
    }
}

impl Answerer for Script {
    fn forms(&self) -> Option<&dyn FormHandler> {
        Some(self)
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        Some(self)
    }

    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        Some(self)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        Some(self)
    }
}

impl FormHandler for Script {
    fn answer(&self, question: FormQuestion) -> Answering<'_, Answer<Map<String, Value>>> {
        Box::pin(async move {
            let answer = self.take(&question.origin.key);
            let answer = answer.map_err(|error| because(&error, &question.message))?;
            Ok(match answer {
                FormAnswer::Accept { content } => Answer::Accept(content),
                FormAnswer::Decline => Answer::Decline,
                FormAnswer::Cancel => Answer::Cancel,
            })
        })
    }
}

impl UrlHandler for Script {
    fn open(&self, question: UrlQuestion) -> Answering<'_, Answer<()>> {
        Box::pin(async move {
            let answer = self.take(&question.origin.key);
            let answer = answer.map_err(|error| because(&error, &question.message))?;
            Ok(match answer {
                UrlAnswer::Accept => Answer::Accept(()),
                UrlAnswer::Decline => Answer::Decline,
                UrlAnswer::Cancel => Answer::Cancel,
            })
        })
    }
}

impl SamplingHandler for Script {
    fn sample(&self, question: SamplingQuestion) -> Answering<'_, CreateMessageResult> {
        Box::pin(async move { self.take(&question.origin.key) })
    }

    fn support(&self) -> SamplingSupport {
        SamplingSupport::default().tools(true)
    }
}

impl RootsHandler for Script {
    fn list(&self, question: RootsQuestion) -> Answering<'_, Vec<Root>> {
        Box::pin(async move { Ok(self.take::<RootsAnswer>(&question.origin.key)?.roots) })
    }
}

/// With what was asked, so that the person can write the answer that is missing.
fn because(error: &Unanswered, message: &str) -> Unanswered {
    Unanswered::because(format!("{error}\n\n{message}"))
}
