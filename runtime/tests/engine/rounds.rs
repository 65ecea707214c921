//! A call from its first round to its last.

use mrtr::engine::{Engine, Outcome};
use mrtr::seal::KeyRing;
use serde_json::json;

use super::flow::{Served, tool};
use super::log::logged;
use super::world::{World, accept, asked, finished, key, keys, named, request, retry};

#[tokio::test]
async fn a_call_takes_three_rounds_on_three_engines() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");

    let first = asked(world.round(&deploy, request()).await);
    assert_eq!(
        serde_json::to_value(&first.input_requests).expect("JSON"),
        json!({"go": {
            "method": "elicitation/create",
            "params": {
                "mode": "form",
                "message": "Apply 2 changes to production?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"ok": {"type": "boolean"}},
                    "required": ["ok"],
                },
            },
        }})
    );

    let answer = json!({"go": accept(&json!({"ok": true}))});
    let second = asked(
        world
            .round(&deploy, retry(first.request_state, answer))
            .await,
    );
    assert_eq!(keys(&second), ["label", "roots"]);

    let answers = json!({
        "label": accept(&json!({"label": "v1"})),
        "roots": {"roots": [{"uri": "file:///srv"}]},
    });
    let last = world
        .round(&deploy, retry(second.request_state, answers))
        .await;
    let text = r#"["db", "web"] as Accept("v1") from ["file:///srv"] to production"#;
    assert_eq!(finished(last), (text.to_owned(), false));
    assert_eq!(world.ledger.effects(), ["plan", "build", "ship"]);
}

#[tokio::test]
async fn a_decline_and_a_cancel_reach_the_flow_as_what_they_are() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    for (action, text) in [("decline", "Decline"), ("cancel", "Cancel")] {
        let first = asked(world.round(&deploy, request()).await);
        let answer = json!({"go": {"action": action, "content": {"ok": true}}});
        let last = world
            .round(&deploy, retry(first.request_state, answer))
            .await;
        assert_eq!(finished(last), (text.to_owned(), false));
    }
    assert_eq!(world.ledger.effects(), ["plan", "plan"]);
}

#[tokio::test]
async fn answers_to_a_call_without_state_answer_nothing() {
    let world = World::default();
    let eager = mrtr::engine::Request {
        state: None,
        ..retry("", json!({"go": accept(&json!({"ok": true}))}))
    };
    let first = asked(world.round(&tool::<Served>("deploy"), eager).await);
    assert_eq!(keys(&first), ["go"]);
    assert_eq!(world.ledger.effects(), ["plan"]);
}

#[tokio::test]
async fn an_earlier_state_is_a_clean_fork() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let first = asked(world.round(&deploy, request()).await);
    let yes = json!({"go": accept(&json!({"ok": true}))});
    asked(world.round(&deploy, retry(&first.request_state, yes)).await);

    let no = json!({"go": accept(&json!({"ok": false}))});
    let other = world.round(&deploy, retry(&first.request_state, no)).await;
    assert_eq!(finished(other), ("Accept(false)".to_owned(), false));
}

#[tokio::test]
async fn no_two_states_are_the_same() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let one = asked(world.round(&deploy, request()).await);
    let other = asked(world.round(&deploy, request()).await);
    assert_ne!(one.request_state, other.request_state);
    // Nor are two that continue one call at one moment.
    let again = |state: &str| retry(state, json!({}));
    let one_again = asked(world.round(&deploy, again(&one.request_state)).await);
    let other_again = asked(world.round(&deploy, again(&one.request_state)).await);
    assert_ne!(one_again.request_state, other_again.request_state);
}

#[tokio::test]
async fn the_arguments_may_be_spelled_otherwise() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let with = |arguments: &str| mrtr::engine::Request {
        arguments: serde_json::from_str(arguments).expect("JSON"),
        ..request()
    };
    let first = with(r#"{"environment": "production", "count": 1}"#);
    let first = asked(world.round(&deploy, first).await);
    let second = mrtr::engine::Request {
        state: Some(first.request_state),
        ..with(r#"{"count": 1.0, "environment": "\u0070roduction"}"#)
    };
    assert_eq!(keys(&asked(world.round(&deploy, second).await)), ["go"]);
}

#[tokio::test]
async fn a_caller_with_a_name_continues_its_own_call() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let ann = |request| mrtr::engine::Request {
        principal: named("ann"),
        ..request
    };
    let first = asked(world.round(&deploy, ann(request())).await);
    assert!(!first.request_state.contains("ann"));
    let second = ann(retry(first.request_state, json!({})));
    assert_eq!(keys(&asked(world.round(&deploy, second).await)), ["go"]);
}

#[tokio::test]
async fn keys_change_without_ending_a_call() {
    let deploy = tool::<Served>("deploy");
    let with = |keys| World {
        keys,
        ..World::default()
    };
    let old = with(KeyRing::new(&key(1)));
    let both = with(KeyRing::new(&key(2)).accept(&key(1)).expect("two keys"));
    let new = with(KeyRing::new(&key(2)));

    let first = asked(old.round(&deploy, request()).await);
    let again = |state: &str| retry(state, json!({}));
    let second = asked(both.round(&deploy, again(&first.request_state)).await);
    // It is sealed with the new key now.
    asked(new.round(&deploy, again(&second.request_state)).await);
    assert!(matches!(
        new.round(&deploy, again(&first.request_state)).await,
        Outcome::Error(_)
    ));
    assert!(matches!(
        old.round(&deploy, again(&second.request_state)).await,
        Outcome::Error(_)
    ));
}

#[tokio::test]
async fn each_round_has_a_span_that_names_the_call() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    // An answer that is none, so that there is an event in the span.
    let wrong = json!({"go": 1});
    let first = asked(world.round(&deploy, request()).await);
    let (_, one) = logged(world.round(&deploy, retry(&*first.request_state, wrong.clone()))).await;
    let second = asked(
        world
            .round(&deploy, retry(first.request_state, json!({})))
            .await,
    );
    let (_, two) = logged(world.round(&deploy, retry(second.request_state, wrong))).await;

    // The first fill of the entropy of these tests is all zeros.
    let flow_id = "flow_id=00000000000000000000000000000000";
    for (log, round) in [(one, "round=1"), (two, "round=2")] {
        for part in ["flow=\"deploy\"", flow_id, round] {
            assert!(log.contains(part), "{part}: {log}");
        }
    }
}

#[test]
fn a_round_can_move_between_threads() {
    fn is_send<T: Send>(_: T) {}
    fn is_shared<T: Send + Sync>() {}

    let world = World::default();
    is_send(world.round(&tool::<Served>("deploy"), request()));
    is_shared::<Engine>();
}
