//! What the operator reads.

use std::io;
use std::sync::{Arc, Mutex};

use tracing::instrument::WithSubscriber as _;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("lines").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was logged meanwhile, and what came of it.
pub async fn logged<T>(work: impl Future<Output = T>) -> (T, String) {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let result = work.with_subscriber(subscriber).await;
    let bytes = lines.0.lock().expect("lines").clone();
    (result, String::from_utf8(bytes).expect("text"))
}
