//! What do many who come at one moment get?

use std::sync::Arc;

use mrtr::engine::Outcome;
use tokio::task::JoinSet;

use super::{charge, is_refused, labelled, worlds};
use crate::world::{asked, finished, request, retry};

#[tokio::test]
async fn of_fifty_copies_at_one_moment_one_has_an_effect() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let world = Arc::new(world);
        let mut copies = JoinSet::new();
        for _ in 0..50 {
            let (world, copy) = (Arc::clone(&world), retry(&first, labelled("v1")));
            copies.spawn(async move { world.round(&charge(), copy).await });
        }
        for outcome in copies.join_all().await {
            assert_eq!(finished(outcome), ("charge 1".to_owned(), false), "{name}");
        }
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}

#[tokio::test]
async fn of_fifty_different_answers_at_one_moment_one_counts() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&charge(), request()).await).request_state;
        let world = Arc::new(world);
        let mut copies = JoinSet::new();
        for number in 0..50 {
            let answers = labelled(&format!("v{number}"));
            let (world, copy) = (Arc::clone(&world), retry(&first, answers));
            copies.spawn(async move { world.round(&charge(), copy).await });
        }
        let outcomes = copies.join_all().await;
        let (done, refused): (Vec<_>, Vec<_>) = outcomes
            .into_iter()
            .partition(|outcome| matches!(outcome, Outcome::Complete(_)));
        assert_eq!(done.len(), 1, "{name}");
        assert!(refused.into_iter().all(is_refused), "{name}");
        assert_eq!(world.ledger.effects(), ["charge"], "{name}");
    }
}
