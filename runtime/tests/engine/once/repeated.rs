//! What does who sends the same again get?

use std::sync::Arc;
use std::time::Duration;

use mrtr::once::MemoryStore;
use serde_json::{Value, json};

use super::{charge, deploy, is_refused, labelled, no, wire, worlds, yes};
use crate::log::logged;
use crate::world::{World, accept, asked, finished, keys, request, retry};

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
