//! The formats of text that a form's schema knows.
//!
//! Checked by `const` functions of our own rather than by a library, so that the one definition
//! serves twice: at compile time for a default, at run time for an answer.

mod bytes;
mod date;
mod email;
mod uri;

use date::{is_date, is_date_time};
use email::is_email;
use uri::is_uri;

/// A format of text.
///
/// Each is the format of that name in JSON Schema, a little stricter where a looser text would
/// surprise: an email address without quotes or comments, a time without leap seconds, and no
/// URI that carries a program (`javascript:`, `vbscript:`, `data:`).
///
/// Spec: `StringSchema.format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `name@example.org`
    Email,
    /// An absolute URI (RFC 3986): `https://example.org/`.
    Uri,
    /// `2026-07-28`
    Date,
    /// A time with its offset (RFC 3339): `2026-07-28T09:30:00Z`.
    DateTime,
}

impl Format {
    /// The format's name in a schema.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether `text` has the format.
    #[must_use]
    pub const fn accepts(self, text: &str) -> bool {
        let text = text.as_bytes();
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }

    /// What the text must be, for the person who has to write it.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Email => "must be an email address, such as name@example.org",
            Self::Uri => "must be a full address, such as https://example.org/page",
            Self::Date => "must be a date, such as 2026-07-28",
            Self::DateTime => {
                "must be a date and time with its offset, such as 2026-07-28T09:30:00Z"
            }
        }
    }
}

/// Asserts what a format accepts, and what not.
#[cfg(test)]
fn check(format: Format, good: &[&str], bad: &[&str]) {
    for text in good {
        assert!(format.accepts(text), "{text:?} is a good {format:?}");
    }
    for text in bad {
        assert!(!format.accepts(text), "{text:?} is a bad {format:?}");
    }
}
