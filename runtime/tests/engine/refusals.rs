//! State that must not be redeemed: one answer for all, no flow code, and the reason in the log.

use std::time::Duration;

use mrtr::__private::ToolInfo;
use mrtr::Principal;
use mrtr::engine::{Outcome, Policy, Request};
use mrtr::seal::KeyRing;
use serde_json::{Value, json};

use super::flow::{AsksOtherwise, AsksUnderAnotherKey, Edited, Longer, Served, tool};
use super::log::logged;
use super::world::{
    Closed, World, accept, asked, failed, key, keys, named, object, request, retry,
};

/// Makes one state of another.
type Change<'a> = Box<dyn Fn(&str) -> String + 'a>;

/// What a client sees, whatever the reason.
fn frozen() -> Value {
    json!({
        "code": -32602,
        "message": "The request state is not valid any more; call again without it.",
        "data": {"reason": "invalid_request_state"},
    })
}

fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

/// Makes state `here`, redeems it `there`, and checks that it is refused for `reason`.
async fn assert_refused(
    (here, maker): (&World, &ToolInfo),
    (there, served): (&World, &ToolInfo),
    change: impl FnOnce(&str) -> Request,
    reason: &str,
) {
    let first = asked(here.round(maker, request()).await);
    // A test of a refusal proves nothing where the state was no good to begin with.
    asked(
        here.round(maker, retry(&first.request_state, json!({})))
            .await,
    );
    let before = there.ledger.effects();

    let round = there.round(served, change(&first.request_state));
    let (outcome, log) = logged(round).await;

    let wire = serde_json::to_value(failed(outcome)).expect("JSON");
    assert_eq!(wire, frozen(), "{reason}");
    assert_eq!(there.ledger.effects(), before, "{reason}: flow code ran");
    assert!(log.contains(&format!("reason={reason}")), "{reason}: {log}");
    assert!(
        log.contains("flow=\"deploy\"") || log.contains("flow=\"destroy\""),
        "{log}"
    );
}

/// The parts between the dots.
fn parts(state: &str) -> Vec<&str> {
    state.split('.').collect()
}

fn changed(state: &str, part: usize, new: &str) -> String {
    let mut parts = parts(state);
    parts[part] = new;
    parts.join(".")
}

#[tokio::test]
async fn state_that_was_changed_is_refused() {
    for world in [World::default(), World::signed()] {
        let deploy = tool::<Served>("deploy");
        let other = asked(world.round(&deploy, request()).await).request_state;
        let other = &other;

        let changes: Vec<(Change<'_>, &str)> = vec![
            (Box::new(|_| String::new()), "Malformed"),
            (Box::new(|_| "forged".to_owned()), "Malformed"),
            // Whether what is left is base64 depends on its length and its last bits.
            (Box::new(|it| it[..it.len() - 1].to_owned()), ""),
            (Box::new(|it| it[..it.len() - 3].to_owned()), ""),
            (Box::new(|it| it[..it.len() / 2].to_owned()), ""),
            (Box::new(|it| format!("{it}A")), ""),
            (Box::new(|it| format!("{it}.")), "Malformed"),
            (Box::new(|it| format!("{it}=")), "Malformed"),
            (Box::new(|it| format!("{it}\n")), "Malformed"),
            (Box::new(|it| format!("{it} ")), "Malformed"),
            (Box::new(|it| format!("{it}{it}")), "Malformed"),
            (Box::new(|it| changed(it, 0, "m2")), "UnknownVersion"),
            (Box::new(|it| format!(" {it}")), "UnknownVersion"),
            (Box::new(|it| changed(it, 1, "AAAAAAAA")), "UnknownKey"),
            (Box::new(|it| changed(it, 2, "AAAA")), ""),
            (Box::new(|it| changed(it, 2, "")), ""),
            (Box::new(|it| "A".repeat(it.len())), "Malformed"),
            (Box::new(|_| "A".repeat(20 << 20)), "TooLong"),
            (
                Box::new(|it| format!("{it}{}", "A".repeat(32 << 10))),
                "TooLong",
            ),
        ];
        for (change, reason) in changes {
            let with = |state: &str| retry(change(state), yes());
            assert_refused((&world, &deploy), (&world, &deploy), with, reason).await;
        }
        if world.closed == Closed::Signed {
            let changes: Vec<(Change<'_>, &str)> = vec![
                (Box::new(|it| changed(it, 3, "")), "BadTag"),
                (Box::new(|it| changed(it, 3, parts(other)[3])), "BadTag"),
                (Box::new(|it| changed(it, 2, parts(other)[2])), "BadTag"),
                (Box::new(|it| changed(it, 3, &parts(it)[3][..32])), "BadTag"),
                (Box::new(|it| changed(it, 0, "x1")), "OtherEnvelope"),
            ];
            for (change, reason) in changes {
                let with = |state: &str| retry(change(state), yes());
                assert_refused((&world, &deploy), (&world, &deploy), with, reason).await;
            }
        }
    }
}

#[tokio::test]
async fn two_states_cannot_be_spliced() {
    let deploy = tool::<Served>("deploy");
    for world in [World::default(), World::signed()] {
        let one = asked(world.round(&deploy, request()).await).request_state;
        let other = asked(world.round(&deploy, request()).await).request_state;
        assert_eq!(one.len(), other.len());
        let before = world.ledger.effects();
        let engine = world.engine();
        for at in 1..one.len() {
            let spliced = format!("{}{}", &one[..at], &other[at..]);
            if spliced == one || spliced == other {
                continue;
            }
            let outcome = engine
                .round(&deploy, &world.state(), retry(spliced, yes()))
                .await;
            let error = serde_json::to_value(failed(outcome)).expect("JSON");
            assert_eq!(error, frozen(), "at {at}");
        }
        assert_eq!(world.ledger.effects(), before);
    }
}

#[tokio::test]
async fn one_envelope_cannot_be_passed_off_as_the_other() {
    let deploy = tool::<Served>("deploy");
    let (encrypted, signed) = (World::default(), World::signed());
    let as_it_is = |state: &str| retry(state, yes());
    for (here, there) in [(&encrypted, &signed), (&signed, &encrypted)] {
        let (from, to) = ((here, &deploy), (there, &deploy));
        assert_refused(from, to, as_it_is, "OtherEnvelope").await;
    }
}

#[tokio::test]
async fn a_server_can_change_over_to_the_other_envelope() {
    let deploy = tool::<Served>("deploy");
    let signed = World::signed();
    let both = World {
        closed: Closed::EncryptedNow,
        ..World::default()
    };
    let encrypted = World::default();
    let again = |state: &str| retry(state, json!({}));

    let first = asked(signed.round(&deploy, request()).await).request_state;
    let second = asked(both.round(&deploy, again(&first)).await).request_state;
    assert!(first.starts_with("m1.") && second.starts_with("x1."));
    asked(encrypted.round(&deploy, again(&second)).await);
    assert_refused((&both, &deploy), (&signed, &deploy), again, "OtherEnvelope").await;
}

#[tokio::test]
async fn another_spelling_of_the_same_bytes_is_refused() {
    let deploy = tool::<Served>("deploy");
    for world in [World::default(), World::signed()] {
        // Both characters that the two alphabets write differently have to be there.
        let state = loop {
            let state = asked(world.round(&deploy, request()).await).request_state;
            let body = state.splitn(3, '.').last().expect("a body").to_owned();
            if body.contains('-') && body.contains('_') {
                break state;
            }
        };
        let before = world.ledger.effects();
        for changed in [
            state.replace('-', "+"),
            state.replace('_', "/"),
            format!("{}\n{}", &state[..40], &state[40..]),
            format!("{} {}", &state[..40], &state[40..]),
        ] {
            assert_ne!(changed, state);
            let error = failed(world.round(&deploy, retry(changed, yes())).await);
            assert_eq!(serde_json::to_value(error).expect("JSON"), frozen());
        }
        assert_eq!(world.ledger.effects(), before);
    }
}

#[tokio::test]
async fn no_bit_of_state_can_be_flipped() {
    let deploy = tool::<Served>("deploy");
    for world in [World::default(), World::signed()] {
        let state = asked(world.round(&deploy, request()).await).request_state;
        let engine = world.engine();
        let before = world.ledger.effects();
        for at in 0..state.len() {
            // The eighth bit would not be text any more, and JSON carries nothing else.
            for bit in 0..7 {
                let mut bytes = state.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let changed = String::from_utf8(bytes).expect("ASCII");
                let outcome = engine
                    .round(&deploy, &world.state(), retry(changed, yes()))
                    .await;
                let error = serde_json::to_value(failed(outcome)).expect("JSON");
                assert_eq!(error, frozen(), "byte {at}, bit {bit}");
            }
        }
        assert_eq!(world.ledger.effects(), before);
        asked(world.round(&deploy, retry(state, yes())).await);
    }
}

#[tokio::test]
async fn state_of_another_key_is_refused() {
    let deploy = tool::<Served>("deploy");
    let here = World::default();
    let elsewhere = World {
        keys: KeyRing::new(&key(2)),
        ..World::default()
    };
    let as_it_is = |state: &str| retry(state, yes());
    let (from, to) = ((&elsewhere, &deploy), (&here, &deploy));
    assert_refused(from, to, as_it_is, "UnknownKey").await;

    let ids = [
        here.keys.active().to_string(),
        elsewhere.keys.active().to_string(),
    ];
    let renamed = |state: &str| retry(state.replacen(&ids[1], &ids[0], 1), yes());
    assert_refused(from, to, renamed, "BadTag").await;
}

#[tokio::test]
async fn state_is_refused_out_of_its_time() {
    let deploy = tool::<Served>("deploy");
    let as_it_is = |state: &str| retry(state, yes());
    let lifetime = Duration::from_secs(600);
    let leeway = Duration::from_secs(30);
    let moment = Duration::from_millis(1);

    let late = World::default();
    late.clock.forward(lifetime + leeway + moment);
    let early = World::default();
    early.clock.back(leeway + moment);
    let stepped = World::default();
    stepped.clock.back(Duration::from_secs(3600));
    for (there, reason) in [
        (&late, "Expired"),
        (&early, "FromTheFuture"),
        (&stepped, "FromTheFuture"),
    ] {
        let here = World::default();
        assert_refused((&here, &deploy), (there, &deploy), as_it_is, reason).await;
    }

    // At the very ends it is taken.
    let here = World::default();
    let state = asked(here.round(&deploy, request()).await).request_state;
    here.clock.forward(lifetime + leeway);
    asked(here.round(&deploy, retry(&state, yes())).await);
    here.clock.back(lifetime + leeway + leeway);
    asked(here.round(&deploy, retry(&state, yes())).await);
}

#[tokio::test]
async fn a_leeway_has_its_limit() {
    let deploy = tool::<Served>("deploy");
    let mut world = World::default();
    world.policy.leeway = Duration::from_secs(3600);
    let state = asked(world.round(&deploy, request()).await).request_state;
    world
        .clock
        .forward(world.policy.lifetime + Policy::MAX_LEEWAY);
    asked(world.round(&deploy, retry(&state, json!({}))).await);
    world.clock.forward(Duration::from_millis(1));
    let error = failed(world.round(&deploy, retry(&state, json!({}))).await);
    assert_eq!(serde_json::to_value(error).expect("JSON"), frozen());
}

#[tokio::test]
async fn each_round_starts_the_time_anew() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let mut state = asked(world.round(&deploy, request()).await).request_state;
    for _ in 0..3 {
        world.clock.forward(Duration::from_secs(500));
        state = asked(world.round(&deploy, retry(state, json!({}))).await).request_state;
    }
}

#[tokio::test]
async fn the_deadline_of_a_call_is_that_of_its_first_round() {
    let mut world = World::default();
    world.policy.deadline = Duration::from_secs(1500);
    let deploy = tool::<Served>("deploy");
    let mut state = asked(world.round(&deploy, request()).await).request_state;
    for _ in 0..3 {
        world.clock.forward(Duration::from_secs(500));
        state = asked(world.round(&deploy, retry(state, json!({}))).await).request_state;
    }
    // Its own lifetime is far from over; at the very end of the leeway it is taken.
    world.clock.forward(Duration::from_secs(30));
    asked(world.round(&deploy, retry(&state, json!({}))).await);
    world.clock.forward(Duration::from_millis(1));
    let (outcome, log) = logged(world.round(&deploy, retry(&state, yes()))).await;
    let error = serde_json::to_value(failed(outcome)).expect("JSON");
    assert_eq!(error, frozen());
    assert!(log.contains("reason=DeadlinePassed"), "{log}");
    assert_eq!(world.ledger.effects(), ["plan"]);
}

#[tokio::test]
async fn state_is_refused_where_it_was_not_made_for() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let as_it_is = |state: &str| retry(state, yes());

    let destroy = tool::<Served>("destroy");
    assert_refused((&world, &deploy), (&world, &destroy), as_it_is, "OtherFlow").await;

    let other_server = World {
        name: "deployer2",
        ..World::default()
    };
    let (from, to) = ((&world, &deploy), (&other_server, &deploy));
    assert_refused(from, to, as_it_is, "OtherAudience").await;

    for arguments in [
        json!({"environment": "staging"}),
        json!({"environment": "production", "more": null}),
        json!({}),
    ] {
        let with_other = |state: &str| Request {
            arguments: object(arguments),
            ..retry(state, yes())
        };
        let here = (&world, &deploy);
        assert_refused(here, here, with_other, "OtherArguments").await;
    }
}

#[tokio::test]
async fn state_is_refused_from_another_principal() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let everyone = [
        Principal::anonymous(),
        named("ann"),
        named("Ann"),
        named("anonymous"),
        named("\0"),
    ];
    for (at, owner) in everyone.iter().enumerate() {
        let by = |principal: &Principal, request| Request {
            principal: principal.clone(),
            ..request
        };
        let state = asked(world.round(&deploy, by(owner, request())).await).request_state;
        let before = world.ledger.effects();
        for (other_at, other) in everyone.iter().enumerate() {
            let again = by(other, retry(&state, json!({})));
            let (outcome, log) = logged(world.round(&deploy, again)).await;
            if at == other_at {
                assert_eq!(keys(&asked(outcome)), ["go"]);
            } else {
                let error = serde_json::to_value(failed(outcome)).expect("JSON");
                assert_eq!(error, frozen());
                assert!(log.contains("reason=OtherPrincipal"), "{log}");
                assert!(!log.contains("ann") && !log.contains("Ann"), "{log}");
            }
        }
        assert_eq!(world.ledger.effects(), before);
    }
}

#[tokio::test]
async fn a_point_is_found_where_steps_before_it_came_or_went() {
    let world = World::default();
    let (served, longer) = (tool::<Served>("deploy"), tool::<Longer>("deploy"));
    for (old, new) in [(&served, &longer), (&longer, &served)] {
        let state = asked(world.round(old, request()).await).request_state;
        let next = world.round(new, retry(&state, yes())).await;
        assert_eq!(keys(&asked(next)), ["label", "roots"]);
    }
}

#[tokio::test]
async fn state_of_other_code_is_refused() {
    let world = World::default();
    let served = tool::<Served>("deploy");
    let as_it_is = |state: &str| retry(state, yes());
    for (other, reason) in [
        (
            tool::<Edited>("deploy"),
            "Stale(\"flow `deploy` has changed at point 1\")",
        ),
        (
            tool::<AsksOtherwise>("deploy"),
            "Stale(\"the point asks other questions now\")",
        ),
        (
            tool::<AsksUnderAnotherKey>("deploy"),
            "Stale(\"the point asks other questions now\")",
        ),
    ] {
        assert_refused((&world, &other), (&world, &served), as_it_is, reason).await;
    }
}

#[tokio::test]
async fn the_log_of_a_refusal_quotes_nothing_that_came() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let state = asked(world.round(&deploy, request()).await).request_state;
    world.clock.forward(Duration::from_secs(3600));
    let secret = json!({"go": accept(&json!({"ok": true, "note": "hunter2"}))});
    let (outcome, log) = logged(world.round(&deploy, retry(&state, secret))).await;
    assert!(matches!(outcome, Outcome::Error(_)));
    let payload = state.split('.').nth(2).expect("a payload");
    for part in ["hunter2", payload, "production", "db"] {
        assert!(!log.contains(part), "{log}");
    }
}
