//! The rules that a field's attributes add. Everything here runs at compile time.

mod picks;

use super::{FieldSchema, Kind, LARGEST_INTEGER};
use crate::question::{ChoiceOption, Format};

/// A value that an author wrote in an attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// `true`
    Boolean(bool),
    /// `5`
    Integer(i64),
    /// `0.5`
    Number(f64),
    /// `"text"`, or an option's name on the wire
    Text(&'static str),
    /// A variant of a choice, by its discriminant
    Variant(isize),
    /// Several options of a choice
    List(&'static [Self]),
}

impl FieldSchema {
    /// An answer may leave the field out.
    ///
    /// # Panics
    /// It may do so already: an `Option` of an `Option` has two ways to be absent.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        assert!(
            self.required,
            "an `Option` of an `Option` cannot be a field of a form: write one `Option`"
        );
        self.required = false;
        self
    }

    /// The label for people.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// What the person should know about the field.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// The least number of Unicode characters.
    ///
    /// # Panics
    /// The field is no text, or more characters than the maximum are asked for.
    #[must_use]
    pub const fn min_length(mut self, length: u32) -> Self {
        let Kind::Text {
            min_length,
            max_length,
            ..
        } = &mut self.kind
        else {
            panic!("`min_length` is for text; this field is no text")
        };
        if let Some(max_length) = max_length {
            assert!(
                length <= *max_length,
                "`min_length` is greater than `max_length`: no text fits"
            );
        }
        *min_length = Some(length);
        self
    }

    /// The greatest number of Unicode characters.
    ///
    /// # Panics
    /// The field is no text, or fewer characters than the minimum are allowed.
    #[must_use]
    pub const fn max_length(mut self, length: u32) -> Self {
        let Kind::Text {
            min_length,
            max_length,
            ..
        } = &mut self.kind
        else {
            panic!("`max_length` is for text; this field is no text")
        };
        if let Some(min_length) = min_length {
            assert!(
                *min_length <= length,
                "`min_length` is greater than `max_length`: no text fits"
            );
        }
        *max_length = Some(length);
        self
    }

    /// The format of a text.
    ///
    /// # Panics
    /// The field is no text.
    #[must_use]
    pub const fn format(mut self, wanted: Format) -> Self {
        let Kind::Text { format, .. } = &mut self.kind else {
            panic!("`format` is for text; this field is no text")
        };
        *format = Some(wanted);
        self
    }

    /// The least number.
    ///
    /// # Panics
    /// The field is no number, or the bound is greater than the maximum or outside the type.
    #[must_use]
    pub const fn minimum(mut self, bound: Literal) -> Self {
        match &mut self.kind {
            Kind::Integer {
                minimum, maximum, ..
            } => {
                let bound = bound.whole();
                assert!(
                    *minimum <= bound && bound <= *maximum,
                    "`min` is greater than `max`, or outside the field's type"
                );
                *minimum = bound;
            }
            Kind::Number {
                minimum, maximum, ..
            } => {
                let bound = bound.number();
                if let Some(maximum) = maximum {
                    assert!(
                        bound <= *maximum,
                        "`min` is greater than `max`: no number fits"
                    );
                }
                *minimum = Some(bound);
            }
            _ => panic!("`min` is for numbers; for the length of a text write `min_length`"),
        }
        self
    }

    /// The greatest number.
    ///
    /// # Panics
    /// The field is no number, or the bound is less than the minimum or outside the type.
    #[must_use]
    pub const fn maximum(mut self, bound: Literal) -> Self {
        match &mut self.kind {
            Kind::Integer {
                minimum, maximum, ..
            } => {
                let bound = bound.whole();
                assert!(
                    *minimum <= bound && bound <= *maximum,
                    "`max` is less than `min`, or outside the field's type"
                );
                *maximum = bound;
            }
            Kind::Number {
                minimum, maximum, ..
            } => {
                let bound = bound.number();
                if let Some(minimum) = minimum {
                    assert!(
                        *minimum <= bound,
                        "`max` is less than `min`: no number fits"
                    );
                }
                *maximum = Some(bound);
            }
            _ => panic!("`max` is for numbers; for the length of a text write `max_length`"),
        }
        self
    }

    /// What the client fills in before the person looks at it. It is a proposal: an answer
    /// without the field does not get it.
    ///
    /// To be called after the other rules, which the default must keep.
    ///
    /// # Panics
    /// The default is of another kind than the field, or breaks its rules.
    #[must_use]
    pub const fn default_to(mut self, value: Literal) -> Self {
        match &mut self.kind {
            Kind::Boolean { default } => {
                let Literal::Boolean(value) = value else {
                    panic!("the default of a `bool` is `true` or `false`")
                };
                *default = Some(value);
            }
            Kind::Text {
                min_length,
                max_length,
                format,
                default,
            } => {
                let Literal::Text(value) = value else {
                    panic!("the default of a text is a string")
                };
                assert_text(value, *min_length, *max_length, *format);
                *default = Some(value);
            }
            Kind::Integer {
                minimum,
                maximum,
                default,
            } => {
                let value = value.whole();
                assert!(
                    *minimum <= value && value <= *maximum,
                    "the default is outside the bounds of its field"
                );
                *default = Some(value);
            }
            Kind::Number {
                minimum,
                maximum,
                default,
            } => {
                let value = value.number();
                if let Some(minimum) = minimum {
                    assert!(*minimum <= value, "the default is less than `min`");
                }
                if let Some(maximum) = maximum {
                    assert!(value <= *maximum, "the default is greater than `max`");
                }
                *default = Some(value);
            }
            Kind::Choice {
                options, default, ..
            } => {
                *default = Some(option_of(options, value).name);
            }
            Kind::Picks {
                options,
                min_items,
                max_items,
                default,
            } => {
                let Literal::List(items) = value else {
                    panic!("the default of a list is a list: `[Color::Red]`")
                };
                picks::assert_default(options, items, *min_items, *max_items);
                *default = Some(items);
            }
        }
        self
    }
}

impl Literal {
    const fn whole(self) -> i64 {
        let Self::Integer(number) = self else {
            panic!("this field is a whole number: write one, such as `5`")
        };
        assert!(
            -LARGEST_INTEGER <= number && number <= LARGEST_INTEGER,
            "beyond 2^53 - 1 not every client keeps a number exactly"
        );
        number
    }

    const fn number(self) -> f64 {
        match self {
            Self::Integer(number) => {
                assert!(
                    -LARGEST_INTEGER <= number && number <= LARGEST_INTEGER,
                    "beyond 2^53 - 1 not every client keeps a number exactly"
                );
                #[expect(clippy::cast_precision_loss, reason = "it is within 2^53: exact")]
                {
                    number as f64
                }
            }
            Self::Number(number) => {
                assert!(number.is_finite(), "JSON has no infinity and no NaN");
                number
            }
            _ => panic!("this field is a number: write one, such as `0.5`"),
        }
    }
}

const fn assert_text(
    text: &str,
    min_length: Option<u32>,
    max_length: Option<u32>,
    format: Option<Format>,
) {
    let length = characters(text);
    if let Some(min_length) = min_length {
        assert!(
            min_length as usize <= length,
            "the default is shorter than `min_length`"
        );
    }
    if let Some(max_length) = max_length {
        assert!(
            length <= max_length as usize,
            "the default is longer than `max_length`"
        );
    }
    if let Some(format) = format {
        assert!(
            format.accepts(text),
            "the default does not have the `format` of its field"
        );
    }
}

/// The option that an author's `value` means.
const fn option_of(options: &'static [ChoiceOption], value: Literal) -> &'static ChoiceOption {
    let mut rest = options;
    loop {
        let [option, after @ ..] = rest else {
            panic!(
                "the default is not an option of the choice: write a variant, or its name on the wire"
            )
        };
        if option.is(value) {
            return option;
        }
        rest = after;
    }
}

/// `text.chars().count()`, which cannot be called in a constant.
const fn characters(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let mut count = 0;
    while let [byte, after @ ..] = rest {
        let continues_a_character = *byte & 0b1100_0000 == 0b1000_0000;
        if !continues_a_character {
            count += 1;
        }
        rest = after;
    }
    count
}

#[cfg(test)]
mod tests;
