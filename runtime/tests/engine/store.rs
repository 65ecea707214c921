//! What a store promises, asked of each of them.

use std::sync::Arc;
use std::time::Duration;

use mrtr::engine::{Entropy as _, OsEntropy};
use mrtr::once::{Held, OnceKey, OnceStore};
use tokio::task::JoinSet;

use super::stores::stores;

const HOUR: Duration = Duration::from_secs(3600);

fn key() -> OnceKey {
    let mut bytes = [0; 16];
    OsEntropy.fill(&mut bytes).expect("randomness");
    OnceKey::from_bytes(bytes)
}

async fn claim(store: &dyn OnceStore, key: &OnceKey, claim: &[u8], keep: Duration) -> Option<Held> {
    store.claim(key, claim, keep).await.expect("an answer")
}

fn held(claim: &[u8], outcome: Option<&[u8]>) -> Held {
    Held {
        claim: claim.to_vec(),
        outcome: outcome.map(<[u8]>::to_vec),
    }
}

#[tokio::test]
async fn the_first_claim_is_held_and_its_outcome_is_told() {
    for (name, store) in stores().await {
        let (one, other) = (key(), key());
        assert_eq!(claim(&*store, &one, b"first", HOUR).await, None, "{name}");
        let first = Some(held(b"first", None));
        assert_eq!(claim(&*store, &one, b"second", HOUR).await, first, "{name}");
        assert_eq!(claim(&*store, &other, b"other", HOUR).await, None, "{name}");

        store.record(&one, b"outcome").await.expect(name);
        let told = Some(held(b"first", Some(b"outcome")));
        assert_eq!(claim(&*store, &one, b"third", HOUR).await, told, "{name}");
        let untouched = Some(held(b"other", None));
        assert_eq!(claim(&*store, &other, b"", HOUR).await, untouched, "{name}");
    }
}

#[tokio::test]
async fn any_bytes_come_back() {
    let all: Vec<u8> = (0..=255).collect();
    let long = vec![b'x'; 1 << 20];
    for (name, store) in stores().await {
        for (given, outcome) in [
            (&b""[..], &b""[..]),
            (&all[..200], &all[..]),
            (b"\0", b"\0"),
            (b"+", &long),
        ] {
            let key = key();
            assert_eq!(claim(&*store, &key, given, HOUR).await, None, "{name}");
            assert_eq!(
                claim(&*store, &key, b"-", HOUR).await,
                Some(held(given, None)),
                "{name}"
            );
            store.record(&key, outcome).await.expect(name);
            assert_eq!(
                claim(&*store, &key, b"-", HOUR).await,
                Some(held(given, Some(outcome))),
                "{name}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_at_one_moment_one_is_the_first() {
    for (name, store) in stores().await {
        for _ in 0..10 {
            let key = key();
            let mut claims = JoinSet::new();
            for number in 0..50_u8 {
                let store = Arc::clone(&store);
                claims.spawn(async move {
                    let held = claim(&*store, &key, &[number], HOUR).await;
                    (number, held.map(|held| held.claim))
                });
            }
            let claims = claims.join_all().await;
            let firsts: Vec<_> = claims
                .iter()
                .filter_map(|(number, held)| held.is_none().then_some(*number))
                .collect();
            let [first] = firsts[..] else {
                panic!("{name}: {firsts:?} were first")
            };
            for (_, held) in claims.iter().filter(|(number, _)| *number != first) {
                assert_eq!(held.as_deref(), Some(&[first][..]), "{name}");
            }
        }
    }
}

#[tokio::test]
async fn a_claim_that_is_over_is_forgotten_with_its_outcome() {
    for (name, store) in stores().await {
        let key = key();
        let short = Duration::from_millis(200);
        assert_eq!(claim(&*store, &key, b"first", short).await, None, "{name}");
        // An outcome does not prolong it.
        store.record(&key, b"outcome").await.expect(name);
        while claim(&*store, &key, b"second", HOUR).await.is_some() {
            tokio::task::yield_now().await;
        }
        let second = Some(held(b"second", None));
        assert_eq!(claim(&*store, &key, b"third", HOUR).await, second, "{name}");
    }
}

#[tokio::test]
async fn an_outcome_without_a_claim_is_an_error() {
    for (name, store) in stores().await {
        let key = key();
        assert!(store.record(&key, b"outcome").await.is_err(), "{name}");
        assert_eq!(claim(&*store, &key, b"first", HOUR).await, None, "{name}");
    }
}

#[tokio::test]
async fn a_claim_may_be_kept_for_ever() {
    for (name, store) in stores().await {
        let key = key();
        assert_eq!(
            claim(&*store, &key, b"first", Duration::MAX).await,
            None,
            "{name}"
        );
        assert_eq!(
            claim(&*store, &key, b"second", HOUR).await,
            Some(held(b"first", None)),
            "{name}"
        );
    }
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn a_redis_that_is_not_there_is_an_error() {
    // The port of `discard`, where nothing listens.
    let connected = mrtr::once::RedisStore::connect("redis://127.0.0.1:9/").await;
    assert!(connected.is_err());
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn a_postgres_that_is_not_there_is_an_error() {
    let connected = mrtr::once::PostgresStore::connect("postgres://mrtr@127.0.0.1:9/x").await;
    assert!(connected.is_err());
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn many_instances_may_make_the_table_at_one_moment() {
    let Ok(url) = std::env::var("MRTR_TEST_POSTGRES_URL") else {
        return;
    };
    let mut starts = JoinSet::new();
    for _ in 0..8 {
        let url = url.clone();
        starts.spawn(async move {
            let store = mrtr::once::PostgresStore::connect(&url).await?;
            store.migrate().await
        });
    }
    for started in starts.join_all().await {
        assert_eq!(started, Ok(()));
    }
}
