use std::fmt;

use serde_json::Value;

/// One thing that is wrong with an answer, in words for the person who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The field, where there is one.
    pub field: Option<String>,
    /// What is wrong: `must be at most 40 characters long, not 41`.
    pub text: String,
    /// What was given, cut where it is long. It is the person's: it goes back to them with the
    /// question, and nowhere else.
    pub given: Option<String>,
}

/// All that is wrong with an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Nothing is wrong so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One thing, about the answer as a whole.
    pub fn whole(text: impl Into<String>) -> Self {
        Self(vec![Problem {
            field: None,
            text: text.into(),
            given: None,
        }])
    }

    /// Adds one thing, about one field.
    pub fn field(&mut self, field: impl Into<String>, text: impl Into<String>) {
        self.add(field.into(), text.into(), None);
    }

    /// Adds one thing, about what was given for one field.
    pub(super) fn value(&mut self, field: &str, text: String, value: &Value) {
        self.add(field.to_owned(), text, shown(value));
    }

    fn add(&mut self, field: String, text: String, given: Option<String>) {
        self.0.push(Problem {
            field: Some(field),
            text,
            given,
        });
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each thing, in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Please correct:")?;
        for problem in &self.0 {
            write!(f, "\n- {problem}")?;
            if let Some(given) = &problem.given {
                write!(f, " (given: {given})")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    /// The field and the rule, without what was given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{field}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The longest that is shown of a value, in characters.
const LONGEST: usize = 60;

/// A value on one line: JSON, without what a terminal would obey. `None` for what a client may make
/// clickable.
fn shown(value: &Value) -> Option<String> {
    let written = value.to_string();
    if written.contains("://") {
        return None;
    }
    let mut shown: String = written
        .chars()
        .take(LONGEST)
        .map(|char| if char.is_control() { '\u{fffd}' } else { char })
        .collect();
    if written.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_given_is_told_with_the_rule() {
        let mut problems = Problems::new();
        problems.field("name", "is required");
        problems.value("count", "must be at most 9".to_owned(), &json!(12));
        problems.value("label", "is too short".to_owned(), &json!("é"));
        assert_eq!(
            problems.to_string(),
            "Please correct:\n- name: is required\n- count: must be at most 9 (given: 12)\n\
             - label: is too short (given: \"é\")"
        );
        let rules: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            rules,
            [
                "name: is required",
                "count: must be at most 9",
                "label: is too short"
            ]
        );
    }

    #[test]
    fn what_was_given_stays_on_one_line() {
        let one_line = shown(&json!("a\nb\u{9b}c"));
        assert_eq!(one_line.as_deref(), Some("\"a\\nb\u{fffd}c\""));
        let long = shown(&json!("x".repeat(1000))).expect("shown");
        assert_eq!(long.chars().count(), 61);
        assert!(long.ends_with("x…"));
    }

    #[test]
    fn what_would_be_clickable_is_not_shown() {
        assert_eq!(shown(&json!("ftp://example.com/a b")), None);
        assert_eq!(shown(&json!(["x", "https://example.com"])), None);
    }
}
