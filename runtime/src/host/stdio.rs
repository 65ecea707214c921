use rmcp::serve_server;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use super::hears::UntilEnd;
use super::{ServeError, Server};

impl Server {
    /// Serves one client over this process's stdin and stdout, until it closes them.
    ///
    /// The user of the process is its only user, and the caller of each call:
    /// [`Principal::local_user`](crate::Principal::local_user).
    ///
    /// # Errors
    /// [`ServeError`] where the server cannot start, or the client does not speak MCP.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        // Non-blocking where both handles are pipes, which is how clients start a server.
        let (reader, writer) = stdio_pipes();
        self.serve_over(reader, writer).await
    }

    /// Serves one client over any two streams of JSON lines, until it closes them. Rounds of tools
    /// that run [once](crate::once) and have begun are waited for.
    ///
    /// # Errors
    /// [`ServeError`] where the server cannot start, or the client does not speak MCP.
    pub async fn serve_over<R, W>(self, reader: R, writer: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let end = CancellationToken::new();
        let handler = self.handler()?.until(end.clone());
        let host = handler.host().clone();
        let reader = UntilEnd::new(reader, end);
        let served = match serve_server(handler, (reader, writer)).await {
            Ok(running) => match running.waiting().await {
                Ok(_) => Ok(()),
                Err(error) => Err(ServeError::Protocol(error.to_string())),
            },
            // A client that leaves without a word did nothing wrong.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(ServeError::Protocol(error.to_string())),
        };
        host.settled().await;
        served
    }
}
