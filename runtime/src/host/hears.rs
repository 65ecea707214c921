//! Notices that a client has said its last word: whatever it is asked then has no answer.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// What a client sends, until it sends no more.
pub(super) struct UntilEnd<R> {
    reader: R,
    /// Cancelled at the end.
    end: CancellationToken,
}

impl<R> UntilEnd<R> {
    pub(super) fn new(reader: R, end: CancellationToken) -> Self {
        Self { reader, end }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for UntilEnd<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let (before, room) = (buffer.filled().len(), buffer.remaining());
        let read = Pin::new(&mut self.reader).poll_read(context, buffer);
        let is_over = match &read {
            Poll::Ready(Ok(())) => room > 0 && buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_over {
            self.end.cancel();
        }
        read
    }
}
