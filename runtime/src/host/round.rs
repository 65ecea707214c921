//! A round that its client may give up.

use std::sync::Arc;

use tokio::task::AbortHandle;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use super::Host;
use crate::engine::{Outcome, Request, Withdrawal};
use crate::output::Output;
use crate::tool::Info;
use crate::wire::{ErrorObject, INTERNAL_ERROR};

/// The rounds that run to their end, whether anybody waits for it or not.
#[derive(Debug, Default)]
pub(super) struct Rounds(TaskTracker);

/// Ends a round that is given up, if that is without consequences.
struct GivenUp {
    withdrawal: Arc<Withdrawal>,
    round: AbortHandle,
}

impl Host {
    /// Serves one round. To drop the future gives the round up.
    pub(super) async fn round<O: Output>(&self, info: &Info<O>, request: Request) -> Outcome<O> {
        if !info.once {
            return self.engine().round(info, self.state(), request).await;
        }
        let withdrawal = Arc::new(Withdrawal::new());
        let round = {
            let (host, info, withdrawal) = (self.clone(), *info, Arc::clone(&withdrawal));
            let round = async move {
                let (engine, state) = (host.engine(), host.state());
                engine.round_until(&info, state, request, &withdrawal).await
            };
            self.rounds().0.spawn(round.in_current_span())
        };
        let _given_up = GivenUp {
            withdrawal,
            round: round.abort_handle(),
        };
        // The engine catches panics, and nobody aborts what somebody waits for.
        round.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a round has ended without an outcome");
            let text = "The server failed to run the tool; its log says why.";
            Outcome::Error(ErrorObject::new(INTERNAL_ERROR, text))
        })
    }

    /// Waits until no round runs any more that must not be left half done.
    pub(super) async fn settled(&self) {
        self.rounds().0.close();
        self.rounds().0.wait().await;
    }
}

impl Drop for GivenUp {
    fn drop(&mut self) {
        if self.withdrawal.withdraw() {
            self.round.abort();
        } else if !self.round.is_finished() {
            tracing::info!("the client went away; the round runs to its end, for who asks again");
        }
    }
}
