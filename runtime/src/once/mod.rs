//! Single use: what a tool under `#[mrtr_tool(once)]` does after a question, it does once.
//!
//! State can be sent again: a response was lost, a person clicked twice, somebody kept a copy.
//! Before the code of such a tool goes on, the engine *claims* the state in a [`OnceStore`] that all
//! instances share. Who comes second gets the outcome of the first, with the same answers; with
//! other answers, a refusal.

mod memory;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "redis")]
mod redis;
mod trail;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
#[cfg(feature = "redis")]
pub use redis::RedisStore;
pub(crate) use trail::Trail;

/// Remembers which states were redeemed, and what came of it. All instances of a server share one.
///
/// It is trusted: whoever can write to it can make a tool run twice, and whoever can read it sees
/// what tools answered.
pub trait OnceStore: fmt::Debug + Send + Sync {
    /// Holds `claim` under `key` for `keep`, unless something is held there already: then that is
    /// returned, and nothing changes.
    ///
    /// Of several callers at one moment exactly one gets `None`. A store that forgets before `keep`
    /// is over lets a tool run twice.
    ///
    /// # Errors
    /// The claim may or may not be held; the tool does not run.
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>>;

    /// Adds what came of the claim under `key`, and keeps it as long as the claim.
    ///
    /// # Errors
    /// It is not added. The tool has run and its caller is answered; who sends the same again is
    /// told that it is still being worked on.
    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()>;
}

/// An answer of a store that is on its way.
pub type Storing<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One place in a call where its flow waits, whatever states were made of it. It tells nothing,
/// and nobody outside chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OnceKey([u8; 16]);

/// What is held under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The claim as it was given.
    pub claim: Vec<u8>,
    /// What came of it; `None` while it is worked on, or where that was interrupted.
    pub outcome: Option<Vec<u8>>,
}

/// A store could not do its work. The text is logged and not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError(String);

impl OnceKey {
    /// A key of these bytes, for the tests of a store of your own.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The key's bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl StoreError {
    /// An error with a text of your own.
    pub fn msg(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl<S: OnceStore + ?Sized> OnceStore for Arc<S> {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        (**self).claim(key, claim, keep)
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        (**self).record(key, outcome)
    }
}

impl<S: OnceStore + ?Sized> OnceStore for Box<S> {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        (**self).claim(key, claim, keep)
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        (**self).record(key, outcome)
    }
}

impl fmt::Display for OnceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for OnceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OnceKey({self})")
    }
}

// `StoreError` itself does not implement `std::error::Error`: this conversion would then overlap
// with the one from a type to itself.
impl<E: std::error::Error> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

// For `main` and its like, in the place of what that would have given.
impl From<StoreError> for Box<dyn std::error::Error> {
    fn from(error: StoreError) -> Self {
        error.0.into()
    }
}

impl From<StoreError> for Box<dyn std::error::Error + Send + Sync> {
    fn from(error: StoreError) -> Self {
        error.0.into()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
