use std::time::Duration;

/// How clients of an older protocol (2025-11-25 and before) are asked: by requests of the server's
/// own, while their call waits. It needs a connection on which they can answer: stdio, or an HTTP
/// session.
///
/// ```
/// use std::time::Duration;
/// use mrtr::host::Legacy;
///
/// let mut legacy = Legacy::default();
/// legacy.max_wait = Duration::from_secs(120);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Legacy {
    /// How many rounds of questions a call may take. The bound of the
    /// [`Policy`](crate::engine::Policy) holds as well. Default: 10.
    pub max_rounds: u32,
    /// How long one question may wait for its answer. Default: 10 minutes.
    ///
    /// The state of a round lives as long as the [`Policy`](crate::engine::Policy) says: all answers
    /// of a round have to come within that.
    pub max_wait: Duration,
    /// How many HTTP sessions there may be at a time, each of which takes memory: another one is
    /// refused with status 503 until some are over. Default: 1000.
    pub max_sessions: usize,
}

impl Default for Legacy {
    fn default() -> Self {
        Self {
            max_rounds: 10,
            max_wait: Duration::from_secs(600),
            max_sessions: 1000,
        }
    }
}
