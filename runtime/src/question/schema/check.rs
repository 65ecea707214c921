//! Checks a value against exactly what is published, in words for the person who gave it.

use std::fmt::Display;

use serde_json::Value;

use super::{FieldSchema, Kind};
use crate::question::{ChoiceOption, Format};

impl FieldSchema {
    /// Checks one field of an answer; `None` or `null` where the answer does not have it.
    ///
    /// # Errors
    /// The rule that is broken: `must be at most 40 characters long`.
    pub fn check(&self, value: Option<&Value>) -> Result<(), String> {
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return if self.required {
                Err("is required".to_owned())
            } else {
                Ok(())
            };
        };
        match self.kind {
            Kind::Boolean { .. } => match value {
                Value::Bool(_) => Ok(()),
                _ => Err("must be true or false".to_owned()),
            },
            Kind::Text {
                min_length,
                max_length,
                format,
                ..
            } => {
                let text = value.as_str().ok_or("must be text")?;
                check_length(text, min_length, max_length)?;
                check_format(text, format)
            }
            Kind::Integer {
                minimum, maximum, ..
            } => {
                let number = whole(value).ok_or("must be a whole number")?;
                check_bounds(&number, Some(minimum), Some(maximum))
            }
            Kind::Number {
                minimum, maximum, ..
            } => {
                let number = number(value).ok_or("must be a number")?;
                check_bounds(&number, minimum, maximum)
            }
            Kind::Choice { options, .. } => check_option(value, options),
            Kind::Picks {
                options,
                min_items,
                max_items,
                ..
            } => {
                let picked = value.as_array().ok_or("must be a list")?;
                check_picks(picked, options)?;
                check_count(picked.len(), min_items, max_items)
            }
        }
    }
}

/// A number; `None` also for one that a float cannot hold, such as `1e400`.
pub(in crate::question) fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

/// A whole number, however it is written: `5`, `5.0` and `5e0` are the same integer in JSON
/// Schema. What does not fit saturates, far outside of every form's bounds.
pub(in crate::question) fn whole(value: &Value) -> Option<i64> {
    if let Some(number) = value.as_i64() {
        return Some(number);
    }
    let number = number(value).filter(|number| number.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, reason = "saturates, as documented")]
    Some(number as i64)
}

fn check_length(text: &str, min: Option<u32>, max: Option<u32>) -> Result<(), String> {
    let length = text.chars().count();
    if let Some(min) = min.filter(|min| length < *min as usize) {
        return Err(format!(
            "must be at least {} long, not {length}",
            characters(min)
        ));
    }
    if let Some(max) = max.filter(|max| length > *max as usize) {
        return Err(format!(
            "must be at most {} long, not {length}",
            characters(max)
        ));
    }
    Ok(())
}

fn characters(count: u32) -> String {
    match count {
        1 => "1 character".to_owned(),
        _ => format!("{count} characters"),
    }
}

fn check_format(text: &str, format: Option<Format>) -> Result<(), String> {
    match format {
        Some(format) if !format.accepts(text) => Err(format.expected().to_owned()),
        _ => Ok(()),
    }
}

fn check_bounds<N: PartialOrd + Display>(
    number: &N,
    minimum: Option<N>,
    maximum: Option<N>,
) -> Result<(), String> {
    if let Some(minimum) = minimum.filter(|minimum| number < minimum) {
        return Err(format!("must be at least {minimum}"));
    }
    if let Some(maximum) = maximum.filter(|maximum| number > maximum) {
        return Err(format!("must be at most {maximum}"));
    }
    Ok(())
}

fn check_option(value: &Value, options: &[ChoiceOption]) -> Result<(), String> {
    match option_of(value, options) {
        Some(_) => Ok(()),
        None => Err(format!("must be one of: {}", offered(options))),
    }
}

/// The protocol's schema cannot say that items differ, but picking twice is no way to pick.
fn check_picks(picked: &[Value], options: &[ChoiceOption]) -> Result<(), String> {
    for (at, value) in picked.iter().enumerate() {
        let Some(option) = option_of(value, options) else {
            return Err(format!("must have only: {}", offered(options)));
        };
        if picked[..at].contains(value) {
            return Err(format!(
                "must have each only once ({option} is there twice)"
            ));
        }
    }
    Ok(())
}

fn check_count(count: usize, min: Option<u32>, max: Option<u32>) -> Result<(), String> {
    if let Some(min) = min.filter(|min| count < *min as usize) {
        return Err(format!("must have at least {}, not {count}", items(min)));
    }
    if let Some(max) = max.filter(|max| count > *max as usize) {
        return Err(format!("must have at most {}, not {count}", items(max)));
    }
    Ok(())
}

fn items(count: u32) -> String {
    match count {
        1 => "1 item".to_owned(),
        _ => format!("{count} items"),
    }
}

fn option_of<'o>(value: &Value, options: &'o [ChoiceOption]) -> Option<&'o ChoiceOption> {
    let name = value.as_str()?;
    options.iter().find(|option| option.name == name)
}

fn offered(options: &[ChoiceOption]) -> String {
    let offered: Vec<String> = options.iter().map(ToString::to_string).collect();
    offered.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Literal;
    use super::FieldSchema;
    use crate::question::{ChoiceOption, Field, Format};

    fn problem(schema: FieldSchema, value: &Value) -> String {
        schema
            .check(Some(value))
            .expect_err(&format!("{value} breaks a rule"))
    }

    #[test]
    fn length_is_in_characters_not_in_bytes() {
        let schema = FieldSchema::text().min_length(2).max_length(3);
        assert_eq!(
            problem(schema, &json!("é")),
            "must be at least 2 characters long, not 1"
        );
        assert_eq!(schema.check(Some(&json!("日本語"))), Ok(()));
        assert_eq!(
            problem(schema, &json!("abcd")),
            "must be at most 3 characters long, not 4"
        );
        assert_eq!(
            problem(FieldSchema::text().min_length(1), &json!("")),
            "must be at least 1 character long, not 0"
        );
    }

    #[test]
    fn an_integer_is_whole_however_it_is_written() {
        for text in ["5", "5.0", "0.5e1", "1e3", "0", "-0", "-0.0"] {
            let value: Value = serde_json::from_str(text).expect("a number");
            assert_eq!(u32::SCHEMA.check(Some(&value)), Ok(()), "{text}");
        }
        for text in ["5.5", "\"5\"", "true", "[5]", "{}"] {
            let value: Value = serde_json::from_str(text).expect("a value");
            assert_eq!(problem(u32::SCHEMA, &value), "must be a whole number");
        }
        assert_eq!(problem(u32::SCHEMA, &json!(-1)), "must be at least 0");
        assert_eq!(problem(u8::SCHEMA, &json!(256)), "must be at most 255");
    }

    #[test]
    fn what_a_client_may_have_rounded_is_refused() {
        let largest = 9_007_199_254_740_991_i64;
        assert_eq!(i64::SCHEMA.check(Some(&json!(largest))), Ok(()));
        assert_eq!(i64::SCHEMA.check(Some(&json!(-largest))), Ok(()));
        for text in ["9007199254740993", "18446744073709551615", "1e16", "1e300"] {
            let value: Value = serde_json::from_str(text).expect("a number");
            assert_eq!(
                problem(i64::SCHEMA, &value),
                "must be at most 9007199254740991",
                "{text}"
            );
            assert!(u64::SCHEMA.check(Some(&value)).is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_include_themselves() {
        let schema = FieldSchema::number()
            .minimum(Literal::Number(0.1))
            .maximum(Literal::Integer(1));
        for good in [json!(0.1), json!(0.5), json!(1), json!(1.0)] {
            assert_eq!(schema.check(Some(&good)), Ok(()), "{good}");
        }
        assert_eq!(problem(schema, &json!(0.09)), "must be at least 0.1");
        assert_eq!(problem(schema, &json!(1.01)), "must be at most 1");
        assert_eq!(problem(schema, &json!("1")), "must be a number");
    }

    #[test]
    fn absent_and_null_are_the_same() {
        let required = FieldSchema::text();
        for value in [None, Some(&Value::Null)] {
            assert_eq!(required.check(value), Err("is required".to_owned()));
            assert_eq!(required.optional().check(value), Ok(()));
        }
    }

    #[test]
    fn a_format_is_checked() {
        let schema = FieldSchema::text().format(Format::Date);
        assert_eq!(schema.check(Some(&json!("2026-07-28"))), Ok(()));
        assert_eq!(
            problem(schema, &json!("2026-13-40")),
            "must be a date, such as 2026-07-28"
        );
    }

    #[test]
    fn each_option_is_picked_once_and_within_the_bounds() {
        const OPTIONS: &[ChoiceOption] = &[
            ChoiceOption::new("read", 0).titled("Read it"),
            ChoiceOption::new("write", 1),
            ChoiceOption::new("run", 2),
        ];
        let schema = FieldSchema::picks(OPTIONS).min_items(1).max_items(2);
        for good in [json!(["read", "write"]), json!(["write"])] {
            assert_eq!(schema.check(Some(&good)), Ok(()), "{good}");
        }
        for (bad, told) in [
            (json!([]), "must have at least 1 item, not 0"),
            (
                json!(["run", "read", "write"]),
                "must have at most 2 items, not 3",
            ),
            (
                json!(["read", "read"]),
                "must have each only once (Read it (read) is there twice)",
            ),
            (json!(["fly"]), "must have only: Read it (read), write, run"),
            (json!([1]), "must have only: Read it (read), write, run"),
            (json!("read"), "must be a list"),
            (json!({"0": "read"}), "must be a list"),
        ] {
            assert_eq!(problem(schema, &bad), told);
        }
        assert_eq!(FieldSchema::picks(OPTIONS).check(Some(&json!([]))), Ok(()));
    }

    #[test]
    fn other_kinds_are_refused() {
        assert_eq!(
            problem(FieldSchema::boolean(), &json!("true")),
            "must be true or false"
        );
        assert_eq!(problem(FieldSchema::text(), &json!(1)), "must be text");
    }
}
