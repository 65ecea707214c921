use std::time::Duration;

/// The bounds of a flow.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// How long state can be redeemed, from the round that made it. Default: 10 minutes.
    pub lifetime: Duration,
    /// How long a call may take, from its first round to its last one; longer than the lifetime of
    /// one state, which each round starts anew. Default: 24 hours.
    pub deadline: Duration,
    /// How many rounds of questions a call may take. Default: 10.
    pub max_rounds: u32,
    /// How many times one step asks again because answers are missing or do not fit, before the
    /// call ends. A round that brings some of them does not count. Default: 5.
    ///
    /// A tool without state (`stateless`) asks as often as it is called.
    pub max_repeats: u32,
    /// The longest `requestState` that is looked at, and the longest that is made, in bytes.
    /// Default: 32 KiB.
    pub max_state_bytes: usize,
    /// How long a round waits for the outcome of the same round, where a tool runs once and another
    /// request is at it already. Default: 10 seconds.
    pub patience: Duration,
    /// How far the clocks of two instances may be apart, at most
    /// [`MAX_LEEWAY`](Self::MAX_LEEWAY). Default: 30 seconds.
    pub leeway: Duration,
}

impl Policy {
    /// The longest leeway that counts, 5 minutes: with more of it, times would mean little.
    pub const MAX_LEEWAY: Duration = Duration::from_secs(300);

    pub(super) fn leeway(&self) -> Duration {
        self.leeway.min(Self::MAX_LEEWAY)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            lifetime: Duration::from_secs(600),
            deadline: Duration::from_secs(24 * 60 * 60),
            max_rounds: 10,
            max_repeats: 5,
            max_state_bytes: 32 * 1024,
            patience: Duration::from_secs(10),
            leeway: Duration::from_secs(30),
        }
    }
}
