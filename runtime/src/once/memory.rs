//! A store in the memory of one process.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Held, OnceKey, OnceStore, StoreError, Storing};
use crate::engine::{Clock, SystemClock};

/// Remembers in this process, which has to be the only instance: another one would know nothing of
/// it, and neither does this one after it was started again. It is what an engine has unless it
/// is given another.
///
/// It forgets what is over and is bounded: when it is full of what is not, it takes no more claims,
/// because to forget one would let a tool run twice.
#[derive(Debug)]
pub struct MemoryStore {
    max_bytes: usize,
    clock: Box<dyn Clock>,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<OnceKey, Held>,
    by_end: BTreeSet<(Duration, OnceKey)>,
    bytes: usize,
}

impl MemoryStore {
    /// The bytes that a store takes unless it is told otherwise: 64 MiB.
    pub const DEFAULT_MAX_BYTES: usize = 64 << 20;
    /// What an entry takes besides its claim and its outcome, about.
    const ENTRY_BYTES: usize = 256;

    /// An empty store of the default size.
    #[must_use]
    pub fn new() -> Self {
        Self::with_max_bytes(Self::DEFAULT_MAX_BYTES)
    }

    /// An empty store that takes about so many bytes at most.
    #[must_use]
    pub fn with_max_bytes(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            clock: Box::new(SystemClock),
            entries: Mutex::default(),
        }
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Nothing panics while the lock is held.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn claim(
        &self,
        key: OnceKey,
        claim: &[u8],
        keep: Duration,
    ) -> Result<Option<Held>, StoreError> {
        let now = self.clock.now();
        let mut entries = self.entries();
        entries.forget_until(now);
        if let Some(held) = entries.by_key.get(&key) {
            return Ok(Some(held.clone()));
        }
        entries.take_room(Self::ENTRY_BYTES + claim.len(), self.max_bytes)?;
        let end = now.saturating_add(keep);
        let held = Held {
            claim: claim.to_vec(),
            outcome: None,
        };
        entries.by_key.insert(key, held);
        entries.by_end.insert((end, key));
        Ok(None)
    }

    fn record(&self, key: OnceKey, outcome: &[u8]) -> Result<(), StoreError> {
        let mut entries = self.entries();
        if !entries.by_key.contains_key(&key) {
            return Err(StoreError::msg("the claim is gone"));
        }
        entries.take_room(outcome.len(), self.max_bytes)?;
        if let Some(held) = entries.by_key.get_mut(&key) {
            held.outcome = Some(outcome.to_vec());
        }
        Ok(())
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl OnceStore for MemoryStore {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        Box::pin(async move { self.claim(*key, claim, keep) })
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        Box::pin(async move { self.record(*key, outcome) })
    }
}

impl Entries {
    fn forget_until(&mut self, now: Duration) {
        while let Some(&(end, key)) = self.by_end.first()
            && end < now
        {
            self.by_end.pop_first();
            if let Some(held) = self.by_key.remove(&key) {
                self.bytes -= bytes(&held);
            }
        }
    }

    fn take_room(&mut self, bytes: usize, max_bytes: usize) -> Result<(), StoreError> {
        let needed = self.bytes.saturating_add(bytes);
        if needed > max_bytes {
            return Err(StoreError::msg(format!(
                "the store in memory is full: {} calls take {} bytes",
                self.by_key.len(),
                self.bytes
            )));
        }
        self.bytes = needed;
        Ok(())
    }
}

/// What an entry takes, about.
fn bytes(held: &Held) -> usize {
    let outcome = held.outcome.as_ref().map_or(0, Vec::len);
    MemoryStore::ENTRY_BYTES + held.claim.len() + outcome
}

#[cfg(test)]
mod tests;
