use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::error::CallErrorKind;
use super::limits::Limits;

/// What a server does beside answering: it tells about progress, or (of an older protocol) asks
/// in the middle of a request. Both keep a request alive.
///
/// Such a server does not say which call a question belongs to. So the calls that run at the same
/// time pay for its questions together, each time the one that has the most left; without a call
/// the connection itself pays, until the next call.
#[derive(Debug)]
pub(super) struct Activity(watch::Sender<State>);

#[derive(Debug)]
struct State {
    /// How many questions are open.
    open: u32,
    /// How many questions came since none was open: one round, as far as anybody can tell.
    together: u32,
    calls: BTreeMap<u64, Budget>,
    connection: Budget,
    next: u64,
}

/// What is left of a call's limits.
#[derive(Debug, Clone, Copy)]
struct Budget {
    limits: Limits,
    rounds: u32,
    over: Option<Over>,
}

/// Why a question is not put to anybody any more.
#[derive(Debug, Clone, Copy)]
pub(super) enum Over {
    NotAutomatic,
    Rounds(u32),
    Questions(u32),
}

/// A question that is open until this is dropped.
pub(super) struct OpenQuestion<'a> {
    activity: &'a Activity,
    /// The calls that ran when it came: one of them made the server ask.
    calls: Vec<u64>,
}

/// A call that pays for questions until this is dropped.
pub(super) struct Running<'a> {
    activity: &'a Activity,
    call: u64,
}

impl Activity {
    /// With the limits for questions outside of any call.
    pub(super) fn new(limits: Limits) -> Self {
        Self(watch::Sender::new(State {
            open: 0,
            together: 0,
            calls: BTreeMap::new(),
            connection: Budget::new(limits),
            next: 0,
        }))
    }

    /// The server asks.
    ///
    /// # Errors
    /// It asks more than any of the running calls allows. They learn of it too.
    pub(super) fn question(&self) -> Result<OpenQuestion<'_>, Over> {
        let mut paid = Ok(Vec::new());
        self.0.send_modify(|state| {
            paid = state.pay().map(|()| state.calls.keys().copied().collect());
        });
        paid.map(|calls| OpenQuestion {
            activity: self,
            calls,
        })
    }

    /// A call of these limits runs.
    pub(super) fn running(&self, limits: Limits) -> Running<'_> {
        let mut call = 0;
        self.0.send_modify(|state| {
            call = state.next;
            state.next += 1;
            state.calls.insert(call, Budget::new(limits));
            state.connection = Budget::new(state.connection.limits);
        });
        Running {
            activity: self,
            call,
        }
    }

    /// The server is alive.
    pub(super) fn sign(&self) {
        self.0.send_modify(|_| {});
    }

    /// Ends once the server was silent for this time, with no question open.
    pub(super) async fn silence(&self, time: Duration) {
        let mut changes = self.0.subscribe();
        loop {
            // The sender is `self`, so neither wait can fail.
            let _ = changes.wait_for(|state| state.open == 0).await;
            tokio::select! {
                () = sleep(time) => return,
                _ = changes.changed() => {}
            }
        }
    }
}

impl State {
    fn pay(&mut self) -> Result<(), Over> {
        let new_round = self.open == 0;
        let together = if new_round { 0 } else { self.together };
        let calls = self.calls.values_mut().max_by_key(|budget| budget.left());
        let payer = calls.unwrap_or(&mut self.connection);
        match payer.allows(new_round, together) {
            Ok(()) => {
                payer.rounds += u32::from(new_round);
                self.together = together + 1;
                self.open += 1;
                Ok(())
            }
            Err(over) => {
                // None of the others has more left, and the next question is no better.
                self.connection.over = Some(over);
                for budget in self.calls.values_mut() {
                    budget.over = Some(over);
                }
                Err(over)
            }
        }
    }
}

impl Budget {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            rounds: 0,
            over: None,
        }
    }

    /// The more there is left, the greater it is.
    fn left(&self) -> (bool, u32) {
        let rounds = self.limits.max_rounds.unwrap_or(u32::MAX);
        (self.limits.auto_fulfill, rounds.saturating_sub(self.rounds))
    }

    fn allows(&self, new_round: bool, together: u32) -> Result<(), Over> {
        if let Some(over) = self.over {
            return Err(over);
        }
        let limits = &self.limits;
        if !limits.auto_fulfill {
            return Err(Over::NotAutomatic);
        }
        if let Some(most) = limits
            .max_rounds
            .filter(|most| new_round && self.rounds >= *most)
        {
            return Err(Over::Rounds(most));
        }
        if let Some(most) = limits.max_questions.filter(|most| together >= *most) {
            return Err(Over::Questions(most));
        }
        Ok(())
    }
}

impl OpenQuestion<'_> {
    /// Ends once nobody waits for the answer any more: all those calls are over.
    pub(super) async fn forsaken(&self) {
        if self.calls.is_empty() {
            // Nobody here made the server ask; it may still want to know.
            return std::future::pending().await;
        }
        let mut changes = self.activity.0.subscribe();
        let over = |state: &State| !self.calls.iter().any(|call| state.calls.contains_key(call));
        // The sender is `self.activity`, so the wait cannot fail.
        let _ = changes.wait_for(over).await;
    }
}

impl Running<'_> {
    /// Ends once the server has asked more than the call allows.
    pub(super) async fn over(&self) -> Over {
        let mut changes = self.activity.0.subscribe();
        loop {
            let over = |state: &State| state.calls.get(&self.call).and_then(|budget| budget.over);
            // The sender is `self.activity`, so the wait cannot fail.
            if let Ok(state) = changes.wait_for(|state| over(state).is_some()).await
                && let Some(over) = over(&state)
            {
                return over;
            }
        }
    }
}

impl From<Over> for CallErrorKind {
    fn from(over: Over) -> Self {
        match over {
            Over::NotAutomatic => Self::NotAutomatic,
            Over::Rounds(most) => Self::TooManyRounds(most),
            Over::Questions(most) => Self::TooManyQuestions(most),
        }
    }
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        self.activity.0.send_modify(|state| state.open -= 1);
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.activity.0.send_modify(|state| {
            state.calls.remove(&self.call);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many rounds of one question each are allowed.
    fn rounds(activity: &Activity) -> usize {
        (0..1000)
            .take_while(|_| activity.question().is_ok())
            .count()
    }

    fn limits(rounds: u32) -> Limits {
        Limits::default().max_rounds(rounds)
    }

    #[test]
    fn calls_that_run_together_pay_together() {
        let activity = Activity::new(limits(100));
        let (_few, _more) = (activity.running(limits(2)), activity.running(limits(5)));
        assert_eq!(rounds(&activity), 7);
    }

    #[test]
    fn outside_of_calls_the_connection_pays_until_the_next_one() {
        let activity = Activity::new(limits(3));
        assert_eq!(rounds(&activity), 3);
        drop(activity.running(limits(1)));
        assert_eq!(rounds(&activity), 3);
    }

    #[test]
    fn what_a_call_was_asked_too_much_is_not_paid_by_the_connection() {
        let activity = Activity::new(limits(3));
        let call = activity.running(limits(1));
        assert_eq!(rounds(&activity), 1);
        drop(call);
        assert_eq!(rounds(&activity), 0);
    }

    #[test]
    fn questions_that_are_open_together_are_one_round() {
        let activity = Activity::new(limits(1).max_questions(3));
        let open: Vec<_> = (0..9).map_while(|_| activity.question().ok()).collect();
        assert_eq!(open.len(), 3);
    }
}
