//! The line between client and server.

use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, duplex, split,
};

/// How much may be on its way.
const BUFFER: usize = 64 * 1024;

/// The client's end and the server's end. Where it is shown, each message is printed as it
/// passes.
pub fn connect(show: bool) -> (DuplexStream, DuplexStream) {
    let (client, near) = duplex(BUFFER);
    if !show {
        return (client, near);
    }
    let (far, server) = duplex(BUFFER);
    let (from_client, to_client) = split(near);
    let (from_server, to_server) = split(far);
    tokio::spawn(pass(from_client, to_server, "client -> server"));
    tokio::spawn(pass(from_server, to_client, "server -> client"));
    (client, server)
}

/// Passes lines on until one end closes, and then closes the other.
async fn pass<R, W>(from: R, mut to: W, direction: &'static str)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut lines = BufReader::new(from).lines();
    while let Ok(Some(mut line)) = lines.next_line().await {
        eprintln!("{direction}  {line}");
        line.push('\n');
        if to.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
    // The other end is gone already where this fails.
    let _ = to.shutdown().await;
}
