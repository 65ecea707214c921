//! How long a hostile request keeps a server busy, next to a good one. What it takes of memory is a
//! test: `tests/bounds.rs`.
//!
//! ```sh
//! cargo bench -p mrtr --no-default-features --bench hostile
//! ```

use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use divan::{Bencher, black_box};
use mrtr::by_hand::{self, FormKey, Next, NoArguments, QuestionSpec, Round, Steps};
use mrtr::engine::{Engine, Method, OsEntropy, Outcome, Request};
use mrtr::seal::{Envelope, KeyRing, SealKey, Signed};
use mrtr::{Principal, State};
use serde_json::{Value, json};

/// As long as state may be, and as long as its payload then is.
const LONGEST: usize = 32 << 10;
const ROOM: usize = 20 << 10;

fn main() {
    divan::main();
}

/// Asks once.
struct Asks;

const SURE: FormKey<bool> = FormKey::new("sure");

impl Steps for Asks {
    const NAME: &'static str = "asks";
    const QUESTIONS: &'static [QuestionSpec] = &[SURE.spec()];
    type Arguments = NoArguments;
    type State = ();

    async fn step(_: NoArguments, _: Option<()>, _: Round<'_>) -> mrtr::Result<Next<()>> {
        Ok(Next::ask(()).form(SURE, "Go on?").into())
    }
}

fn ring() -> KeyRing {
    KeyRing::new(&SealKey::from_bytes([1; 32]).expect("a key"))
}

fn now<T>(mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match future.as_mut().poll(&mut context) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn request(state: Option<String>, responses: BTreeMap<String, Value>) -> Request {
    Request {
        method: Method::CallTool,
        arguments: serde_json::Map::new(),
        responses,
        state,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_value(json!({"elicitation": {}})).expect("capabilities"),
        notices: mrtr::notice::Notices::default(),
    }
}

fn measure(bencher: Bencher, make: impl Fn(&str) -> (String, BTreeMap<String, Value>)) {
    let engine = Engine::with_envelope("bench", Signed::new(ring()));
    let (tool, state) = (by_hand::tool::<Asks>(), State::new());
    let round = |request| now(Box::pin(engine.round(&tool, &state, request)));
    let Outcome::InputRequired(first) = round(request(None, BTreeMap::new())) else {
        panic!("asked")
    };
    let (text, responses) = make(&first.request_state.expect("state"));
    bencher
        .with_inputs(|| request(Some(text.clone()), responses.clone()))
        .bench_values(|request| round(black_box(request)));
}

fn with_state(bencher: Bencher, make: impl Fn(&str) -> String) {
    measure(bencher, |good| (make(good), BTreeMap::new()));
}

/// State that only somebody with the key can make.
fn sealed(payload: &[u8]) -> String {
    now(Signed::new(ring()).close(payload, &OsEntropy)).expect("closed")
}

#[divan::bench]
fn good(bencher: Bencher) {
    with_state(bencher, str::to_owned);
}

#[divan::bench]
fn of_twenty_megabytes(bencher: Bencher) {
    with_state(bencher, |_| "A".repeat(20 << 20));
}

#[divan::bench]
fn as_long_as_it_may_be(bencher: Bencher) {
    with_state(bencher, |_| {
        let mut text = format!("m1.{}.", ring().active());
        text.push_str(&"A".repeat(LONGEST - text.len() - 44));
        text + "." + &"A".repeat(43)
    });
}

#[divan::bench]
fn sealed_and_nested(bencher: Bencher) {
    with_state(bencher, |_| sealed(&[0x61].repeat(ROOM)));
}

#[divan::bench]
fn sealed_and_a_huge_map(bencher: Bencher) {
    with_state(bencher, |_| {
        sealed(&[&[0xfc][..], &[0x01, 0x00].repeat(ROOM / 2), &[0xfd]].concat())
    });
}

#[divan::bench]
fn ten_thousand_answers(bencher: Bencher) {
    measure(bencher, |good| {
        let answer = |number| (format!("key {number}"), json!({"action": "accept"}));
        (good.to_owned(), (0..10_000).map(answer).collect())
    });
}
