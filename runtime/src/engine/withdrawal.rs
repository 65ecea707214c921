use std::sync::atomic::{AtomicU8, Ordering};

/// Lets a host end a round whose client went away, as long as that is without consequences.
///
/// A tool that runs [once](crate::once) cannot be ended in the middle of its effect: what it has
/// done stays done, nobody would know of it, and it is not run again. A client that loses its
/// connection and sends the same request once more has a right to the outcome. So such a round
/// runs to its end once it was let through, and the outcome is recorded, whether anybody waits for
/// it or not. Everything before that, and every round of another tool, can be dropped at any time.
///
/// ```
/// use std::sync::Arc;
///
/// use mrtr::State;
/// use mrtr::engine::{Engine, Outcome, Request, Withdrawal};
/// use mrtr::wire::ToolOutput;
/// # use mrtr::__private::ToolInfo;
///
/// /// Serves a round of a tool that runs once; `None` where the client went away.
/// async fn serve(
///     engine: Arc<Engine>,
///     tool: ToolInfo,
///     state: Arc<State>,
///     request: Request,
///     client_left: impl Future<Output = ()>,
/// ) -> Option<Outcome<ToolOutput>> {
///     let withdrawal = Arc::new(Withdrawal::new());
///     let mut round = tokio::spawn({
///         let withdrawal = Arc::clone(&withdrawal);
///         async move { engine.round_until(&tool, &state, request, &withdrawal).await }
///     });
///     tokio::select! {
///         outcome = &mut round => outcome.ok(),
///         () = client_left => {
///             if withdrawal.withdraw() {
///                 round.abort();
///             }
///             None
///         }
///     }
/// }
/// ```
#[derive(Debug, Default)]
pub struct Withdrawal(AtomicU8);

const WITHDRAWN: u8 = 1;
const LET_THROUGH: u8 = 2;

impl Withdrawal {
    /// For one round.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Ends the round, unless it was let through. Returns whether it is ended: then its future can
    /// be dropped, and has to be polled to its end otherwise.
    #[must_use = "a round that was let through must not be dropped"]
    pub fn withdraw(&self) -> bool {
        self.become_unless(WITHDRAWN, LET_THROUGH)
    }

    /// Lets the round through, unless it was withdrawn.
    pub(super) fn let_through(&self) -> bool {
        self.become_unless(LET_THROUGH, WITHDRAWN)
    }

    /// Both decide about the same word, so one of them comes first.
    fn become_unless(&self, next: u8, other: u8) -> bool {
        let changed = self
            .0
            .compare_exchange(0, next, Ordering::AcqRel, Ordering::Acquire);
        changed.map_or_else(|now| now != other, |_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_first_decides() {
        let early = Withdrawal::new();
        assert!(early.withdraw() && early.withdraw());
        assert!(!early.let_through());

        let late = Withdrawal::new();
        assert!(late.let_through());
        assert!(!late.withdraw() && !late.withdraw());
    }
}
