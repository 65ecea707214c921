//! What becomes of a round that did not come to its end?

use std::time::Duration;

use serde_json::json;

use super::{charge, is_refused, labelled, worlds};
use crate::world::{asked, failed, request, retry};

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
