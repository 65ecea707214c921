use std::fmt;

use super::Literal;

/// An enum of which a person picks one: `#[derive(Choice)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice",
    label = "not a choice",
    note = "derive `mrtr::Choice` for an enum whose variants have no data",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-form-that-is-refused"
)]
pub trait Choice: Sized + Send + 'static {
    /// The options, in the order in which they are shown.
    const OPTIONS: &'static [ChoiceOption];

    /// The variant of that name on the wire.
    fn from_name(name: &str) -> Option<Self>;
}

/// One option of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChoiceOption {
    /// The value on the wire.
    pub name: &'static str,
    /// The label for people; where there is none, clients show the name.
    pub title: Option<&'static str>,
    discriminant: isize,
}

impl ChoiceOption {
    /// An option for the variant with this discriminant (`Self::Variant as isize`).
    #[must_use]
    pub const fn new(name: &'static str, discriminant: isize) -> Self {
        Self {
            name,
            title: None,
            discriminant,
        }
    }

    /// Adds a label for people.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Whether an author's `value` means this option.
    pub(super) const fn is(&self, value: Literal) -> bool {
        match value {
            Literal::Variant(discriminant) => discriminant == self.discriminant,
            Literal::Text(name) => equal(name.as_bytes(), self.name.as_bytes()),
            _ => false,
        }
    }
}

impl fmt::Display for ChoiceOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.title {
            Some(title) if title != self.name => write!(f, "{title} ({})", self.name),
            _ => f.write_str(self.name),
        }
    }
}

/// `==`, which cannot be called in a constant.
const fn equal(left: &[u8], right: &[u8]) -> bool {
    let (mut left, mut right) = (left, right);
    loop {
        (left, right) = match (left, right) {
            ([], []) => return true,
            ([l, left @ ..], [r, right @ ..]) if *l == *r => (left, right),
            _ => return false,
        };
    }
}
