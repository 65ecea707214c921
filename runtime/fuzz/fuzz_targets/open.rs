//! Text that nobody sealed is refused, whatever it is.

#![no_main]

#[allow(dead_code, reason = "shared by the targets")]
mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mrtr::engine::{Engine, Outcome};
use mrtr::seal::{Encrypted, KeyRing, SealKey, Signed};

static ENGINES: LazyLock<[Engine; 4]> = LazyLock::new(|| {
    let ring = || KeyRing::new(&SealKey::from_bytes([7; 32]).expect("a key"));
    [
        Engine::with_envelope("fuzz", Encrypted::new(ring())),
        Engine::with_envelope("fuzz", Signed::new(ring())),
        Engine::with_envelope("fuzz", Encrypted::new(ring()).accepting_signed()),
        Engine::with_envelope("fuzz", Signed::new(ring()).accepting_encrypted()),
    ]
});
/// Begins of state that are right, so that what comes after them is looked at.
static HEADS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let head = |engine| {
        let state = common::first(engine);
        let end = state.match_indices('.').nth(1).expect("two dots").0;
        state[..=end].to_owned()
    };
    ENGINES
        .iter()
        .take(2)
        .map(head)
        .chain([String::new()])
        .collect()
});

fuzz_target!(|text: &str| {
    for head in HEADS.iter() {
        for engine in ENGINES.iter() {
            let state = Some(format!("{head}{text}"));
            let outcome = common::round(engine, common::request(state, BTreeMap::new()));
            assert!(matches!(outcome, Outcome::Error(_)), "{outcome:?}");
        }
    }
});
