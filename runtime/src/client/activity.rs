use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// What a server does beside answering: it tells about progress, or (of an older protocol) asks
/// in the middle of a request. Both keep a request alive.
#[derive(Debug, Default)]
pub(super) struct Activity(watch::Sender<State>);

#[derive(Debug, Default)]
struct State {
    /// How many questions are open.
    questions: usize,
}

/// A question that is open until this is dropped.
pub(super) struct OpenQuestion<'a>(&'a Activity);

impl Activity {
    /// The server asks.
    pub(super) fn question(&self) -> OpenQuestion<'_> {
        self.0.send_modify(|state| state.questions += 1);
        OpenQuestion(self)
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
            let _ = changes.wait_for(|state| state.questions == 0).await;
            tokio::select! {
                () = sleep(time) => return,
                _ = changes.changed() => {}
            }
        }
    }
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        self.0.0.send_modify(|state| state.questions -= 1);
    }
}
