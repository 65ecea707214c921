//! What counts as an answer.

use serde_json::{Value, json};

use crate::shop::{able, accept, call, retry, shop, three_large};
use crate::support::text;
use crate::support::wire::{Wire, meta};

fn order() -> Value {
    call("order", json!({"item": "tea"}))
}

fn all() -> Value {
    json!({
        "name": {"action": "accept", "content": {"answer": "Ann"}},
        "word": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hi"}},
        "places": {"roots": [{"uri": "file:///a"}]},
    })
}

#[tokio::test]
async fn an_object_that_breaks_the_form_is_asked_for_again_and_says_why() {
    let mut wire = Wire::to(shop());
    let mut asked = wire.call(order(), able()).await;
    for (content, told) in [
        (json!({"count": 0, "size": "large"}), "count"),
        (json!({"count": 10, "size": "large"}), "count"),
        (json!({"count": "three", "size": "large"}), "count"),
        (json!({"count": 2.5, "size": "large"}), "count"),
        (json!({"count": 3, "size": "Large"}), "size"),
        (json!({"count": 3, "size": ["large"]}), "size"),
        (json!({"count": 3}), "size"),
    ] {
        // From the first state each time: a flow does not ask for ever.
        let again = wire
            .call(
                retry(&order(), &asked, accept("order", content.clone())),
                able(),
            )
            .await;
        let question = &again["result"]["inputRequests"]["order"]["params"]["message"];
        let question = question
            .as_str()
            .unwrap_or_else(|| panic!("{content}: {again}"));
        assert!(question.starts_with("How many tea?\n\n"), "{question}");
        assert!(question.contains(told), "{content}: {question}");
        asked = wire.call(order(), able()).await;
    }
    // What JavaScript makes of a whole number is one.
    for count in [json!(3.0), serde_json::from_str("30e-1").expect("a number")] {
        let content = json!({"count": count, "size": "large"});
        let ended = wire
            .call(retry(&order(), &asked, accept("order", content)), able())
            .await;
        assert_eq!(ended["result"]["structuredContent"]["count"], 3, "{ended}");
    }
}

#[tokio::test]
async fn only_what_is_missing_is_asked_again_and_nothing_is_lost() {
    let params = call("everything", json!({}));
    for missing in ["name", "word", "places"] {
        let asked = Wire::to(shop()).call(params.clone(), able()).await;
        let mut some = all();
        let late = some.as_object_mut().expect("an object").remove(missing);
        let again = Wire::to(shop())
            .call(retry(&params, &asked, some), able())
            .await;
        let still = again["result"]["inputRequests"]
            .as_object()
            .expect("questions");
        assert_eq!(still.keys().collect::<Vec<_>>(), [missing]);
        let rest = json!({missing: late});
        let ended = Wire::to(shop())
            .call(retry(&params, &again, rest), able())
            .await;
        assert_eq!(text(&ended), "Ann hi 1", "{missing}");
    }
}

#[tokio::test]
async fn an_answer_is_taken_with_and_without_what_others_put_into_it() {
    let mut wire = Wire::to(shop());
    let params = call("everything", json!({}));
    let asked = wire.call(params.clone(), able()).await;
    let mut answers = all();
    for key in ["name", "word", "places"] {
        answers[key]["resultType"] = json!("complete");
        answers[key]["_meta"] = json!({"acme/trace": 1});
    }
    // Several blocks, unknown members, and a reason to stop that nobody knows.
    answers["word"]["content"] = json!([
        {"type": "text", "text": "hi", "annotations": {"priority": 1}, "acme": true},
    ]);
    answers["word"]["stopReason"] = json!("acme");
    let ended = wire.call(retry(&params, &asked, answers), able()).await;
    assert_eq!(text(&ended), "Ann hi 1");
}

#[tokio::test]
async fn what_is_empty_is_no_answer() {
    let mut wire = Wire::to(shop());
    let params = call("everything", json!({}));
    let asked = wire.call(params.clone(), able()).await;
    for (key, nothing) in [
        ("name", json!({})),
        ("word", json!({})),
        (
            "word",
            json!({"role": "assistant", "model": "m", "content": {}}),
        ),
        ("places", json!({})),
    ] {
        let mut answers = all();
        answers[key] = nothing;
        let again = wire.call(retry(&params, &asked, answers), able()).await;
        let still = again["result"]["inputRequests"]
            .as_object()
            .expect("questions");
        assert_eq!(still.keys().collect::<Vec<_>>(), [key]);
    }
}

#[tokio::test]
async fn what_comes_with_a_decline_or_a_cancel_is_not_looked_at() {
    let mut wire = Wire::to(shop());
    let asked = wire.call(order(), able()).await;
    for (answer, told) in [
        (json!({"action": "cancel"}), "cancelled"),
        (json!({"action": "cancel", "content": {}}), "cancelled"),
        (
            json!({"action": "decline", "content": {"count": "x"}}),
            "declined",
        ),
    ] {
        let ended = wire
            .call(retry(&order(), &asked, json!({"order": answer})), able())
            .await;
        assert_eq!(ended["result"]["isError"], true, "{ended}");
        assert!(text(&ended).contains(told), "{ended}");
    }
}

#[tokio::test]
async fn a_map_of_the_wrong_kind_is_refused_and_the_connection_goes_on() {
    let mut wire = Wire::to(shop());
    let asked = wire.call(order(), able()).await;
    for answers in [
        json!([]),
        json!("x"),
        json!({"order": "accept"}),
        json!({"order": null}),
        json!({"order": [1]}),
    ] {
        let refused = wire
            .call(retry(&order(), &asked, answers.clone()), able())
            .await;
        assert_eq!(refused["error"]["code"], -32602, "{answers}: {refused}");
    }
    let ended = wire
        .call(retry(&order(), &asked, three_large()), able())
        .await;
    assert_eq!(ended["result"]["resultType"], "complete");
}

#[tokio::test]
async fn nothing_is_asked_of_a_client_that_declares_less() {
    for (declared, missing) in [
        (
            json!({"elicitation": {}, "sampling": {}}),
            json!({"roots": {}}),
        ),
        (
            json!({"elicitation": {"url": {}}, "sampling": {}, "roots": {}}),
            json!({"elicitation": {"form": {}}}),
        ),
        (
            json!({"elicitation": {}, "roots": {}}),
            json!({"sampling": {}}),
        ),
        (
            json!({}),
            json!({"elicitation": {"form": {}}, "sampling": {}, "roots": {}}),
        ),
    ] {
        let refused = Wire::to(shop())
            .call(call("everything", json!({})), meta(declared))
            .await;
        assert_eq!(refused["error"]["code"], -32021, "{refused}");
        assert_eq!(
            refused["error"]["data"],
            json!({"requiredCapabilities": missing})
        );
    }
}
