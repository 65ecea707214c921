//! What happens where the store does not work?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use mrtr::once::{Held, MemoryStore, OnceKey, OnceStore, StoreError, Storing};
use serde_json::json;

use super::{charge, labelled, yes};
use crate::flow::{Served, tool};
use crate::log::logged;
use crate::world::{World, asked, failed, finished, request, retry};

/// Works, or does not.
#[derive(Debug, Default)]
struct Shaky {
    store: MemoryStore,
    claims_fail: AtomicBool,
    records_fail: AtomicBool,
}

impl Shaky {
    fn storing<'a, T: 'a>(fails: &AtomicBool, storing: Storing<'a, T>) -> Storing<'a, T> {
        if fails.load(SeqCst) {
            Box::pin(async { Err(StoreError::msg("the store is down")) })
        } else {
            storing
        }
    }
}

impl OnceStore for Shaky {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        Self::storing(
            &self.claims_fail,
            OnceStore::claim(&self.store, key, claim, keep),
        )
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        Self::storing(
            &self.records_fail,
            OnceStore::record(&self.store, key, outcome),
        )
    }
}

fn shaky() -> (Arc<Shaky>, World) {
    let store = Arc::new(Shaky::default());
    let world = World {
        once: Arc::clone(&store) as Arc<dyn OnceStore>,
        ..World::default()
    };
    (store, world)
}

#[tokio::test]
async fn a_store_that_is_down_lets_nothing_through() {
    let (store, world) = shaky();
    let first = asked(world.round(&charge(), request()).await).request_state;
    let again = || retry(&first, labelled("v1"));
    store.claims_fail.store(true, SeqCst);
    let (outcome, log) = logged(world.round(&charge(), again())).await;
    let error = failed(outcome);
    assert_eq!(error.code, -32603);
    assert_eq!(
        error.data,
        Some(json!({"reason": "once_store_unavailable"}))
    );
    assert!(
        error.message.contains("it did not run"),
        "{}",
        error.message
    );
    assert!(!error.message.contains("down"), "{}", error.message);
    assert!(log.contains("the store is down"), "{log}");
    assert_eq!(world.ledger.effects(), [""; 0]);
    // A tool that may run again needs no store.
    let free = tool::<Served>("deploy");
    let state = asked(world.round(&free, request()).await).request_state;
    asked(world.round(&free, retry(state, yes())).await);

    store.claims_fail.store(false, SeqCst);
    let (text, _) = finished(world.round(&charge(), again()).await);
    assert!(text.starts_with("charge"), "{text}");
}

#[tokio::test]
async fn an_outcome_that_is_not_recorded_reaches_its_caller_and_nobody_else() {
    let (store, world) = shaky();
    let first = asked(world.round(&charge(), request()).await).request_state;
    let again = || retry(&first, labelled("v1"));
    store.records_fail.store(true, SeqCst);
    let (outcome, log) = logged(world.round(&charge(), again())).await;
    assert_eq!(finished(outcome), ("charge 1".to_owned(), false));
    assert!(log.contains("is not recorded"), "{log}");

    store.records_fail.store(false, SeqCst);
    let error = failed(world.round(&charge(), again()).await);
    let data = json!({"reason": "in_progress", "runningForSeconds": 0});
    assert_eq!(error.data, Some(data));
    assert_eq!(world.ledger.effects(), ["charge"]);
}
