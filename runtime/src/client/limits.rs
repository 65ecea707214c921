use std::time::Duration;

/// How long a call may go on. Each limit that is reached ends the call with an error that holds
/// what the server asked last.
///
/// A server of an older protocol has no rounds: questions that are open at the same time count as
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Whether the client's handlers are asked at all. Without it, the first question ends the
    /// call. Default: yes.
    pub auto_fulfill: bool,
    /// How many rounds are answered; the reply to the last one is still taken. `None` is no
    /// limit. Default: 10.
    pub max_rounds: Option<u32>,
    /// How many questions one round may have. `None` is no limit. Default: 32.
    pub max_questions: Option<u32>,
    /// How long the answers to one round may take: the time of people. Default: 600 s.
    pub round_timeout: Option<Duration>,
    /// How long the server may be silent about one request: neither a response nor progress. The
    /// time of people does not count. Default: 300 s.
    pub request_timeout: Option<Duration>,
    /// How long everything together may take, the time of people included. Default: no limit.
    pub max_total_timeout: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            auto_fulfill: true,
            max_rounds: Some(10),
            max_questions: Some(32),
            round_timeout: Some(Duration::from_secs(600)),
            request_timeout: Some(Duration::from_secs(300)),
            max_total_timeout: None,
        }
    }
}

impl Limits {
    /// Sets [`auto_fulfill`](Self::auto_fulfill).
    #[must_use]
    pub fn auto_fulfill(mut self, yes: bool) -> Self {
        self.auto_fulfill = yes;
        self
    }

    /// Sets [`max_rounds`](Self::max_rounds).
    #[must_use]
    pub fn max_rounds(mut self, rounds: impl Into<Option<u32>>) -> Self {
        self.max_rounds = rounds.into();
        self
    }

    /// Sets [`max_questions`](Self::max_questions).
    #[must_use]
    pub fn max_questions(mut self, questions: impl Into<Option<u32>>) -> Self {
        self.max_questions = questions.into();
        self
    }

    /// Sets [`round_timeout`](Self::round_timeout).
    #[must_use]
    pub fn round_timeout(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.round_timeout = time.into();
        self
    }

    /// Sets [`request_timeout`](Self::request_timeout).
    #[must_use]
    pub fn request_timeout(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.request_timeout = time.into();
        self
    }

    /// Sets [`max_total_timeout`](Self::max_total_timeout).
    #[must_use]
    pub fn max_total_timeout(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.max_total_timeout = time.into();
        self
    }
}
