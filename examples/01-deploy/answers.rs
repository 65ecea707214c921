//! Answers from a file: what a program says in a person's place.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use mrtr::Answer;
use mrtr::client::{
    Answerer, Answering, FormHandler, FormQuestion, Root, RootsHandler, Round, Unanswered,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::call;

/// Answers by key, as they travel: `{"approval": {"action": "accept", "content": {…}}}`. Each is
/// given once.
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
struct RootsAnswer {
    roots: Vec<Root>,
}

impl Script {
    pub fn read(file: &Path) -> Result<Self, String> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let answers = serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self {
            answers: Mutex::new(answers),
            otherwise: format!("{name} has none that was not given already"),
        })
    }

    /// No answers at all, and why.
    pub fn empty(otherwise: &str) -> Self {
        Self {
            answers: Mutex::default(),
            otherwise: otherwise.to_owned(),
        }
    }

    fn take<T: DeserializeOwned>(&self, key: &str) -> Result<T, Unanswered> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        match answers.remove(key) {
            Some(answer) => Ok(T::deserialize(answer)?),
            None => Err(self.otherwise.as_str().into()),
        }
    }
}

impl Answerer for Script {
    fn forms(&self) -> Option<&dyn FormHandler> {
        Some(self)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        Some(self)
    }

    fn on_round(&self, round: &Round<'_>) {
        call::show(round);
    }
}

impl FormHandler for Script {
    fn answer<'a>(
        &'a self,
        question: FormQuestion<'a>,
    ) -> Answering<'a, Answer<Map<String, Value>>> {
        Box::pin(async move {
            let answer = self.take(question.key);
            let answer = answer.map_err(|error| format!("{error}\n\n{}", question.message))?;
            Ok(match answer {
                FormAnswer::Accept { content } => Answer::Accept(content),
                FormAnswer::Decline => Answer::Decline,
                FormAnswer::Cancel => Answer::Cancel,
            })
        })
    }
}

impl RootsHandler for Script {
    fn list<'a>(&'a self, key: &'a str) -> Answering<'a, Vec<Root>> {
        Box::pin(async move { Ok(self.take::<RootsAnswer>(key)?.roots) })
    }
}
