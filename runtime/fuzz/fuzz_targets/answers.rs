//! Answers can be any JSON.

#![no_main]

#[allow(dead_code, reason = "shared by the targets")]
mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mrtr::engine::{Engine, Outcome, Policy};
use mrtr::seal::{KeyRing, SealKey};
use serde_json::Value;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut policy = Policy::default();
    policy.lifetime = policy.deadline;
    let key = SealKey::from_bytes([7; 32]).expect("a key");
    Engine::new("fuzz", KeyRing::new(&key)).policy(policy)
});
static STATE: LazyLock<String> = LazyLock::new(|| {
    common::seed(
        "answers",
        br#"{"details": {"action": "accept", "content": {"label": "a", "count": 1, "mail": "a@b.c"}},
             "roots": {"roots": [{"uri": "file:///a", "name": "a"}]},
             "answer": {"action": "accept", "content": {"answer": 1}}}"#,
    );
    common::first(&ENGINE)
});

// The same answers are sent in every round until the call ends.
fuzz_target!(|bytes: &[u8]| {
    let Ok(answers) = serde_json::from_slice::<BTreeMap<String, Value>>(bytes) else {
        return;
    };
    let mut state = STATE.clone();
    loop {
        let request = common::request(Some(state), answers.clone());
        match common::round(&ENGINE, request) {
            Outcome::InputRequired(asked) => state = asked.request_state.expect("state"),
            _ => break,
        }
    }
});
