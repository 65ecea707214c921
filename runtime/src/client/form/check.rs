//! Checks a value against a field, in words for the person who gave it.

use serde_json::{Number, Value};

use super::field::{Choice, Field, FieldKind};
use crate::question::Format;

impl Field {
    /// Checks a value; `None` where the field is left out.
    ///
    /// # Errors
    /// The rule that is broken: `must be at most 3`.
    pub fn check(&self, value: Option<&Value>) -> Result<(), String> {
        let Some(value) = value else {
            return if self.required {
                Err("is required".to_owned())
            } else {
                Ok(())
            };
        };
        match &self.kind {
            FieldKind::YesOrNo => match value {
                Value::Bool(_) => Ok(()),
                _ => Err("must be true or false".to_owned()),
            },
            FieldKind::Text {
                least,
                most,
                format,
            } => {
                let text = value.as_str().ok_or("must be text")?;
                within(count(text.chars()), *least, *most, characters)?;
                has_format(text, *format)
            }
            FieldKind::Integer { least, most } => {
                let number = whole(value).ok_or("must be a whole number")?;
                within(number, *least, *most, |bound| bound.to_string())
            }
            FieldKind::Number { least, most } => {
                let number = value.as_f64().filter(|number| number.is_finite());
                let number = number.ok_or("must be a number")?;
                within(number, *least, *most, |bound| bound.to_string())
            }
            FieldKind::OneOf(choices) => one_of(choices, value)
                .then_some(())
                .ok_or_else(|| offered(choices)),
            FieldKind::AnyOf {
                choices,
                least,
                most,
            } => {
                let picked = value.as_array().ok_or("must be a list")?;
                if !picked.iter().all(|value| one_of(choices, value)) {
                    return Err(offered(choices));
                }
                within(count(picked.iter()), *least, *most, |bound| {
                    format!("{bound} of them")
                })
            }
        }
    }

    /// What was typed, as a value; `None` where the field is left out. For a field that is typed:
    /// text and numbers.
    ///
    /// # Errors
    /// What is wrong, for the person.
    pub fn read(&self, text: &str) -> Result<Option<Value>, String> {
        let value = match (&self.kind, text) {
            (_, "") if !self.required => None,
            (FieldKind::Integer { .. }, text) => {
                let number: i64 = text.parse().map_err(|_| "must be a whole number")?;
                Some(Value::from(number))
            }
            (FieldKind::Number { .. }, text) => {
                let number = text.parse().ok().and_then(Number::from_f64);
                Some(Value::Number(number.ok_or("must be a number")?))
            }
            (_, text) => Some(Value::from(text)),
        };
        self.check(value.as_ref())?;
        Ok(value)
    }
}

/// Beyond it a float is not exact.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// A whole number, however it is written: `5` and `5.0` are the same integer in JSON Schema.
fn whole(value: &Value) -> Option<i64> {
    if let Some(number) = value.as_i64() {
        return Some(number);
    }
    let number = value.as_f64()?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is whole and within 2^53"
    )]
    (number.fract() == 0.0 && number.abs() <= LARGEST_EXACT).then_some(number as i64)
}

fn count(items: impl Iterator) -> u64 {
    items.fold(0, |count, _| count + 1)
}

fn characters(bound: u64) -> String {
    match bound {
        1 => "1 character".to_owned(),
        more => format!("{more} characters"),
    }
}

fn within<N: PartialOrd + Copy>(
    amount: N,
    least: Option<N>,
    most: Option<N>,
    told: impl Fn(N) -> String,
) -> Result<(), String> {
    if let Some(least) = least.filter(|least| amount < *least) {
        return Err(format!("must be at least {}", told(least)));
    }
    if let Some(most) = most.filter(|most| amount > *most) {
        return Err(format!("must be at most {}", told(most)));
    }
    Ok(())
}

fn has_format(text: &str, format: Option<Format>) -> Result<(), String> {
    match format {
        Some(format) if !format.accepts(text) => Err(format!(
            "must be {}",
            match format {
                Format::Email => "an email address, such as name@example.org",
                Format::Uri => "a full address, such as https://example.org/page",
                Format::Date => "a date, such as 2026-07-28",
                Format::DateTime => "a date and time, such as 2026-07-28T09:30:00Z",
            }
        )),
        _ => Ok(()),
    }
}

fn one_of(choices: &[Choice], value: &Value) -> bool {
    choices.iter().any(|choice| *value == choice.value)
}

fn offered(choices: &[Choice]) -> String {
    let values: Vec<&str> = choices.iter().map(|choice| &*choice.value).collect();
    format!("must be one of: {}", values.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(property: &Value) -> Field {
        let property = serde_json::from_value(property.clone()).expect("a property");
        Field::new("x", true, &property).expect("a field")
    }

    #[test]
    fn what_breaks_the_schema_is_told() {
        let long = json!({"type": "string", "minLength": 2, "maxLength": 3});
        let share = json!({"type": "number", "minimum": 0.5, "maximum": 1.0});
        let count = json!({"type": "integer", "minimum": 0, "maximum": 9});
        let pick = json!({"type": "string", "enum": ["a", "b"]});
        let picks = json!({
            "type": "array", "minItems": 1, "maxItems": 2,
            "items": {"type": "string", "enum": ["read", "write", "run"]},
        });
        for (property, value, problem) in [
            (&long, json!("é"), "must be at least 2 characters"),
            (&long, json!("abcd"), "must be at most 3 characters"),
            (&long, json!(12), "must be text"),
            (&long, Value::Null, "must be text"),
            (&share, json!(0.25), "must be at least 0.5"),
            (&share, json!(2), "must be at most 1"),
            (&share, json!("1"), "must be a number"),
            (&count, json!(10), "must be at most 9"),
            (&count, json!(-1), "must be at least 0"),
            (&count, json!(1.5), "must be a whole number"),
            (&count, json!(1e300), "must be a whole number"),
            (&pick, json!("c"), "must be one of: a, b"),
            (&pick, json!(["a"]), "must be one of: a, b"),
            (&picks, json!([]), "must be at least 1 of them"),
            (
                &picks,
                json!(["read", "write", "run"]),
                "must be at most 2 of them",
            ),
            (&picks, json!(["fly"]), "must be one of: read, write, run"),
            (&picks, json!("read"), "must be a list"),
            (
                &json!({"type": "boolean"}),
                json!("yes"),
                "must be true or false",
            ),
        ] {
            assert_eq!(
                field(property).check(Some(&value)),
                Err(problem.to_owned()),
                "{value}"
            );
        }
        for (property, value) in [
            (&long, json!("日本")),
            (&share, json!(1)),
            (&count, json!(5.0)),
            (&pick, json!("b")),
            (&picks, json!(["read", "write"])),
            (&json!({"type": "boolean"}), json!(false)),
        ] {
            assert_eq!(field(property).check(Some(&value)), Ok(()), "{value}");
        }
        assert_eq!(field(&pick).check(None), Err("is required".to_owned()));
    }

    #[test]
    fn formats_are_checked() {
        for (format, good, bad) in [
            ("email", "a@example.org", "not-an-email"),
            ("uri", "https://example.org/", "javascript:alert(1)"),
            ("date", "2026-02-28", "2026-13-40"),
            ("date-time", "2026-07-28T09:30:00Z", "2026-07-28"),
        ] {
            let field = field(&json!({"type": "string", "format": format}));
            assert_eq!(field.check(Some(&json!(good))), Ok(()), "{good}");
            assert!(field.check(Some(&json!(bad))).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_typed_becomes_a_value_of_its_kind() {
        let read = |property: &Value, text| field(property).read(text);
        let count = json!({"type": "integer", "maximum": 255});
        assert_eq!(read(&count, "-7"), Ok(Some(json!(-7))));
        assert_eq!(read(&count, "256"), Err("must be at most 255".to_owned()));
        assert_eq!(
            read(&count, "1.5"),
            Err("must be a whole number".to_owned())
        );
        assert_eq!(read(&count, ""), Err("must be a whole number".to_owned()));
        let share = json!({"type": "number"});
        assert_eq!(read(&share, "0.75"), Ok(Some(json!(0.75))));
        assert_eq!(read(&share, "NaN"), Err("must be a number".to_owned()));
        assert_eq!(read(&json!({"type": "string"}), "7"), Ok(Some(json!("7"))));
    }

    #[test]
    fn only_what_is_not_required_may_be_left_out() {
        let mut field = field(&json!({"type": "string", "minLength": 1}));
        assert_eq!(
            field.read(""),
            Err("must be at least 1 character".to_owned())
        );
        field.required = false;
        assert_eq!(field.read(""), Ok(None));
        assert_eq!(field.check(None), Ok(()));
    }
}
