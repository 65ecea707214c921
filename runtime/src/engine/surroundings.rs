use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What time it is. Values cross processes, so it is the time of day, not a monotonic clock.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since the Unix epoch.
    fn now(&self) -> Duration;

    /// Waits. A clock that is set by hand may let it pass at once.
    fn sleep(&self, time: Duration) -> Sleeping<'_> {
        Box::pin(futures_timer::Delay::new(time))
    }
}

/// A wait that is not over yet.
pub type Sleeping<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Where random bytes come from.
pub trait Entropy: fmt::Debug + Send + Sync {
    /// Fills the buffer with bytes that nobody can guess.
    ///
    /// # Errors
    /// The source failed; the round then ends with an internal error.
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError>;
}

/// The source of randomness failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntropyError(pub String);

/// The system's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// The operating system's random source.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsEntropy;

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        // A clock before 1970 makes every state look as if it were from the future: refused.
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    }
}

impl Entropy for OsEntropy {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        getrandom::fill(buffer).map_err(|error| EntropyError(error.to_string()))
    }
}

impl fmt::Display for EntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no randomness: {}", self.0)
    }
}

impl std::error::Error for EntropyError {}
