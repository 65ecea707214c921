//! The trace that a call is part of.

use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::str::FromStr;

use rmcp::model::RequestMetaObject;

/// A place in a distributed trace: W3C Trace Context.
///
/// It travels in the `_meta` of each request of a call, so that all its rounds are one trace, those
/// too that another process sends after the call was stored.
///
/// Spec: *basic*, `_meta`; *W3C Trace Context*.
///
/// ```
/// use mrtr::client::Trace;
///
/// let trace: Trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".parse()?;
/// assert_eq!(trace.id(), "0af7651916cd43dd8448eb211c80319c");
/// # Ok::<_, mrtr::client::NotATrace>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    parent: String,
    state: Option<String>,
}

/// Where the trace of a call comes from that has none yet.
pub(super) type Tracer = Box<dyn Fn() -> Option<Trace> + Send + Sync>;

/// What was given is not of the form that W3C Trace Context has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATrace(&'static str);

impl Trace {
    /// A new trace, for a client that has no tracer of its own. It is marked as sampled: servers
    /// that record traces will record it.
    #[must_use]
    pub fn begin() -> Self {
        let [first, second, parent] = [(); 3].map(|()| random());
        Self {
            parent: format!("00-{first:016x}{second:016x}-{parent:016x}-01"),
            state: None,
        }
    }

    /// With `tracestate`: what tracers pass on beside it.
    ///
    /// # Errors
    /// It has a character that a `tracestate` cannot have, or nothing else.
    pub fn with_state(mut self, tracestate: impl Into<String>) -> Result<Self, NotATrace> {
        let state = tracestate.into();
        if state.trim().is_empty() || !state.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(NotATrace("`tracestate` is a list of printable ASCII"));
        }
        self.state = Some(state);
        Ok(self)
    }

    /// The trace's own id: 32 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        id(&self.parent)
    }

    pub(super) fn write(self, meta: &mut RequestMetaObject) {
        meta.set_traceparent(self.parent);
        if let Some(state) = self.state {
            meta.set_tracestate(state);
        }
    }
}

/// The trace's id in a `traceparent`; what is none has no id.
pub(super) fn id(traceparent: &str) -> &str {
    traceparent.split('-').nth(1).unwrap_or_default()
}

/// Never 0, which W3C Trace Context does not allow.
fn random() -> u64 {
    RandomState::new().build_hasher().finish().max(1)
}

impl FromStr for Trace {
    type Err = NotATrace;

    /// Reads a `traceparent`.
    fn from_str(traceparent: &str) -> Result<Self, NotATrace> {
        let hex = |part: &str, length: usize| {
            let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            part.len() == length && part.bytes().all(digit)
        };
        let id = |part: &str, length| hex(part, length) && part.bytes().any(|byte| byte != b'0');
        let parts: Vec<&str> = traceparent.split('-').collect();
        let good = match parts[..] {
            // Later versions may have more parts.
            [version, trace, parent, flags, ref more @ ..] => {
                hex(version, 2)
                    && version != "ff"
                    && id(trace, 32)
                    && id(parent, 16)
                    && hex(flags, 2)
                    && (version != "00" || more.is_empty())
            }
            _ => false,
        };
        if !good {
            return Err(NotATrace(
                "`traceparent` is VERSION-TRACE-PARENT-FLAGS, each in lower-case hexadecimal",
            ));
        }
        Ok(Self {
            parent: traceparent.to_owned(),
            state: None,
        })
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parent)
    }
}

impl fmt::Display for NotATrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NotATrace {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_w3c_allows_is_a_trace() {
        let (trace, parent) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let read = |text: String| text.parse::<Trace>();
        assert!(read(format!("00-{trace}-{parent}-01")).is_ok());
        assert!(read(format!("cc-{trace}-{parent}-01-more")).is_ok());
        for wrong in [
            String::new(),
            format!("00-{trace}-{parent}"),
            format!("00-{trace}-{parent}-01-more"),
            format!("ff-{trace}-{parent}-01"),
            format!("00-{}-{parent}-01", trace.to_uppercase()),
            format!("00-{}-{parent}-01", "0".repeat(32)),
            format!("00-{trace}-{}-01", "0".repeat(16)),
            format!("00-{trace}-{parent}-1"),
            format!(" 00-{trace}-{parent}-01"),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong:?}");
        }
        let good = || Trace::begin();
        assert!(good().with_state("a=1,b@c=2").is_ok());
        for wrong in ["", "  ", "a=\n", "a=ä"] {
            assert!(good().with_state(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_new_trace_is_one_and_of_its_own() {
        let (one, other) = (Trace::begin(), Trace::begin());
        assert_ne!(one.id(), other.id());
        assert_eq!(one.to_string().parse(), Ok(one));
    }
}
