//! Tools that run once: on each store, on a new engine for every request.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr::__private::{
    FlowInfo, Injected, Machine, PointInfo, QuestionSpec, Rendered, Saving, ToolInfo, inject,
};
use mrtr::Call;
use mrtr::engine::{Attempt, Authorize, Authorizing, Denied, Outcome, Request};
use mrtr::once::{Held, MemoryStore, OnceKey, OnceStore, StoreError, Storing};
use mrtr::wire::ToolOutput;
use serde_json::{Map, Value, json};
use tokio::task::JoinSet;

use super::flow::{Ledger, Served, tool};
use super::log::logged;
use super::questions::{Label, YesNo};
use super::stores::stores;
use super::world::{Counting, World, accept, asked, failed, finished, keys, named, request, retry};

fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

fn no() -> Value {
    json!({"go": accept(&json!({"ok": false}))})
}

fn deploy() -> ToolInfo {
    tool::<Served>("deploy").once()
}

/// A world for each store.
async fn worlds() -> Vec<(&'static str, World)> {
    let world = |(name, once)| {
        let world = World {
            entropy: Counting::from_anywhere(),
            once,
            ..World::default()
        };
        (name, world)
    };
    stores().await.into_iter().map(world).collect()
}

static CHARGE: FlowInfo = FlowInfo {
    name: "charge",
    points: &[PointInfo {
        fingerprint: 4,
        carried: &[],
        questions: &[
            QuestionSpec::of::<YesNo>("go"),
            QuestionSpec::of::<Label>("label"),
        ],
    }],
};

/// Asks twice in one round, then takes its time over its effect, and panics where the label says
/// so.
fn charge() -> ToolInfo {
    async fn flow(machine: &Machine, ledger: &Ledger) -> ToolOutput {
        if machine.enter(&CHARGE).await == 0 {
            let texts = ["Go?", "Label?"].map(|text| Rendered::Form(text.to_owned()));
            machine.ask(&CHARGE, 1, Saving::default(), texts);
            match machine.leave().await {}
        }
        ledger.note("charge");
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let label = machine.answer::<mrtr::Answer<String>>(1);
        assert_ne!(label, Some(mrtr::Answer::Accept("panic".to_owned())));
        ToolOutput::text(format!("charge {}", ledger.effects().len()))
    }

    ToolInfo::new(
        "charge",
        "",
        &CHARGE,
        Map::new,
        || vec![Injected::of::<Ledger>()],
        |machine, _, state| {
            let ledger = inject(state, machine.call())?;
            Ok(Box::pin(async move { Ok(flow(machine, ledger).await) }))
        },
    )
    .once()
}

fn labelled(label: &str) -> Value {
    let label = accept(&json!({"label": label}));
    json!({"go": accept(&json!({"ok": true})), "label": label})
}

fn wire(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Complete(output) => serde_json::to_value(output),
        Outcome::InputRequired(asked) => serde_json::to_value(asked),
        Outcome::Error(error) => serde_json::to_value(error),
        other => panic!("{other:?}"),
    }
    .expect("JSON")
}

fn is_refused(outcome: Outcome) -> bool {
    failed(outcome).data == Some(json!({"reason": "invalid_request_state"}))
}

#[tokio::test]
async fn a_retry_that_is_repeated_gets_the_recorded_outcome() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&deploy(), request()).await).request_state;
        let again = || retry(&first, yes());
        let second = asked(world.round(&deploy(), again()).await);
        assert_eq!(world.ledger.effects(), ["plan", "build"], "{name}");

        let repeated = asked(world.round(&deploy(), again()).await);
        assert_eq!(
            serde_json::to_value(&repeated).expect("JSON"),
            serde_json::to_value(&second).expect("JSON"),
            "{name}"
        );
        let answers = json!({
            "label": accept(&json!({"label": "v1"})),
            "roots": {"roots": [{"uri": "file:///srv"}]},
        });
        let last = || retry(&*second.request_state, answers.clone());
        let text = finished(world.round(&deploy(), last()).await);
        assert_eq!(finished(world.round(&deploy(), last()).await), text);
        // A round that was left behind is repeated too.
        asked(world.round(&deploy(), again()).await);
        let effects = ["plan", "build", "ship"];
        assert_eq!(world.ledger.effects(), effects, "{name}");
    }
}

#[tokio::test]
async fn other_answers_to_a_state_that_was_redeemed_are_refused() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&deploy(), request()).await).request_state;
        asked(world.round(&deploy(), retry(&first, yes())).await);
        let (other, log) = logged(world.round(&deploy(), retry(&first, no()))).await;
        assert!(is_refused(other), "{name}");
        assert!(log.contains("reason=Redeemed"), "{log}");
        assert_eq!(world.ledger.effects(), ["plan", "build"], "{name}");
    }
}

#[tokio::test]
async fn answers_may_be_spelled_otherwise_when_they_are_repeated() {
    let world = World::default();
    let first = asked(world.round(&deploy(), request()).await).request_state;
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let one = r#"{"go": {"action": "accept", "content": {"ok": true, "n": 1}}}"#;
    let other = r#"{"go": {"content": {"n": 1.0, "ok": true}, "action": "\u0061ccept"}, "x": 1}"#;
    let asked_first = world.round(&deploy(), retry(&first, parsed(one))).await;
    let asked_again = world.round(&deploy(), retry(&first, parsed(other))).await;
    assert_eq!(wire(asked_first), wire(asked_again));
}

#[tokio::test]
async fn of_fifty_copies_at_one_moment_one_has_an_effect() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let world = Arc::new(world);
        let mut copies = JoinSet::new();
        for _ in 0..50 {
            let (world, copy) = (Arc::clone(&world), retry(&first, labelled("v1")));
            copies.spawn(async move { world.round(&charge(), copy).await });
        }
        for outcome in copies.join_all().await {
            assert_eq!(finished(outcome), ("charge 1".to_owned(), false), "{name}");
        }
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

#[tokio::test]
async fn of_fifty_different_answers_at_one_moment_one_counts() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let world = Arc::new(world);
        let mut copies = JoinSet::new();
        for number in 0..50 {
            let answers = labelled(&format!("v{number}"));
            let (world, copy) = (Arc::clone(&world), retry(&first, answers));
            copies.spawn(async move { world.round(&charge(), copy).await });
        }
        let outcomes = copies.join_all().await;
        let (done, refused): (Vec<_>, Vec<_>) = outcomes
            .into_iter()
            .partition(|outcome| matches!(outcome, Outcome::Complete(_)));
        assert_eq!(done.len(), 1, "{name}");
        assert!(refused.into_iter().all(is_refused), "{name}");
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

#[tokio::test]
async fn to_ask_again_is_no_second_chance() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        // Half of the answers: no code runs, and there are two states of one place now.
        let half = json!({"go": labelled("v1")["go"]});
        let second = asked(world.round(&charge(), retry(&first, half)).await);
        assert_eq!(keys(&second), ["label"]);
        assert_eq!(world.ledger.effects(), [""; 0], "{name}");

        let rest = json!({"label": labelled("v1")["label"]});
        let done = ("charge 1".to_owned(), false);
        let last = world
            .round(&charge(), retry(&*second.request_state, rest))
            .await;
        assert_eq!(finished(last), done, "{name}");
        // The same answers, all at once with the first state: they are the same call.
        let all = world.round(&charge(), retry(&first, labelled("v1"))).await;
        assert_eq!(finished(all), done, "{name}");
        let other = world.round(&charge(), retry(&first, labelled("v2"))).await;
        assert!(is_refused(other), "{name}");
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

/// Lets nobody in.
struct Nobody;

impl Authorize for Nobody {
    fn authorize<'a>(&'a self, _: Attempt<'a>) -> Authorizing<'a> {
        Box::pin(std::future::ready(Err(Denied::because("closed"))))
    }
}

#[tokio::test]
async fn a_retry_that_is_no_good_does_not_use_the_state_up() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let with = |answers| retry(&first, answers);
        let by_ann = Request {
            principal: named("ann"),
            ..with(labelled("v2"))
        };
        let elsewhere = Request {
            arguments: Map::new(),
            ..with(labelled("v2"))
        };
        failed(world.round(&charge(), by_ann).await);
        failed(world.round(&charge(), elsewhere).await);
        failed(world.round(&charge(), with(json!({"go": 1}))).await);
        asked(world.round(&charge(), with(json!({}))).await);
        asked(world.round(&charge(), with(labelled("far too long"))).await);
        let denied = world.engine().authorize(Nobody);
        let request = with(labelled("v2"));
        failed(denied.round(&charge(), &world.state(), request).await);
        assert_eq!(world.ledger.effects(), [""; 0], "{name}");

        let good = world.round(&charge(), with(labelled("v1"))).await;
        assert_eq!(finished(good), ("charge 1".to_owned(), false), "{name}");
    }
}

#[tokio::test]
async fn a_panic_is_an_outcome_and_is_not_run_into_again() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let again = || retry(&first, labelled("panic"));
        let panicked = failed(world.round(&charge(), again()).await);
        assert_eq!(panicked.code, -32603, "{name}");
        assert_eq!(failed(world.round(&charge(), again()).await), panicked);
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

#[tokio::test]
async fn a_round_that_was_interrupted_is_not_run_again() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let again = || retry(&first, labelled("v1"));
        // Dropped in the middle of its effect, as by a process that is killed.
        let tool = charge();
        let mut round = Box::pin(world.round(&tool, again()));
        while world.ledger.effects().is_empty() {
            std::future::poll_fn(|cx| {
                let _ = round.as_mut().poll(cx);
                std::task::Poll::Ready(())
            })
            .await;
            tokio::task::yield_now().await;
        }
        drop(round);

        world.clock.forward(Duration::from_secs(70));
        let error = failed(world.round(&charge(), again()).await);
        assert_eq!(error.code, -32603);
        let data = json!({"reason": "in_progress", "runningForSeconds": 70});
        assert_eq!(error.data, Some(data), "{name}");
        let other = world.round(&charge(), retry(&first, labelled("v2"))).await;
        assert!(is_refused(other), "{name}");
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

/// Works, or does not.
#[derive(Debug, Default)]
struct Shaky {
    store: MemoryStore,
    claims_fail: AtomicBool,
    records_fail: AtomicBool,
}

impl Shaky {
    fn storing<'a, T: 'a>(fails: &AtomicBool, storing: Storing<'a, T>) -> Storing<'a, T> {
        if fails.load(SeqCst) {
            Box::pin(async { Err(StoreError::msg("the store is down")) })
        } else {
            storing
        }
    }
}

impl OnceStore for Shaky {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        Self::storing(
            &self.claims_fail,
            OnceStore::claim(&self.store, key, claim, keep),
        )
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        Self::storing(
            &self.records_fail,
            OnceStore::record(&self.store, key, outcome),
        )
    }
}

fn shaky() -> (Arc<Shaky>, World) {
    let store = Arc::new(Shaky::default());
    let world = World {
        once: Arc::clone(&store) as Arc<dyn OnceStore>,
        ..World::default()
    };
    (store, world)
}

#[tokio::test]
async fn a_store_that_is_down_lets_nothing_through() {
    let (store, world) = shaky();
    let first = asked(world.round(&charge(), request()).await).request_state;
    let again = || retry(&first, labelled("v1"));
    store.claims_fail.store(true, SeqCst);
    let (outcome, log) = logged(world.round(&charge(), again())).await;
    let error = failed(outcome);
    assert_eq!(error.code, -32603);
    assert_eq!(
        error.data,
        Some(json!({"reason": "once_store_unavailable"}))
    );
    assert!(
        error.message.contains("it did not run"),
        "{}",
        error.message
    );
    assert!(!error.message.contains("down"), "{}", error.message);
    assert!(log.contains("the store is down"), "{log}");
    assert_eq!(world.ledger.effects(), [""; 0]);
    // A tool that may run again needs no store.
    let free = tool::<Served>("deploy");
    let state = asked(world.round(&free, request()).await).request_state;
    asked(world.round(&free, retry(state, yes())).await);

    store.claims_fail.store(false, SeqCst);
    let (text, _) = finished(world.round(&charge(), again()).await);
    assert!(text.starts_with("charge"), "{text}");
}

#[tokio::test]
async fn an_outcome_that_is_not_recorded_reaches_its_caller_and_nobody_else() {
    let (store, world) = shaky();
    let first = asked(world.round(&charge(), request()).await).request_state;
    let again = || retry(&first, labelled("v1"));
    store.records_fail.store(true, SeqCst);
    let (outcome, log) = logged(world.round(&charge(), again())).await;
    assert_eq!(finished(outcome), ("charge 1".to_owned(), false));
    assert!(log.contains("is not recorded"), "{log}");

    store.records_fail.store(false, SeqCst);
    let error = failed(world.round(&charge(), again()).await);
    let data = json!({"reason": "in_progress", "runningForSeconds": 0});
    assert_eq!(error.data, Some(data));
    assert_eq!(world.ledger.effects(), ["charge"]);
}

#[tokio::test]
async fn it_is_remembered_as_long_as_a_state_can_be_redeemed() {
    let mut world = World::default();
    let lifetime = Duration::from_secs(3600);
    (world.policy.lifetime, world.policy.deadline) = (lifetime, lifetime);
    world.once = Arc::new(MemoryStore::new().clock(world.clock.clone()));
    let first = asked(world.round(&charge(), request()).await).request_state;
    let again = || retry(&first, labelled("v1"));
    finished(world.round(&charge(), again()).await);
    // On an instance whose clock is behind by as much as the policy allows.
    world.clock.forward(lifetime + world.policy.leeway * 2);
    let late = World {
        once: Arc::clone(&world.once),
        ledger: world.ledger.clone(),
        policy: world.policy.clone(),
        ..World::default()
    };
    late.clock.forward(lifetime + late.policy.leeway);
    finished(late.round(&charge(), again()).await);
    assert_eq!(world.ledger.effects(), ["charge"]);
    // And where it would not be known any more, it is refused.
    late.clock.forward(Duration::from_millis(1));
    assert!(is_refused(late.round(&charge(), again()).await));
}

static KEYED: FlowInfo = FlowInfo {
    name: "keyed",
    points: &[PointInfo {
        fingerprint: 5,
        carried: &[],
        questions: &[QuestionSpec::of::<YesNo>("go")],
    }],
};

type Seen = Arc<Mutex<Vec<String>>>;

/// Notes the key of each of its rounds, and asks for ever.
fn keyed() -> ToolInfo {
    ToolInfo::new(
        "keyed",
        "",
        &KEYED,
        Map::new,
        Vec::new,
        |machine, _, state| {
            let seen: &Seen = inject(state, machine.call())?;
            let call: &Call = inject(state, machine.call())?;
            Ok(Box::pin(async move {
                machine.enter(&KEYED).await;
                seen.lock().expect("seen").push(call.idempotency_key());
                let text = vec![Rendered::Form("Go?".to_owned())];
                machine.ask(&KEYED, 1, Saving::default(), text);
                match machine.leave().await {}
            }))
        },
    )
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_a_call_and_its_answers() {
    let world = World::default();
    let seen = Seen::default();
    let mut state = world.state();
    state.insert(Arc::clone(&seen));
    let round = async |request| {
        let engine = world.engine();
        asked(engine.round(&keyed(), &state, request).await).request_state
    };

    let first = round(request()).await;
    let second = round(retry(&first, yes())).await;
    let repeated = round(retry(&first, yes())).await;
    round(retry(&first, no())).await;
    // The question is asked again, and then answered: the answers are the same.
    let again = round(retry(&first, json!({}))).await;
    round(retry(&again, yes())).await;
    round(retry(&second, yes())).await;
    round(retry(&repeated, yes())).await;
    round(request()).await;

    let seen = seen.lock().expect("seen").clone();
    let [
        start,
        yes,
        same_yes,
        no,
        late_yes,
        yes_yes,
        same_yes_yes,
        other,
    ] = &seen[..]
    else {
        panic!("{} rounds ran code", seen.len())
    };
    assert_eq!([yes, yes], [same_yes, late_yes]);
    assert_eq!(yes_yes, same_yes_yes);
    let different = [start, yes, no, yes_yes, other];
    for (at, one) in different.iter().enumerate() {
        assert_eq!(one.len(), 32);
        assert!(!different[at + 1..].contains(one));
    }
}
