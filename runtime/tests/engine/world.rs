//! What stays between two rounds: the key, the clock, the effects. Engines do not.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mrtr::__private::{State, ToolInfo};
use mrtr::Principal;
use mrtr::engine::{
    Clock, Engine, Entropy, EntropyError, Method, OsEntropy, Outcome, Policy, Request, Sleeping,
};
use mrtr::notice::Notices;
use mrtr::once::{MemoryStore, OnceStore};
use mrtr::seal::{Encrypted, KeyRing, SealKey, Signed};
use mrtr::wire::{ErrorObject, InputRequest};
use serde_json::{Value, json};

use super::flow::Ledger;

/// A clock that is set by hand.
#[derive(Debug, Clone)]
pub(crate) struct Hand(Arc<AtomicU64>);

/// Bytes that count up, so that no two fills are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counting(Arc<AtomicU64>);

impl Counting {
    /// Counts from somewhere, for calls that meet in a store those of other tests.
    pub(crate) fn from_anywhere() -> Self {
        let mut start = [0; 8];
        OsEntropy.fill(&mut start).expect("randomness");
        Self(Arc::new(AtomicU64::new(u64::from_le_bytes(start))))
    }
}

/// How state is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    Encrypted,
    Signed,
    /// Encrypted, and signed state is taken too.
    EncryptedNow,
    /// Signed, and encrypted state is taken too.
    SignedNow,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) keys: KeyRing,
    pub(crate) closed: Closed,
    pub(crate) policy: Policy,
    pub(crate) clock: Hand,
    pub(crate) entropy: Counting,
    pub(crate) ledger: Ledger,
    pub(crate) once: Arc<dyn OnceStore>,
}

impl Hand {
    pub(crate) fn forward(&self, by: Duration) {
        self.0.fetch_add(millis(by), Ordering::SeqCst);
    }

    pub(crate) fn back(&self, by: Duration) {
        self.0.fetch_sub(millis(by), Ordering::SeqCst);
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).expect("a short time")
}

impl Clock for Hand {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }

    /// Nobody waits in a test, but others get their turn.
    fn sleep(&self, _: Duration) -> Sleeping<'_> {
        Box::pin(tokio::task::yield_now())
    }
}

impl Entropy for Counting {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        let count = self.0.fetch_add(1, Ordering::SeqCst).to_le_bytes();
        for (byte, count) in buffer.iter_mut().zip(count.iter().cycle()) {
            *byte = *count;
        }
        Ok(())
    }
}

pub(crate) fn key(byte: u8) -> SealKey {
    SealKey::from_bytes([byte; 32]).expect("32 bytes")
}

impl Default for World {
    fn default() -> Self {
        Self {
            name: "deployer",
            keys: KeyRing::new(&key(1)),
            closed: Closed::Encrypted,
            policy: Policy::default(),
            clock: Hand(Arc::new(AtomicU64::new(1_800_000_000_000))),
            entropy: Counting::default(),
            ledger: Ledger::default(),
            once: Arc::new(MemoryStore::new()),
        }
    }
}

impl World {
    /// A world whose state can be read.
    pub(crate) fn signed() -> Self {
        Self {
            closed: Closed::Signed,
            ..Self::default()
        }
    }

    /// A new engine that has the keys in common with all others, and nothing else.
    pub(crate) fn engine(&self) -> Engine {
        let keys = self.keys.clone();
        let engine = match self.closed {
            Closed::Encrypted => Engine::new(self.name, keys),
            Closed::Signed => Engine::with_envelope(self.name, Signed::new(keys)),
            Closed::EncryptedNow => {
                let envelope = Encrypted::new(keys).accepting_signed();
                Engine::with_envelope(self.name, envelope)
            }
            Closed::SignedNow => {
                let envelope = Signed::new(keys).accepting_encrypted();
                Engine::with_envelope(self.name, envelope)
            }
        };
        engine
            .policy(self.policy.clone())
            .clock(self.clock.clone())
            .entropy(self.entropy.clone())
            .once_store(Arc::clone(&self.once))
    }

    pub(crate) fn state(&self) -> State {
        let mut state = State::new();
        state.insert(self.ledger.clone());
        state
    }

    /// One round, on an engine of its own.
    pub(crate) async fn round(&self, tool: &ToolInfo, request: Request) -> Outcome {
        self.engine().round(tool, &self.state(), request).await
    }
}

/// A client that can be asked everything, and calls from the start.
pub(crate) fn request() -> Request {
    Request {
        method: Method::CallTool,
        arguments: object(json!({"environment": "production"})),
        responses: BTreeMap::new(),
        state: None,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_value(json!({"elicitation": {}, "roots": {}}))
            .expect("capabilities"),
        notices: Notices::default(),
    }
}

/// The same call again, with state and answers.
pub(crate) fn retry(state: impl Into<String>, responses: Value) -> Request {
    Request {
        responses: object(responses),
        state: Some(state.into()),
        ..request()
    }
}

pub(crate) fn object<T: FromIterator<(String, Value)>>(value: Value) -> T {
    match value {
        Value::Object(members) => members.into_iter().collect(),
        other => panic!("{other} is no object"),
    }
}

pub(crate) fn named(name: &str) -> Principal {
    Principal::named(name).expect("a name")
}

pub(crate) fn accept(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The questions of a round, and its state.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(crate) struct Asked {
    pub(crate) input_requests: BTreeMap<String, InputRequest>,
    pub(crate) request_state: String,
}

pub(crate) fn asked(outcome: Outcome) -> Asked {
    match outcome {
        Outcome::InputRequired(asked) => Asked {
            input_requests: asked.input_requests,
            request_state: asked.request_state.expect("state"),
        },
        other => panic!("not asked: {other:?}"),
    }
}

/// The keys of what is asked.
pub(crate) fn keys(asked: &Asked) -> Vec<&str> {
    asked.input_requests.keys().map(String::as_str).collect()
}

/// The text of a finished call, and whether it is an error.
pub(crate) fn finished(outcome: Outcome) -> (String, bool) {
    match outcome {
        Outcome::Complete(output) => {
            let [content] = &output.content[..] else {
                panic!("not one block: {output:?}");
            };
            let text = content.as_text().expect("text");
            (text.to_owned(), output.is_error)
        }
        other => panic!("not finished: {other:?}"),
    }
}

pub(crate) fn failed(outcome: Outcome) -> ErrorObject {
    match outcome {
        Outcome::Error(error) => error,
        other => panic!("no error: {other:?}"),
    }
}
