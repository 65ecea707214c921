//! What a tool tells its client while it works, without waiting for an answer.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

/// How far the work of one round is.
///
/// ```
/// use mrtr::Progress;
///
/// let of_ten = Progress::of(3.0, 10.0).message("copying");
/// let unknown_end = Progress::from(3.0);
/// # let _ = (of_ten, unknown_end);
/// ```
///
/// Spec: *basic/utilities/progress*.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What is done; more with each notice.
    pub done: f64,
    /// What there is to do, where that is known.
    pub total: Option<f64>,
    /// What is being done, for people.
    pub message: Option<String>,
}

/// How grave a message for the client's log is.
///
/// Spec: *server/utilities/logging*; the levels of RFC 5424.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// For those who look for a fault.
    Debug,
    /// What goes on.
    Info,
    /// Something to know about.
    Notice,
    /// It may become a fault.
    Warning,
    /// Something did not work.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody has to act now.
    Alert,
    /// Nothing works.
    Emergency,
}

#[cfg(feature = "host")]
impl Level {
    const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The level with this number, which `as u8` makes of it; the gravest for any other number.
    pub(crate) fn numbered(number: u8) -> Self {
        let level = Self::ALL.get(usize::from(number));
        level.copied().unwrap_or(Self::Emergency)
    }
}

/// Sends notices to the client of one request; a host implements it.
pub trait Notify: Send + Sync {
    /// Tells how far the work is. Where nobody asked for it, nothing happens.
    fn progress(&self, progress: Progress) -> Notifying<'_>;

    /// Whether the client wants messages of this level.
    fn wants(&self, level: Level) -> bool;

    /// Sends a message for the client's log.
    fn log(&self, level: Level, logger: &str, data: Value) -> Notifying<'_>;
}

/// A notice that is being sent. That it cannot be is no error of the tool.
pub type Notifying<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Where the notices of one request go. By default nowhere.
#[derive(Clone, Default)]
pub struct Notices(Option<Arc<dyn Notify>>);

impl Notices {
    /// To a client.
    pub fn to(client: impl Notify + 'static) -> Self {
        Self(Some(Arc::new(client)))
    }

    pub(crate) fn client(&self) -> Option<&dyn Notify> {
        self.0.as_deref()
    }
}

impl Progress {
    /// `done` of `total`.
    #[must_use]
    pub fn of(done: f64, total: f64) -> Self {
        Self {
            total: Some(total),
            ..Self::from(done)
        }
    }

    /// Says what is being done.
    #[must_use]
    pub fn message(mut self, text: impl Into<String>) -> Self {
        self.message = Some(text.into());
        self
    }
}

/// So much is done, of what nobody knows.
impl From<f64> for Progress {
    fn from(done: f64) -> Self {
        Self {
            done,
            total: None,
            message: None,
        }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Notices(client)"
        } else {
            "Notices(nobody)"
        })
    }
}
