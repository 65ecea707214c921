//! The bounds of a call: rounds, bytes, capabilities, permissions.

use std::sync::{Arc, Mutex};

use mrtr::__private::{FlowInfo, PointInfo, QuestionSpec, Rendered, Saving, ToolInfo};
use mrtr::Principal;
use mrtr::engine::{Attempt, Authorize, Authorizing, Denied, Request};
use serde_json::{Map, Value, json};

use super::flow::{Served, tool};
use super::log::logged;
use super::questions::YesNo;
use super::world::{World, accept, asked, failed, finished, keys, named, request, retry};

fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

static ENDLESS: FlowInfo = FlowInfo {
    name: "endless",
    points: &[PointInfo {
        fingerprint: 1,
        carried: &["cargo"],
        questions: &[QuestionSpec::of::<YesNo>("go")],
    }],
};

/// Asks in a loop, and carries as many bytes as its argument says.
fn endless() -> ToolInfo {
    ToolInfo::new(
        "endless",
        "",
        &ENDLESS,
        Map::new,
        Vec::new,
        |machine, arguments, _| {
            let bytes = arguments.get("bytes").and_then(Value::as_u64).unwrap_or(0);
            Ok(Box::pin(async move {
                machine.enter(&ENDLESS).await;
                let cargo = "x".repeat(usize::try_from(bytes).expect("few"));
                let mut saving = Saving::default();
                saving.save("cargo", &cargo);
                machine.ask(
                    &ENDLESS,
                    1,
                    saving,
                    vec![Rendered::Form("Go on?".to_owned())],
                );
                match machine.leave().await {}
            }))
        },
    )
}

#[tokio::test]
async fn the_ceiling_ends_a_call_that_asks_for_ever() {
    let mut world = World::default();
    world.policy.max_repeats = 100;
    for answers in [yes(), json!({})] {
        let mut state = asked(world.round(&endless(), request()).await).request_state;
        for _ in 1..10 {
            let next = retry(state, answers.clone());
            state = asked(world.round(&endless(), next).await).request_state;
        }
        let last = world.round(&endless(), retry(state, answers)).await;
        let text = "The call was ended after 10 rounds of questions: this server allows no more.";
        assert_eq!(finished(last), (text.to_owned(), true));
    }
}

#[tokio::test]
async fn a_call_may_finish_in_the_round_after_the_last_question() {
    let mut world = World::default();
    world.policy.max_rounds = 1;
    let deploy = tool::<Served>("deploy");
    let first = asked(world.round(&deploy, request()).await);
    let no = json!({"go": accept(&json!({"ok": false}))});
    let (text, error) = finished(world.round(&deploy, retry(&*first.request_state, no)).await);
    assert_eq!((text.as_str(), error), ("Accept(false)", false));
    // With a yes it would ask again.
    assert!(
        finished(
            world
                .round(&deploy, retry(first.request_state, yes()))
                .await
        )
        .1
    );
}

#[tokio::test]
async fn state_that_would_be_too_long_is_not_made() {
    let world = World::default();
    let cargo = |bytes: u64| Request {
        arguments: super::world::object(json!({"bytes": bytes})),
        ..request()
    };
    let fits = asked(world.round(&endless(), cargo(20_000)).await);
    assert!(fits.request_state.len() <= 32 * 1024);

    let (outcome, log) = logged(world.round(&endless(), cargo(40_000))).await;
    let error = failed(outcome);
    assert_eq!(error.code, -32603);
    let message =
        "The tool's state is longer than this server allows. Calling again will not help.";
    assert_eq!(error.message, message);
    assert_eq!(error.data, None);
    // The text, and four bytes that say how long it is.
    assert!(
        log.contains("cargo: 40004 B, questions: 6 B, answers: 0 B"),
        "{log}"
    );
    assert!(log.contains("max_bytes=32768"), "{log}");
}

#[tokio::test]
async fn the_limit_is_the_length_of_the_text() {
    let mut world = World::default();
    let deploy = tool::<Served>("deploy");
    let state = asked(world.round(&deploy, request()).await).request_state;
    world.policy.max_state_bytes = state.len();
    asked(world.round(&deploy, retry(&*state, json!({}))).await);
    world.policy.max_state_bytes = state.len() - 1;
    assert_eq!(
        failed(world.round(&deploy, retry(state, json!({}))).await).code,
        -32602
    );
    assert_eq!(failed(world.round(&deploy, request()).await).code, -32603);
}

#[tokio::test]
async fn a_client_is_asked_only_what_it_declares() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let with = |capabilities: Value, request| Request {
        capabilities: serde_json::from_value(capabilities).expect("capabilities"),
        ..request
    };
    let none = failed(world.round(&deploy, with(json!({}), request())).await);
    assert_eq!(none.code, -32021);
    let form = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
    assert_eq!(none.data, Some(form));

    // What matters is the question that is reached, with the request that reaches it.
    let forms = json!({"elicitation": {"form": {}}});
    let first = asked(world.round(&deploy, with(forms.clone(), request())).await);
    let second = with(forms, retry(&*first.request_state, yes()));
    let second = failed(world.round(&deploy, second).await);
    assert_eq!(second.code, -32021);
    assert_eq!(
        second.data,
        Some(json!({"requiredCapabilities": {"roots": {}}}))
    );

    // A call that ends without a question needs nothing.
    let no = json!({"go": accept(&json!({"ok": false}))});
    let last = with(json!({}), retry(first.request_state, no));
    finished(world.round(&deploy, last).await);
}

#[tokio::test]
async fn what_came_already_needs_no_capability() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let first = asked(world.round(&deploy, request()).await);
    let second = asked(
        world
            .round(&deploy, retry(first.request_state, yes()))
            .await,
    );
    let label = json!({"label": accept(&json!({"label": "v1"}))});
    let roots_only = Request {
        capabilities: serde_json::from_value(json!({"roots": {}})).expect("capabilities"),
        ..retry(second.request_state, label)
    };
    assert_eq!(
        keys(&asked(world.round(&deploy, roots_only).await)),
        ["roots"]
    );
}

/// Lets one caller in, up to a round, and notes who asked.
struct Gate {
    last_round: u32,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Authorize for Gate {
    fn authorize<'a>(&'a self, attempt: Attempt<'a>) -> Authorizing<'a> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            let name = attempt.principal.name().unwrap_or("nobody");
            let (method, tool, round) = (attempt.method.as_str(), attempt.tool, attempt.round);
            let seen = format!("{name}: {method} {tool}, round {round}");
            self.seen.lock().expect("seen").push(seen);
            assert_ne!(name, "mallory", "the directory is down");
            if name == "ann" && round <= self.last_round {
                Ok(())
            } else {
                Err(Denied::because("only Ann, and not for long"))
            }
        })
    }
}

#[tokio::test]
async fn a_permission_is_asked_for_in_every_round() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let seen = Arc::default();
    let round = async |principal: Principal, request: Request| {
        let request = Request {
            principal,
            ..request
        };
        let gate = Gate {
            last_round: 1,
            seen: Arc::clone(&seen),
        };
        let engine = world.engine().authorize(gate);
        logged(engine.round(&deploy, &world.state(), request)).await
    };

    let (nobody, log) = round(Principal::anonymous(), request()).await;
    let nobody = failed(nobody);
    assert_eq!(nobody.code, -32602);
    assert_eq!(nobody.message, "The caller may not use this tool.");
    assert_eq!(nobody.data, Some(json!({"reason": "not_authorized"})));
    assert!(log.contains("only Ann, and not for long"), "{log}");
    assert_eq!(world.ledger.effects(), [""; 0]);

    let first = asked(round(named("ann"), request()).await.0);
    let second = asked(
        round(named("ann"), retry(first.request_state, yes()))
            .await
            .0,
    );
    assert_eq!(world.ledger.effects(), ["plan", "build"]);
    // Withdrawn in the meantime: the state is good, and helps nothing.
    let (third, _) = round(named("ann"), retry(second.request_state, json!({}))).await;
    assert_eq!(failed(third), nobody);
    assert_eq!(world.ledger.effects(), ["plan", "build"]);
    assert_eq!(
        *seen.lock().expect("seen"),
        [
            "nobody: tools/call deploy, round 0",
            "ann: tools/call deploy, round 0",
            "ann: tools/call deploy, round 1",
            "ann: tools/call deploy, round 2",
        ]
    );
}

#[tokio::test]
async fn a_hook_that_panics_lets_nobody_in() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let gate = Gate {
        last_round: 9,
        seen: Arc::default(),
    };
    let request = Request {
        principal: named("mallory"),
        ..request()
    };
    let engine = world.engine().authorize(gate);
    let error = failed(engine.round(&deploy, &world.state(), request).await);
    assert_eq!(error.code, -32603);
    assert_eq!(world.ledger.effects(), [""; 0]);
}

#[test]
fn an_empty_name_is_nobody() {
    assert!(Principal::named("").is_err());
}
