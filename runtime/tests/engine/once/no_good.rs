//! What does not use a state up?

use mrtr::engine::{Attempt, Authorize, Authorizing, Denied, Request};
use serde_json::{Map, json};

use super::{charge, labelled, worlds};
use crate::world::{asked, failed, finished, named, request, retry};

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
