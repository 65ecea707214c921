//! What a hostile request costs: memory, measured at the allocator, in this process alone.
//!
//! One test, because the allocator counts for all of them. Time is measured where there is a clock:
//! `cargo bench -p mrtr --no-default-features --bench hostile`.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use mrtr::by_hand::{self, FormKey, Next, QuestionSpec, Round, Steps};
use mrtr::engine::{Engine, Method, OsEntropy, Outcome, Request};
use mrtr::seal::{Envelope, KeyRing, SealKey, Signed};
use mrtr::{Principal, State};
use peak_alloc::PeakAlloc;
use serde_json::{Map, Value, json};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Asks once, whatever it is called with.
struct Asks;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Anything {
    #[serde(flatten)]
    _all: Map<String, Value>,
}

const SURE: FormKey<bool> = FormKey::new("sure");

impl Steps for Asks {
    const NAME: &'static str = "asks";
    const QUESTIONS: &'static [QuestionSpec] = &[SURE.spec()];
    type Arguments = Anything;
    type State = Vec<String>;

    async fn step(
        _: Anything,
        state: Option<Vec<String>>,
        _: Round<'_>,
    ) -> mrtr::Result<Next<Vec<String>>> {
        let ask = Next::ask(state.unwrap_or_default());
        Ok(ask.form(SURE, "Go on?").into())
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

fn request(state: Option<String>) -> Request {
    Request {
        method: Method::CallTool,
        arguments: Map::new(),
        responses: BTreeMap::new(),
        state,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_value(json!({"elicitation": {}})).expect("capabilities"),
        notices: mrtr::notice::Notices::default(),
    }
}

/// What serving the request takes beyond what is taken already, at the most, in bytes.
fn cost(engine: &Engine, request: Request) -> (Outcome, usize) {
    let (tool, state) = (by_hand::tool::<Asks>(), State::new());
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let outcome = now(Box::pin(engine.round(&tool, &state, request)));
    (outcome, MEMORY.peak_usage().saturating_sub(before))
}

#[track_caller]
fn assert_refused_for(engine: &Engine, state: String, at_most: usize) {
    let length = state.len();
    let (outcome, cost) = cost(engine, request(Some(state)));
    let Outcome::Error(error) = outcome else {
        panic!("it is refused")
    };
    let reason = Some(json!({"reason": "invalid_request_state"}));
    assert_eq!(error.data, reason);
    assert!(cost <= at_most, "{cost} bytes for a state of {length}");
}

/// A payload that the envelope vouches for, as only somebody with the key can make one.
fn sealed(payload: &[u8]) -> String {
    now(Signed::new(ring()).close(payload, &OsEntropy)).expect("closed")
}

const KIB: usize = 1 << 10;

/// A length that is announced and not there.
const HUGE: [u8; 9] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01];

#[test]
fn what_a_hostile_request_takes_is_bounded_by_its_length() {
    let engine = Engine::with_envelope("bench", Signed::new(ring()));
    // Once, for what is made once: tables, and the thread's own.
    let (first, _) = cost(&engine, request(None));
    let Outcome::InputRequired(first) = first else {
        panic!("asked")
    };
    let good = first.request_state.expect("state");

    // By its length alone, before anything of it is looked at.
    assert_refused_for(&engine, "A".repeat(20 << 20), 16 * KIB);
    assert_refused_for(&engine, format!("{good}{}", "A".repeat(20 << 20)), 16 * KIB);
    assert_refused_for(&engine, ".".repeat(20 << 20), 16 * KIB);
    // As long as it may be, and none of it true.
    let longest = 32 * KIB;
    for filler in ["A", ".", "\u{0}", "é"] {
        let filled = format!("m1.{}.{}", ring().active(), filler.repeat(longest));
        let mut cut = longest;
        while !filled.is_char_boundary(cut) {
            cut -= 1;
        }
        assert_refused_for(&engine, filled[..cut].to_owned(), 2 * longest + 16 * KIB);
    }

    // What only a holder of the key can send: the payload is read, and is nothing.
    let room = 20 * KIB;
    for payload in [
        // Lists, options, variants and maps, each in the next one.
        [0x61].repeat(room),
        [0xf4].repeat(room),
        [0xf5, 0x40].repeat(room / 2),
        [0x71, 0x40].repeat(room / 2),
        [0xfb].repeat(room),
        // Lengths of which nothing is there.
        [&[0x63, 0xe1][..], &HUGE].concat(),
        [&[0x63, 0xe2][..], &HUGE, &[0; 64]].concat(),
        [&[0x63, 0xe3][..], &HUGE, &[0; 64]].concat(),
        [&[0x63, 0xe6][..], &HUGE].concat(),
        // A long list, a huge map, and names without an end where three values are due.
        [&[0xfb][..], &[0x00].repeat(room), &[0xfd]].concat(),
        [&[0xfc][..], &[0x01, 0x00].repeat(room / 2), &[0xfd]].concat(),
        [0xa1, b'a'].repeat(room / 2),
    ] {
        assert_refused_for(&engine, sealed(&payload), 8 * room + 16 * KIB);
    }

    // Answers that nobody asked for: not kept, and not copied.
    let many: BTreeMap<_, _> = (0..10_000)
        .map(|number| (format!("key {number}"), json!({"action": "accept"})))
        .collect();
    let with_many = Request {
        responses: many,
        ..request(Some(good.clone()))
    };
    let (outcome, taken) = cost(&engine, with_many);
    assert!(matches!(outcome, Outcome::InputRequired(_)));
    assert!(taken <= 64 * KIB, "{taken} bytes for 10 000 answers");

    // An answer that is huge, and as deep as JSON is read: it is told apart from the one before.
    let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
    let wide: Map<_, _> = (0..10_000)
        .map(|number| (format!("key {number}"), json!(number)))
        .collect();
    for content in [deep, Value::Object(wide), json!("x".repeat(1 << 20))] {
        let length = content.to_string().len();
        let answer = json!({"action": "accept", "content": {"answer": content}});
        let huge = Request {
            responses: BTreeMap::from([("sure".to_owned(), answer)]),
            ..request(Some(good.clone()))
        };
        let (outcome, taken) = cost(&engine, huge);
        assert!(matches!(outcome, Outcome::InputRequired(_)));
        let at_most = 4 * length + 64 * KIB;
        assert!(taken <= at_most, "{taken} bytes for an answer of {length}");
    }

    // Arguments are digested: that takes their canonical form once, and a copy for the tool.
    let arguments: Map<_, _> = (0..10_000)
        .map(|number| (format!("key {number:05}"), json!(number)))
        .collect();
    let length = serde_json::to_string(&arguments).expect("JSON").len();
    let wide = Request {
        arguments,
        ..request(None)
    };
    let (outcome, taken) = cost(&engine, wide);
    assert!(matches!(outcome, Outcome::InputRequired(_)));
    assert!(
        taken <= 24 * length,
        "{taken} bytes for {length} of arguments"
    );
}
