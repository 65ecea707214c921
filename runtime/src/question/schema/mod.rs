//! The schema of a form: what is published, and by the same data what is checked.

mod check;
mod rules;
mod write;

pub(super) use check::{number, whole};
pub use rules::Literal;

use super::{ChoiceOption, Format};

/// The largest integer that every JSON reader keeps exactly, 2^53 − 1. No bound that a form
/// publishes is beyond it, and no answer that is beyond it is taken: a reader that holds numbers
/// as floats (any JavaScript client) would have rounded it on the way.
pub(crate) const LARGEST_INTEGER: i64 = (1 << 53) - 1;

/// The schema of a form: flat, in the restricted subset of the protocol, fields in the order in
/// which they were declared. Serialises as `requestedSchema`.
///
/// Spec: *client/elicitation*, requested schema.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FormSchema {
    fields: &'static [(&'static str, FieldSchema)],
}

/// The schema of one field: `PrimitiveSchemaDefinition`, and whether an answer must have it.
///
/// Made at compile time, by [`Field::SCHEMA`](super::Field::SCHEMA) and the field's attributes.
/// The methods that add a rule panic where it does not fit, which at compile time is an error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldSchema {
    kind: Kind,
    required: bool,
    title: Option<&'static str>,
    description: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Boolean {
        default: Option<bool>,
    },
    Text {
        /// In Unicode characters, like `max_length`.
        min_length: Option<u32>,
        max_length: Option<u32>,
        format: Option<Format>,
        default: Option<&'static str>,
    },
    Integer {
        minimum: i64,
        maximum: i64,
        default: Option<i64>,
    },
    Number {
        minimum: Option<f64>,
        maximum: Option<f64>,
        default: Option<f64>,
    },
    Choice {
        options: &'static [ChoiceOption],
        /// Whether titles are under the keyword of before 2025-11-25.
        enum_names: bool,
        default: Option<&'static str>,
    },
    Picks {
        options: &'static [ChoiceOption],
        min_items: Option<u32>,
        max_items: Option<u32>,
        /// Each one of the options.
        default: Option<&'static [Literal]>,
    },
}

impl FormSchema {
    /// A form of these fields, each under its name on the wire.
    #[must_use]
    pub const fn new(fields: &'static [(&'static str, FieldSchema)]) -> Self {
        Self { fields }
    }
}

impl FieldSchema {
    const fn of(kind: Kind) -> Self {
        Self {
            kind,
            required: true,
            title: None,
            description: None,
        }
    }

    /// Yes or no.
    #[must_use]
    pub const fn boolean() -> Self {
        Self::of(Kind::Boolean { default: None })
    }

    /// Text.
    #[must_use]
    pub const fn text() -> Self {
        Self::of(Kind::Text {
            min_length: None,
            max_length: None,
            format: None,
            default: None,
        })
    }

    /// A whole number between two bounds, each brought within ±(2^53 − 1).
    #[must_use]
    pub const fn integer(minimum: i128, maximum: i128) -> Self {
        Self::of(Kind::Integer {
            minimum: within_range(minimum),
            maximum: within_range(maximum),
            default: None,
        })
    }

    /// Any number.
    #[must_use]
    pub const fn number() -> Self {
        Self::of(Kind::Number {
            minimum: None,
            maximum: None,
            default: None,
        })
    }

    /// One of some options.
    #[must_use]
    pub const fn choice(options: &'static [ChoiceOption]) -> Self {
        Self::of(Kind::Choice {
            options,
            enum_names: false,
            default: None,
        })
    }

    /// The same choice, with its titles under the keyword `enumNames` that clients of before
    /// 2025-11-25 know. On a connection of such a version the host sees to that by itself; this is
    /// for a client that says it speaks a later version and shows options without their titles.
    ///
    /// Spec: `LegacyTitledEnumSchema`, which is deprecated.
    ///
    /// # Panics
    /// Where it is no choice of one option.
    #[must_use]
    pub const fn enum_names(mut self) -> Self {
        match &mut self.kind {
            Kind::Choice { enum_names, .. } => *enum_names = true,
            _ => panic!("only a choice of one option has names of options"),
        }
        self
    }

    /// Any of some options, each at most once.
    #[must_use]
    pub const fn picks(options: &'static [ChoiceOption]) -> Self {
        Self::of(Kind::Picks {
            options,
            min_items: None,
            max_items: None,
            default: None,
        })
    }
}

const fn within_range(bound: i128) -> i64 {
    if bound > LARGEST_INTEGER as i128 {
        LARGEST_INTEGER
    } else if bound < -LARGEST_INTEGER as i128 {
        -LARGEST_INTEGER
    } else {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is within the range of 2^53"
        )]
        {
            bound as i64
        }
    }
}
