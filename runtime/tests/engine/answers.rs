//! Answers that are missing, or do not fit.

use mrtr::__private::ToolInfo;
use mrtr::engine::Request;
use serde_json::{Value, json};

use super::flow::{Served, tool};
use super::log::logged;
use super::world::{Asked, World, accept, asked, failed, finished, keys, object, request, retry};

const TOO_LONG: &str =
    "Label for production?\n\nPlease correct:\n- label: must have 1 to 5 characters";

fn deploy() -> ToolInfo {
    tool::<Served>("deploy")
}

/// A call that has come to its second step, which asks two questions.
async fn at_two_questions(world: &World) -> Asked {
    let first = asked(world.round(&deploy(), request()).await);
    let yes = json!({"go": accept(&json!({"ok": true}))});
    asked(
        world
            .round(&deploy(), retry(first.request_state, yes))
            .await,
    )
}

fn label(text: &str) -> Value {
    accept(&json!({"label": text}))
}

fn roots() -> Value {
    json!({"roots": [{"uri": "file:///srv"}]})
}

fn message(asked: &Asked, key: &str) -> String {
    let request = serde_json::to_value(&asked.input_requests[key]).expect("JSON");
    request["params"]["message"]
        .as_str()
        .expect("a message")
        .to_owned()
}

#[tokio::test]
async fn only_what_is_missing_is_asked_again() {
    for (now, later) in [
        (json!({"label": label("v1")}), json!({"roots": roots()})),
        (json!({"roots": roots()}), json!({"label": label("v1")})),
    ] {
        let world = World::default();
        let two = at_two_questions(&world).await;
        let one = asked(world.round(&deploy(), retry(two.request_state, now)).await);
        let due: Vec<_> = later.as_object().expect("an object").keys().collect();
        assert_eq!(keys(&one), due);
        assert_eq!(
            world.ledger.effects(),
            ["plan", "build"],
            "no flow code runs for it"
        );

        let last = world
            .round(&deploy(), retry(one.request_state, later))
            .await;
        let text = r#"["db", "web"] as Accept("v1") from ["file:///srv"] to production"#;
        assert_eq!(finished(last), (text.to_owned(), false));
        assert_eq!(world.ledger.effects(), ["plan", "build", "ship"]);
    }
}

#[tokio::test]
async fn without_any_answer_everything_is_asked_again_as_it_was() {
    let world = World::default();
    let two = at_two_questions(&world).await;
    let again = asked(
        world
            .round(&deploy(), retry(&*two.request_state, json!({})))
            .await,
    );
    assert_eq!(again.input_requests, two.input_requests);
    assert_ne!(again.request_state, two.request_state);
    assert_eq!(world.ledger.effects(), ["plan", "build"]);
}

#[tokio::test]
async fn an_answer_that_was_kept_is_not_replaced() {
    let world = World::default();
    let two = at_two_questions(&world).await;
    let now = json!({"label": label("v1")});
    let one = asked(world.round(&deploy(), retry(two.request_state, now)).await);
    // Nobody asks for the label any more.
    let later = json!({"label": label("v2"), "roots": roots()});
    let (text, _) = finished(
        world
            .round(&deploy(), retry(one.request_state, later))
            .await,
    );
    assert!(text.contains("v1") && !text.contains("v2"), "{text}");
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_again_with_the_reason() {
    let world = World::default();
    let mut round = at_two_questions(&world).await;
    let all = json!({"label": label("far too long"), "roots": roots()});
    for answers in [
        all,
        json!({"label": label("")}),
        json!({"label": accept(&json!({}))}),
    ] {
        round = asked(
            world
                .round(&deploy(), retry(round.request_state, answers))
                .await,
        );
        assert_eq!(keys(&round), ["label"]);
        // The text is the first one with the last problems: they do not pile up.
        assert_eq!(message(&round, "label"), TOO_LONG);
    }
    // Where nothing came there is nothing to correct.
    let round = asked(
        world
            .round(&deploy(), retry(round.request_state, json!({})))
            .await,
    );
    assert_eq!(message(&round, "label"), "Label for production?");

    let good = json!({"label": label("v1")});
    let (text, error) = finished(
        world
            .round(&deploy(), retry(round.request_state, good))
            .await,
    );
    assert!(text.contains(r#"Accept("v1")"#) && !error, "{text}");
    assert_eq!(world.ledger.effects(), ["plan", "build", "ship"]);
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_again() {
    let world = World::default();
    let first = asked(world.round(&deploy(), request()).await);
    let again = world
        .round(&deploy(), retry(first.request_state, json!({"go": {}})))
        .await;
    assert_eq!(keys(&asked(again)), ["go"]);
}

#[tokio::test]
async fn what_is_no_object_is_no_answer() {
    let world = World::default();
    let first = asked(world.round(&deploy(), request()).await);
    for no_answer in [json!(null), json!(true), json!("yes"), json!(1), json!([])] {
        let answers = json!({"go": no_answer});
        let error = failed(
            world
                .round(&deploy(), retry(&*first.request_state, answers))
                .await,
        );
        assert_eq!(error.code, -32602);
        assert_eq!(error.message, "inputResponses[\"go\"] must be an object");
        assert_eq!(error.data, None, "the state is fine and can be used again");
    }
    assert_eq!(world.ledger.effects(), ["plan"]);
    let good = json!({"go": accept(&json!({"ok": false}))});
    finished(
        world
            .round(&deploy(), retry(first.request_state, good))
            .await,
    );
}

#[tokio::test]
async fn what_nobody_asked_for_is_ignored_and_not_kept() {
    let world = World::default();
    let first = asked(world.round(&deploy(), request()).await);
    let plain = asked(
        world
            .round(&deploy(), retry(&*first.request_state, json!({})))
            .await,
    );

    let mut answers: serde_json::Map<_, _> = (0..10_000)
        .map(|index| (format!("unknown{index}"), json!([index])))
        .collect();
    // The key of the next step, which is not reached yet.
    answers.insert("label".to_owned(), label("early"));
    let answers = Value::Object(answers);
    let again = asked(
        world
            .round(&deploy(), retry(&*first.request_state, answers.clone()))
            .await,
    );
    assert_eq!(keys(&again), ["go"]);
    assert_eq!(again.request_state.len(), plain.request_state.len());

    let mut with_answer = answers;
    with_answer["go"] = accept(&json!({"ok": true}));
    let second = asked(
        world
            .round(&deploy(), retry(first.request_state, with_answer))
            .await,
    );
    assert_eq!(keys(&second), ["label", "roots"]);
}

#[tokio::test]
async fn answers_of_one_round_do_not_fit_the_state_of_another() {
    let world = World::default();
    let second = at_two_questions(&world).await;
    let of_the_first = json!({"go": accept(&json!({"ok": true}))});
    let again = asked(
        world
            .round(&deploy(), retry(second.request_state, of_the_first))
            .await,
    );
    assert_eq!(keys(&again), ["label", "roots"]);
}

#[tokio::test]
async fn a_deep_answer_is_kept_as_it_is() {
    // As deep as the parser of the protocol's messages allows.
    let deep = format!("{}0{}", "[".repeat(120), "]".repeat(120));
    let deep: Value = serde_json::from_str(&deep).expect("JSON");
    let world = World::default();
    let two = at_two_questions(&world).await;
    let now = json!({"label": accept(&json!({"label": "v1", "more": deep}))});
    let one = asked(world.round(&deploy(), retry(two.request_state, now)).await);
    let later = json!({"roots": roots()});
    let last = world
        .round(&deploy(), retry(one.request_state, later))
        .await;
    assert!(!finished(last).1);
}

#[tokio::test]
async fn deep_arguments_are_bound_like_others() {
    let with = |inner: &str, request| Request {
        arguments: serde_json::from_str(&format!(
            "{{\"environment\": \"production\", \"deep\": {}{inner}{}}}",
            "[".repeat(120),
            "]".repeat(120)
        ))
        .expect("JSON"),
        ..request
    };
    let world = World::default();
    let first = asked(world.round(&deploy(), with("0", request())).await);
    let same = with("0", retry(&*first.request_state, json!({})));
    asked(world.round(&deploy(), same).await);
    let other = with("1", retry(first.request_state, json!({})));
    assert_eq!(failed(world.round(&deploy(), other).await).code, -32602);
}

#[tokio::test]
async fn one_step_does_not_ask_again_for_ever() {
    let world = World::default();
    for answers in [
        json!({"label": label("far too long")}),
        json!({"label": accept(&json!({}))}),
        json!({}),
    ] {
        let mut round = at_two_questions(&world).await;
        for _ in 0..5 {
            let next = retry(round.request_state, answers.clone());
            round = asked(world.round(&deploy(), next).await);
        }
        let last = retry(round.request_state, answers);
        assert_eq!(
            finished(world.round(&deploy(), last).await),
            (
                "The call was ended: asked 5 times again, and there is still no answer that fits \
                 to: label, roots."
                    .to_owned(),
                true
            )
        );
    }
}

#[tokio::test]
async fn a_round_that_brings_an_answer_is_no_repeat() {
    let mut world = World::default();
    world.policy.max_repeats = 1;
    let two = at_two_questions(&world).await;
    let again = asked(
        world
            .round(&deploy(), retry(two.request_state, json!({})))
            .await,
    );
    // One of them comes, the other does not fit.
    let some = json!({"label": label("far too long"), "roots": roots()});
    let one = asked(
        world
            .round(&deploy(), retry(again.request_state, some))
            .await,
    );
    assert_eq!(keys(&one), ["label"]);
    let wrong = json!({"label": label("")});
    let again = asked(
        world
            .round(&deploy(), retry(one.request_state, wrong.clone()))
            .await,
    );
    let (text, error) = finished(
        world
            .round(&deploy(), retry(again.request_state, wrong))
            .await,
    );
    assert!(error && text.ends_with("to: label."), "{text}");
    assert_eq!(world.ledger.effects(), ["plan", "build"]);
}

#[tokio::test]
async fn a_tool_may_refuse_what_does_not_fit() {
    let world = World::default();
    let strict = deploy().reject_invalid();
    let two = at_two_questions(&world).await;
    let wrong = json!({"label": label("far too long"), "roots": roots()});
    let refused = failed(
        world
            .round(&strict, retry(two.request_state.clone(), wrong))
            .await,
    );
    assert_eq!(refused.code, -32602);
    assert_eq!(
        refused.data,
        Some(json!({
            "reason": "invalid_answer",
            "problems": [
                {"question": "label", "field": "label", "problem": "must have 1 to 5 characters"},
            ],
        }))
    );
    // What is missing is asked for as ever, and the state can be redeemed still.
    let one = json!({"roots": roots()});
    let again = asked(
        world
            .round(&strict, retry(two.request_state.clone(), one))
            .await,
    );
    assert_eq!(keys(&again), ["label"]);
    let good = json!({"label": label("v1"), "roots": roots()});
    let (text, error) = finished(world.round(&strict, retry(two.request_state, good)).await);
    assert!(text.contains(r#"Accept("v1")"#) && !error, "{text}");
}

#[tokio::test]
async fn a_url_in_the_text_of_a_form_is_told_to_the_operator() {
    let world = World::default();
    for (environment, warned) in [("https://example.com/x", true), ("production", false)] {
        let call = Request {
            arguments: object(json!({"environment": environment})),
            ..request()
        };
        let (_, log) = logged(async { asked(world.round(&deploy(), call).await) }).await;
        assert_eq!(
            log.contains("the text of a form has a URL"),
            warned,
            "{log}"
        );
        assert!(!log.contains("example.com"), "{log}");
    }
}

#[tokio::test]
async fn the_log_has_no_answer_that_did_not_fit() {
    let world = World::default();
    for tool in [deploy(), deploy().reject_invalid()] {
        let two = at_two_questions(&world).await;
        let wrong = json!({"label": label("hunter2"), "roots": roots()});
        let (_, log) = logged(world.round(&tool, retry(two.request_state, wrong))).await;
        assert!(!log.contains("hunter2"), "{log}");
    }
}
