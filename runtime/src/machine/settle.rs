//! Matches the answers that came to the questions that were asked. No flow code runs here.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{AnyAnswer, AskedDigest, Questions, Resume, Stop};
use crate::question::{Problems, Rendered};

/// Every question of the point has an answer that fits.
#[derive(Debug)]
pub struct Settled {
    /// The answers, in the order of the questions.
    pub answers: Vec<AnyAnswer>,
    /// Stands for the answers as they came, however they were spelled.
    pub digest: [u8; 32],
}

/// Some questions have to be asked again.
#[derive(Debug)]
pub struct AskAgain {
    /// All questions of the point.
    pub questions: Questions,
    /// What was rendered for each of them.
    pub rendered: Vec<Rendered>,
    /// The answers that are fine, by position.
    pub kept: Vec<Option<Value>>,
    /// For each position that is not kept: what was wrong with the answer; empty where none came.
    pub problems: Vec<Problems>,
}

impl AskAgain {
    /// What is wrong with the answers that came, by the keys of their questions.
    pub(crate) fn wrong(&self) -> Vec<(&'static str, Problems)> {
        let keys = self.questions.iter().map(|question| question.key);
        let wrong = keys.zip(&self.problems);
        wrong
            .filter(|(_, problems)| !problems.is_empty())
            .map(|(key, problems)| (key, problems.clone()))
            .collect()
    }
}

/// Takes an answer for each question: one that was kept, or one that came with this request.
///
/// Answers that nobody asked for are ignored (spec: *basic/patterns/mrtr*, error handling).
///
/// # Errors
/// [`Stop::AskAgain`] where an answer is missing or does not fit; [`Stop::Malformed`] where it is
/// no answer at all; [`Stop::Stale`] where the state is of other questions.
pub fn settle(questions: Questions, resume: &mut Resume) -> Result<Settled, Stop> {
    let asks_now = AskedDigest::of(&questions, &resume.rendered)
        .map_err(|_| Stop::Broken("a question cannot be written as JSON"))?;
    let same = resume.asked == asks_now
        && resume.rendered.len() == questions.len()
        && resume.kept.len() == questions.len();
    if !same {
        return Err(Stop::Stale("the point asks other questions now".to_owned()));
    }
    let mut answers = Vec::with_capacity(questions.len());
    let mut kept = Vec::with_capacity(questions.len());
    let mut problems = Vec::with_capacity(questions.len());
    for (spec, earlier) in questions.iter().zip(resume.kept.drain(..)) {
        let given = earlier.or_else(|| resume.responses.remove(spec.key));
        let read = match &given {
            None => Err(Problems::new()),
            Some(Value::Object(response)) => (spec.read)(response),
            Some(_) => {
                return Err(Stop::Malformed(format!(
                    "inputResponses[{:?}] must be an object",
                    spec.key
                )));
            }
        };
        match read {
            Ok(answer) => {
                answers.push(answer);
                kept.push(given);
                problems.push(Problems::new());
            }
            Err(wrong) => {
                kept.push(None);
                problems.push(wrong);
            }
        }
    }
    if answers.len() == questions.len() {
        // RFC 8785: a retry may have gone through something that spells JSON in its own way.
        let given = serde_json_canonicalizer::to_vec(&kept).map_err(|_| {
            Stop::Malformed("inputResponses: a number is beyond what JSON can exchange".to_owned())
        })?;
        let digest = Sha256::digest(given).into();
        Ok(Settled { answers, digest })
    } else {
        let rendered = std::mem::take(&mut resume.rendered);
        Err(Stop::AskAgain(AskAgain {
            questions,
            rendered,
            kept,
            problems,
        }))
    }
}
