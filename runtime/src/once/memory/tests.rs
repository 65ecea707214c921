use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use super::*;

const HOUR: Duration = Duration::from_secs(3600);

#[derive(Debug, Clone, Default)]
struct Hand(Arc<AtomicU64>);

impl Clock for Hand {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(SeqCst))
    }
}

fn key(number: u8) -> OnceKey {
    OnceKey([number; 16])
}

#[test]
fn what_is_over_is_forgotten_and_gives_its_room_back() {
    let clock = Hand::default();
    let store = MemoryStore::with_max_bytes(2 * MemoryStore::ENTRY_BYTES + 10).clock(clock.clone());
    assert_eq!(store.claim(key(1), b"claim", HOUR), Ok(None));
    assert_eq!(store.record(key(1), b"12345"), Ok(()));
    assert_eq!(store.claim(key(2), b"", 2 * HOUR), Ok(None));
    // It is full: another claim is not taken, and none is forgotten for it.
    assert!(store.claim(key(3), b"", HOUR).is_err());
    let held = Held {
        claim: b"claim".to_vec(),
        outcome: Some(b"12345".to_vec()),
    };
    clock.0.store(3600, SeqCst);
    assert_eq!(store.claim(key(1), b"other", HOUR), Ok(Some(held)));

    clock.0.store(3601, SeqCst);
    assert_eq!(store.claim(key(3), b"", HOUR), Ok(None));
    assert!(store.claim(key(2), b"", HOUR).expect("taken").is_some());
    clock.0.store(3 * 3600, SeqCst);
    assert_eq!(store.claim(key(1), b"", HOUR), Ok(None));
    assert_eq!(store.entries().bytes, MemoryStore::ENTRY_BYTES);
}

#[test]
fn an_outcome_that_has_no_room_leaves_the_claim() {
    let store = MemoryStore::with_max_bytes(MemoryStore::ENTRY_BYTES + 10);
    assert_eq!(store.claim(key(1), b"claim", HOUR), Ok(None));
    assert!(store.record(key(1), b"too long").is_err());
    let held = store.claim(key(1), b"claim", HOUR).expect("held");
    assert_eq!(held.expect("held").outcome, None);
    assert_eq!(store.record(key(1), b"fits."), Ok(()));
}

#[test]
fn an_outcome_without_a_claim_is_not_taken() {
    assert!(MemoryStore::new().record(key(1), b"outcome").is_err());
}
