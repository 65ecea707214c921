//! One connection of JSON lines, with much on it at once.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::shop::{able, accept, call, retry, shop};
use crate::support::text;
use crate::support::tool::{Watch, hang};
use crate::support::wire::Wire;

fn message(id: u64, mut params: Value) -> Value {
    params["_meta"] = able();
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[tokio::test]
async fn calls_that_are_woven_into_each_other_stay_apart() {
    const CALLS: u64 = 20;

    let mut wire = Wire::to(shop());
    let params = call("climb", json!({}));
    for id in 0..CALLS {
        wire.send(message(id, params.clone())).await;
    }
    // Each call climbs as often as its number says, and its rounds come in any order.
    let mut height: BTreeMap<_, _> = (0..CALLS).map(|id| (id, 0_u64)).collect();
    let mut ended = BTreeMap::new();
    while ended.len() < usize::try_from(CALLS).expect("few") {
        let response = wire.next().await;
        let id = response["id"].as_u64().expect("an id") % CALLS;
        if response["result"]["resultType"] == "complete" {
            ended.insert(id, text(&response).to_owned());
            continue;
        }
        let at = height.get_mut(&id).expect("a call");
        let asked = &response["result"]["inputRequests"]["next"]["params"]["message"];
        assert_eq!(*asked, format!("Higher than {at}?"), "{response}");
        let answers = if *at < id % 4 {
            *at += 1;
            accept("next", json!({"answer": *at}))
        } else {
            json!({"next": {"action": "decline"}})
        };
        let again = message(id + CALLS * (*at + 1), retry(&params, &response, answers));
        wire.send(again).await;
    }
    for (id, told) in ended {
        let steps = id % 4;
        assert_eq!(
            told,
            format!("{steps} steps, {} in all", steps * (steps + 1) / 2)
        );
    }
    wire.close().await;
}

#[tokio::test]
async fn a_cancelled_request_has_no_response_and_its_state_stays_good() {
    let watch = std::sync::Arc::new(Watch::default());
    let mut wire = Wire::to(shop().state(std::sync::Arc::clone(&watch)).tool(hang));
    wire.send(message(1, call("hang", json!({})))).await;
    watch.running.notified().await;
    let params = call("climb", json!({}));
    wire.send(message(2, params.clone())).await;
    let asked = wire.next().await;
    assert_eq!(asked["id"], 2, "{asked}");
    for id in [1, 2, 99] {
        let params = json!({"requestId": id, "reason": "enough"});
        wire.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
            .await;
    }
    watch.dropped.notified().await;
    wire.send(message(
        3,
        retry(&params, &asked, json!({"next": {"action": "decline"}})),
    ))
    .await;
    let ended = wire.next().await;
    assert_eq!(ended["id"], 3, "{ended}");
    assert_eq!(text(&ended), "0 steps, 0 in all");
    wire.close().await;
}
