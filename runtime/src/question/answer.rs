use std::fmt;

use serde::{Deserialize, Serialize};

/// What a person made of a form.
///
/// Nothing turns a decline or a cancel into data: look at the three outcomes, or let
/// [`accepted`](Answer::accepted) end the tool with the reason.
///
/// Spec: *client/elicitation*, response actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[must_use = "an answer says whether the person agreed; match on it or use `.accepted()?`"]
pub enum Answer<T> {
    /// The person filled in the form and sent it.
    Accept(T),
    /// The person said no.
    Decline,
    /// The person closed the form without a decision.
    Cancel,
}

impl<T> Answer<T> {
    /// Whether the person agreed.
    #[must_use]
    pub const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accept(_))
    }

    /// The data of an accepted form.
    ///
    /// # Errors
    /// [`NotAccepted`], which says whether the person declined or cancelled.
    pub fn accepted(self) -> Result<T, NotAccepted> {
        match self {
            Self::Accept(data) => Ok(data),
            Self::Decline => Err(NotAccepted::Declined),
            Self::Cancel => Err(NotAccepted::Cancelled),
        }
    }

    /// The same outcome with other data.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Accept(data) => Answer::Accept(change(data)),
            Self::Decline => Answer::Decline,
            Self::Cancel => Answer::Cancel,
        }
    }
}

/// Why there is no data: the error of [`Answer::accepted`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotAccepted {
    /// The person said no.
    Declined,
    /// The person closed the form without a decision.
    Cancelled,
}

impl fmt::Display for NotAccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Declined => "the user declined; do not ask again unless the user wants it",
            Self::Cancelled => "the user cancelled without a decision",
        })
    }
}

impl std::error::Error for NotAccepted {}
