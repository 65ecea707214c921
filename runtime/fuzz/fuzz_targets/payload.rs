//! What is inside the envelope can be anything, even if nobody can get it in there.

#![no_main]

#[allow(dead_code, reason = "shared by the targets")]
mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use mrtr::engine::{Engine, Policy};
use serde_json::Value;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut policy = Policy::default();
    // The seed has to be good for as long as the fuzzer runs.
    policy.lifetime = policy.deadline;
    let engine = Engine::with_envelope("fuzz", common::Bare).policy(policy);
    let state = common::first(&engine);
    common::seed("payload", &URL_SAFE_NO_PAD.decode(state).expect("base64"));
    engine
});
static ANSWERS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(
        r#"{
            "details": {"action": "accept", "content": {"label": "a", "count": 1}},
            "roots": {"roots": []}
        }"#,
    )
    .expect("answers")
});

fuzz_target!(|payload: &[u8]| {
    let state = URL_SAFE_NO_PAD.encode(payload);
    for answers in [BTreeMap::new(), ANSWERS.clone()] {
        common::round(&ENGINE, common::request(Some(state.clone()), answers));
    }
});
