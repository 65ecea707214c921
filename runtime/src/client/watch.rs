use std::fmt;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::{IntoTransport, Transport};
use serde::Serialize;

/// A transport that shows each JSON-RPC message as it passes.
pub struct Watched<T> {
    inner: T,
    show: Show,
}

type Show = Arc<dyn Fn(Direction, &str) + Send + Sync>;

/// Which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the server.
    Sent,
    /// From the server.
    Received,
}

/// Watches a transport of rmcp: `show` is given each message, as JSON in one line.
pub fn watch<T, E, I>(
    transport: T,
    show: impl Fn(Direction, &str) + Send + Sync + 'static,
) -> Watched<impl Transport<RoleClient, Error = E>>
where
    T: IntoTransport<RoleClient, E, I>,
    E: std::error::Error + Send + Sync + 'static,
{
    Watched {
        inner: transport.into_transport(),
        show: Arc::new(show),
    }
}

impl<T> Watched<T> {
    fn tell(&self, direction: Direction, message: &impl Serialize) {
        // What came from JSON, or is about to become it, can be written as JSON.
        if let Ok(json) = serde_json::to_string(message) {
            (self.show)(direction, &json);
        }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Watched<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.tell(Direction::Sent, &message);
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.inner.receive().await?;
        self.tell(Direction::Received, &message);
        Some(message)
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.inner.close()
    }
}

impl<T> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").finish_non_exhaustive()
    }
}
