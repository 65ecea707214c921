//! A form's schema as fields to ask for one by one, and the reading of what was typed.

use std::fmt;

use rmcp::model::ElicitationSchema;
use serde_json::{Map, Value, json};

/// One field of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub name: String,
    /// What the person reads beside the field.
    pub label: String,
    /// What an answer has to look like.
    pub hint: Option<String>,
    pub required: bool,
    pub default: Option<Value>,
    pub kind: Kind,
}

/// How a field is filled in.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    YesOrNo,
    OneOf(Vec<Choice>),
    /// Typed, within the bounds of these keywords.
    Written(Map<String, Value>),
}

/// One of several values.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub value: Value,
    title: String,
}

/// The fields in their order.
///
/// # Errors
/// Names a field that a terminal cannot show.
pub fn fields(schema: &ElicitationSchema) -> Result<Vec<Field>, String> {
    let names: Vec<&String> = match &schema.property_order {
        Some(order) => order.iter().collect(),
        None => schema.properties.keys().collect(),
    };
    let required = schema.required.as_deref().unwrap_or_default();
    names
        .into_iter()
        .filter_map(|name| Some((name, schema.properties.get(name)?)))
        .map(|(name, property)| match serde_json::to_value(property) {
            Ok(Value::Object(keywords)) => field(name, required.contains(name), keywords),
            _ => Err(format!("the field `{name}` has no schema")),
        })
        .collect()
}

/// A value as it is typed.
pub fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn field(name: &str, required: bool, mut keywords: Map<String, Value>) -> Result<Field, String> {
    let mut text = |keyword| match keywords.remove(keyword) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (label, explanation) = match (text("title"), text("description")) {
        (Some(title), description) => (title, description),
        (None, Some(description)) => (description, None),
        (None, None) => (name.replace('_', " "), None),
    };
    let default = keywords.remove("default");
    let kind =
        kind(&keywords).ok_or_else(|| format!("a terminal cannot show the field `{name}`"))?;
    let hints: Vec<String> = explanation.into_iter().chain(kind.hint(required)).collect();
    Ok(Field {
        name: name.to_owned(),
        label,
        hint: (!hints.is_empty()).then(|| hints.join(". ")),
        required,
        default,
        kind,
    })
}

fn kind(keywords: &Map<String, Value>) -> Option<Kind> {
    let choices = |named: &str, read: fn(&Value) -> Option<Choice>| {
        let choices = keywords.get(named)?.as_array()?;
        choices.iter().map(read).collect::<Option<Vec<Choice>>>()
    };
    if let Some(choices) = choices("oneOf", titled).or_else(|| choices("enum", untitled)) {
        return Some(Kind::OneOf(choices));
    }
    match keywords.get("type")?.as_str()? {
        "boolean" => Some(Kind::YesOrNo),
        "string" | "integer" | "number" => Some(Kind::Written(keywords.clone())),
        _ => None,
    }
}

fn titled(option: &Value) -> Option<Choice> {
    Some(Choice {
        value: option.get("const")?.clone(),
        title: option.get("title")?.as_str()?.to_owned(),
    })
}

fn untitled(option: &Value) -> Option<Choice> {
    Some(Choice {
        value: option.clone(),
        title: option.as_str()?.to_owned(),
    })
}

impl Field {
    /// What was typed, as a value; null where the field is left out.
    ///
    /// # Errors
    /// What is wrong, for the person.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        if text.is_empty() && !self.required {
            return Ok(Value::Null);
        }
        let Kind::Written(keywords) = &self.kind else {
            return Ok(text.into());
        };
        let (value, size, measure) = match keywords.get("type").and_then(Value::as_str) {
            Some("integer") => {
                let number: i64 = text.parse().map_err(|_| "must be a whole number")?;
                (json!(number), as_float(&json!(number)), Measure::Number)
            }
            Some("number") => {
                let number: f64 = text.parse().map_err(|_| "must be a number")?;
                if !number.is_finite() {
                    return Err("must be a number".to_owned());
                }
                (json!(number), number, Measure::Number)
            }
            _ => (
                json!(text),
                as_float(&json!(text.chars().count())),
                Measure::Text,
            ),
        };
        measure.check(keywords, size)?;
        Ok(value)
    }
}

#[derive(Clone, Copy)]
enum Measure {
    Text,
    Number,
}

impl Measure {
    /// The keywords of the two bounds.
    fn bounds(self, keywords: &Map<String, Value>) -> (Option<&Value>, Option<&Value>) {
        let (least, most) = match self {
            Self::Text => ("minLength", "maxLength"),
            Self::Number => ("minimum", "maximum"),
        };
        (keywords.get(least), keywords.get(most))
    }

    /// A bound as it is read.
    fn amount(self, bound: &Value) -> String {
        match self {
            Self::Number => bound.to_string(),
            Self::Text if *bound == json!(1) => "1 character".to_owned(),
            Self::Text => format!("{bound} characters"),
        }
    }

    fn check(self, keywords: &Map<String, Value>, size: f64) -> Result<(), String> {
        match self.bounds(keywords) {
            (Some(least), _) if size < as_float(least) => {
                Err(format!("must be at least {}", self.amount(least)))
            }
            (_, Some(most)) if size > as_float(most) => {
                Err(format!("must be at most {}", self.amount(most)))
            }
            _ => Ok(()),
        }
    }

    fn hint(self, keywords: &Map<String, Value>) -> Option<String> {
        match self.bounds(keywords) {
            (Some(least), Some(most)) => Some(format!("{least} to {}", self.amount(most))),
            (Some(least), None) => Some(format!("at least {}", self.amount(least))),
            (None, Some(most)) => Some(format!("at most {}", self.amount(most))),
            (None, None) => None,
        }
    }
}

fn as_float(number: &Value) -> f64 {
    number.as_f64().unwrap_or(f64::NAN)
}

impl Kind {
    fn hint(&self, required: bool) -> Option<String> {
        let Self::Written(keywords) = self else {
            return None;
        };
        let mut parts = Vec::new();
        if let Some(format) = keywords.get("format").and_then(Value::as_str) {
            parts.push(format.to_owned());
        }
        parts.extend(
            [Measure::Text, Measure::Number]
                .map(|it| it.hint(keywords))
                .into_iter()
                .flatten(),
        );
        if !required {
            parts.push("may be left empty".to_owned());
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

#[cfg(test)]
// A schema is made where it is passed.
#[allow(clippy::needless_pass_by_value)]
mod tests {
    use super::*;

    fn form(schema: Value) -> Result<Vec<Field>, String> {
        fields(&serde_json::from_value(schema).expect("a schema"))
    }

    fn one(property: Value) -> Field {
        let schema = json!({"type": "object", "properties": {"x": property}, "required": ["x"]});
        form(schema).expect("a form").remove(0)
    }

    #[test]
    fn a_field_is_told_in_the_best_words_there_are() {
        let told = |property| {
            let field = one(property);
            (field.label, field.hint)
        };
        let own = |text: &str| Some(text.to_owned());
        assert_eq!(
            told(json!({"type": "string", "title": "T", "description": "D", "maxLength": 4})),
            ("T".to_owned(), own("D. at most 4 characters"))
        );
        assert_eq!(
            told(json!({"type": "boolean", "description": "D"})),
            ("D".to_owned(), None)
        );
        assert_eq!(
            told(json!({"type": "integer", "minimum": 1, "maximum": 9})),
            ("x".to_owned(), own("1 to 9"))
        );
    }

    #[test]
    fn what_is_typed_is_checked_as_the_schema_says() {
        let read = |property: &Value, text| one(property.clone()).read(text);
        let label = json!({"type": "string", "minLength": 1, "maxLength": 3});
        assert_eq!(read(&label, "äöü"), Ok(json!("äöü")));
        assert_eq!(
            read(&label, ""),
            Err("must be at least 1 character".to_owned())
        );
        assert_eq!(
            read(&label, "abcd"),
            Err("must be at most 3 characters".to_owned())
        );

        let count = json!({"type": "integer", "minimum": 0, "maximum": 255});
        assert_eq!(read(&count, "0"), Ok(json!(0)));
        assert_eq!(read(&count, "256"), Err("must be at most 255".to_owned()));
        assert_eq!(
            read(&count, "1.5"),
            Err("must be a whole number".to_owned())
        );

        let share = json!({"type": "number", "minimum": 0.5});
        assert_eq!(read(&share, "0.75"), Ok(json!(0.75)));
        assert_eq!(read(&share, "0.25"), Err("must be at least 0.5".to_owned()));
        assert_eq!(read(&share, "NaN"), Err("must be a number".to_owned()));
    }

    #[test]
    fn only_what_is_not_required_may_be_left_out() {
        let schema = json!({
            "type": "object",
            "properties": {"b": {"type": "string", "minLength": 1}, "a": {"type": "integer"}},
            "required": ["a"],
        });
        let fields = form(schema).expect("a form");
        let by_name = |name| fields.iter().find(|field| field.name == name).expect(name);
        assert_eq!(by_name("b").read(""), Ok(Value::Null));
        assert_eq!(
            by_name("a").read(""),
            Err("must be a whole number".to_owned())
        );
        assert!(
            by_name("b")
                .hint
                .as_deref()
                .is_some_and(|hint| hint.ends_with("left empty"))
        );
    }

    #[test]
    fn choices_show_their_titles_and_mean_their_values() {
        let shown = |property| match one(property).kind {
            Kind::OneOf(options) => options
                .into_iter()
                .map(|option| (option.to_string(), option.value))
                .collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            shown(json!({"type": "string", "oneOf": [{"const": "a", "title": "First"}]})),
            [("First".to_owned(), json!("a"))]
        );
        assert_eq!(
            shown(json!({"type": "string", "enum": ["b"]})),
            [("b".to_owned(), json!("b"))]
        );
    }

    #[test]
    fn what_cannot_be_shown_is_named() {
        let items = json!({"type": "string", "enum": ["a"]});
        let schema =
            json!({"type": "object", "properties": {"x": {"type": "array", "items": items}}});
        let error = form(schema).expect_err("no list");
        assert!(error.contains("`x`"), "{error}");
    }
}
