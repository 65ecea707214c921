//! Polls the author's code, and notices when it stops or panics.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use super::failure::Failure;
use crate::machine::{Machine, Stop};
use crate::tool::Running;
use crate::wire::{ErrorObject, ToolOutput};

/// How a flow's part in a round ended.
pub(super) enum Driven {
    /// It came to its end.
    Finished(Result<ToolOutput, ErrorObject>),
    /// It stopped at a step, or could not go on.
    Stopped(Stop),
    /// It has its answers and waits to be let through.
    AtGate,
}

/// A part of a round in which the author's code may run.
pub(super) type Part<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'a>>;

/// Polls a flow until it finishes, stops, or is at its gate. One that stopped is never polled
/// again.
pub(super) async fn drive(machine: &Machine, flow: &mut Running<'_>) -> Driven {
    poll_fn(|cx| {
        let polled = flow.as_mut().poll(cx);
        // A flow that stopped has no say any more, whatever it returned: it went on without what
        // it stopped for.
        match (machine.take_stop(), polled) {
            (Some(stop), _) => Poll::Ready(Driven::Stopped(stop)),
            (None, Poll::Ready(result)) => Poll::Ready(Driven::Finished(result)),
            (None, Poll::Pending) if machine.is_at_gate() => Poll::Ready(Driven::AtGate),
            (None, Poll::Pending) => Poll::Pending,
        }
    })
    .await
}

/// Turns a panic of the author's code, in whichever part of a round, into a failure.
///
/// In a box: a future that holds a round by value would have it twice, before and after it is
/// pinned, and is itself held by the futures of the host.
pub(super) async fn guarded<T>(mut round: Part<'_, T>) -> Result<T, Failure> {
    poll_fn(|cx| {
        // Nothing is looked at after a panic that the panic could have left half done: the round
        // is dropped, and the engine itself does not change in a round.
        catch_unwind(AssertUnwindSafe(|| round.as_mut().poll(cx)))
            .unwrap_or_else(|panic| Poll::Ready(Err(Failure::Panicked(message(&*panic)))))
    })
    .await
}

fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
