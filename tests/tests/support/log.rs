//! What the operator reads.

use std::io;
use std::sync::{Arc, LazyLock, Mutex};

use tracing::Dispatch;
use tracing::subscriber::{NoSubscriber, with_default};

/// While there is a single subscriber, `tracing` lets the thread that meets an event first decide
/// for all threads whether it is of interest, and other tests run without one.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));

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

/// What is logged by work on this thread.
pub(crate) fn logged<T>(work: impl FnOnce() -> T) -> String {
    LazyLock::force(&SECOND);
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    with_default(subscriber, || drop(work()));
    let bytes = lines.0.lock().expect("lines").clone();
    String::from_utf8(bytes).expect("text")
}
