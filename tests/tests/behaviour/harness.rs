//! Runs a tool round by round, each round on an engine of its own that shares the key only.

use std::collections::BTreeMap;
use std::sync::Mutex;

use mrtr::engine::{Engine, Method, Outcome, Request};
use mrtr::seal::{KeyRing, SealKey};
use mrtr::wire::InputRequest;
use mrtr::{Principal, State, Tool, ToolInfo};
use serde_json::{Value, json};

/// What the tools of these tests do to the world. They take it as `&Log`.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Vec<String>>);

impl Log {
    pub(crate) fn note(&self, text: impl Into<String>) {
        self.0.lock().expect("no panic").push(text.into());
    }

    /// Notes, and passes a value on.
    pub(crate) fn pass<T>(&self, text: &str, value: T) -> T {
        self.note(text);
        value
    }
}

/// State of the application with a type parameter.
#[derive(Debug)]
pub(crate) struct Shelf<T>(pub(crate) T);

/// What was seen from outside.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// `key: text` of each question, one entry a round.
    pub(crate) asked: Vec<String>,
    /// What the tool noted in its log, `|` between two rounds.
    pub(crate) effects: String,
    /// The result's text, `error: …` for a tool error.
    pub(crate) result: String,
}

/// Answers a form with one field.
pub(crate) fn accept(answer: impl Into<Value>) -> Value {
    let answer: Value = answer.into();
    json!({ "action": "accept", "content": { "answer": answer } })
}

/// Calls a tool and answers its rounds: each answer goes to every question of its round.
pub(crate) async fn run(tool: impl Tool, arguments: Value, answers: &[Value]) -> Trace {
    roll(&[tool.describe()], arguments, answers).await
}

/// The same while builds are rolled out: each round is served by the next one, at last by the last.
pub(crate) async fn roll(builds: &[ToolInfo], arguments: Value, answers: &[Value]) -> Trace {
    let mut builds = builds.iter();
    let mut info = builds.next().expect("a build");
    let key = SealKey::from_bytes([7; 32]).expect("a key");
    let mut state = State::new();
    state.insert(Log::default());
    state.insert(Shelf(3_u8));
    let mut trace = Trace::default();
    let mut answers = answers.iter();
    let (mut sealed, mut responses) = (None, BTreeMap::new());
    loop {
        let engine = Engine::new("behaviour", KeyRing::new(&key));
        let request = Request {
            method: Method::CallTool,
            arguments: serde_json::from_value(arguments.clone()).expect("an object"),
            responses: std::mem::take(&mut responses),
            state: sealed.take(),
            principal: Principal::anonymous(),
            capabilities: serde_json::from_value(json!({"elicitation": {}, "roots": {}}))
                .expect("capabilities"),
            notices: mrtr::notice::Notices::default(),
        };
        let outcome = engine.round(info, &state, request).await;
        info = builds.next().unwrap_or(info);
        let log = state.get::<Log>().expect("the log");
        let effects = std::mem::take(&mut *log.0.lock().expect("no panic"));
        trace.effects.push_str(&effects.join(" "));
        match outcome {
            Outcome::InputRequired(required) => {
                trace.effects.push('|');
                let asked = required
                    .input_requests
                    .iter()
                    .map(|(key, request)| match request {
                        InputRequest::Form { message, .. } => format!("{key}: {message}"),
                        _ => key.clone(),
                    });
                trace.asked.push(asked.collect::<Vec<_>>().join(", "));
                let answer = answers
                    .next()
                    .unwrap_or_else(|| panic!("not answered: {trace:?}"));
                responses = required
                    .input_requests
                    .into_iter()
                    .map(|(key, request)| match request {
                        InputRequest::Form { .. } => (key, answer.clone()),
                        _ => (key, json!({ "roots": [] })),
                    })
                    .collect();
                sealed = required.request_state;
            }
            Outcome::Complete(output) => {
                let text =
                    serde_json::to_value(&output).expect("JSON")["content"][0]["text"].clone();
                let text = text.as_str().unwrap_or_default();
                trace.result = if output.is_error {
                    format!("error: {text}")
                } else {
                    text.to_owned()
                };
                return trace;
            }
            other => {
                trace.result = format!("{other:?}");
                return trace;
            }
        }
    }
}
