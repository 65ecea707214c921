//! Which state goes with which request.

use std::time::Duration;

use serde_json::{Value, json};

use crate::shop::{able, accept, call, retry, shop, three_large};
use crate::support::text;
use crate::support::wire::Wire;

fn refused(response: &Value) {
    assert_eq!(response["error"]["code"], -32602, "{response}");
    assert_eq!(
        response["error"]["data"],
        json!({"reason": "invalid_request_state"})
    );
}

#[tokio::test]
async fn many_rounds_are_one_call() {
    let mut params = call("climb", json!({}));
    let mut states = Vec::new();
    let mut response = Wire::to(shop()).call(params.clone(), able()).await;
    for height in [1, 5, 20, 21, 300] {
        states.push(response["result"]["requestState"].clone());
        params = retry(
            &params,
            &response,
            accept("next", json!({"answer": height})),
        );
        // Each round is served by a server that knows of none before.
        response = Wire::to(shop()).call(params.clone(), able()).await;
        let asked = &response["result"]["inputRequests"]["next"]["params"]["message"];
        assert_eq!(*asked, format!("Higher than {height}?"), "{response}");
    }
    params = retry(&params, &response, json!({"next": {"action": "decline"}}));
    let ended = Wire::to(shop()).call(params, able()).await;
    assert_eq!(text(&ended), "5 steps, 347 in all");
    states.dedup();
    assert_eq!(states.len(), 5);
}

#[tokio::test]
async fn state_of_one_tool_is_none_of_another() {
    let mut wire = Wire::to(shop());
    let item = json!({"item": "tea"});
    let here = call("order", item.clone());
    let asked = wire.call(here.clone(), able()).await;
    // The other tool asks the same, under the same key, with the same arguments.
    let elsewhere = call("order_elsewhere", item);
    refused(
        &wire
            .call(retry(&elsewhere, &asked, three_large()), able())
            .await,
    );
    let mut read = retry(&json!({"uri": "shop://stock/tea"}), &asked, three_large());
    read["_meta"] = able();
    refused(&wire.request("resources/read", read).await);
    let other_item = call("order", json!({"item": "milk"}));
    refused(
        &wire
            .call(retry(&other_item, &asked, three_large()), able())
            .await,
    );
    // And it is still good where it belongs.
    let ended = wire.call(retry(&here, &asked, three_large()), able()).await;
    assert_eq!(ended["result"]["structuredContent"]["count"], 3, "{ended}");
}

#[tokio::test]
async fn state_of_another_round_brings_that_round_back() {
    let mut wire = Wire::to(shop());
    let params = call("climb", json!({}));
    let first = wire.call(params.clone(), able()).await;
    let to_five = retry(&params, &first, accept("next", json!({"answer": 5})));
    let second = wire.call(to_five, able()).await;
    assert_eq!(second["result"]["resultType"], "input_required");
    let to_seven = retry(&params, &first, accept("next", json!({"answer": 7})));
    let other = wire.call(to_seven, able()).await;
    let message =
        |response: &Value| response["result"]["inputRequests"]["next"]["params"]["message"].clone();
    assert_eq!(message(&second), "Higher than 5?");
    assert_eq!(message(&other), "Higher than 7?");
}

#[tokio::test]
async fn state_expires() {
    let mut policy = mrtr::engine::Policy::default();
    (policy.lifetime, policy.leeway) = (Duration::ZERO, Duration::ZERO);
    let mut wire = Wire::to(shop().policy(policy));
    let params = call("order", json!({"item": "tea"}));
    let asked = wire.call(params.clone(), able()).await;
    // The clock has milliseconds.
    std::thread::sleep(Duration::from_millis(2));
    refused(
        &wire
            .call(retry(&params, &asked, three_large()), able())
            .await,
    );
}

#[tokio::test]
async fn rounds_are_not_linked_by_their_ids() {
    let mut wire = Wire::to(shop());
    let params = |id: Value, mut params: Value| {
        params["_meta"] = able();
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let first = call("order", json!({"item": "tea"}));
    // Each id comes back as it was sent, and the same one may be used again.
    for id in [
        json!(9_223_372_036_854_775_807_i64),
        json!("0001"),
        json!(-1),
        json!(""),
    ] {
        wire.send(params(id.clone(), first.clone())).await;
        let asked = wire.next().await;
        assert_eq!(asked["id"], id, "{asked}");
        wire.send(params(id.clone(), retry(&first, &asked, three_large())))
            .await;
        let ended = wire.next().await;
        assert_eq!(ended["id"], id);
        assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
    }
}
