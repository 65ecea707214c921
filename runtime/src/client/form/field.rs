use std::fmt;

use rmcp::model::PrimitiveSchemaDefinition;
use serde_json::{Map, Value};

use crate::question::Format;

/// One field of a form.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// The name on the wire.
    pub name: String,
    /// What the person reads beside the field.
    pub label: String,
    /// What the server says about the field, where it says more than the label.
    pub explanation: Option<String>,
    /// Whether it must be filled in.
    pub required: bool,
    /// What to offer.
    pub default: Option<Value>,
    /// How it is filled in.
    pub kind: FieldKind,
}

/// How a field is filled in, and within which bounds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FieldKind {
    /// Yes or no.
    YesOrNo,
    /// Text.
    Text {
        /// The least number of Unicode characters.
        least: Option<u64>,
        /// The greatest number of Unicode characters.
        most: Option<u64>,
        /// Its format.
        format: Option<Format>,
    },
    /// A whole number.
    Integer {
        /// The least.
        least: Option<i64>,
        /// The greatest.
        most: Option<i64>,
    },
    /// Any number.
    Number {
        /// The least.
        least: Option<f64>,
        /// The greatest.
        most: Option<f64>,
    },
    /// One of several choices.
    OneOf(Vec<Choice>),
    /// Any of several choices.
    AnyOf {
        /// The choices.
        choices: Vec<Choice>,
        /// How many at least.
        least: Option<u64>,
        /// How many at most.
        most: Option<u64>,
    },
}

/// One of several values. It displays as its title.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The value on the wire.
    pub value: String,
    /// What the person reads.
    pub title: String,
}

/// A field that this client does not know how to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownField(String);

impl Field {
    pub(super) fn new(
        name: &str,
        required: bool,
        property: &PrimitiveSchemaDefinition,
    ) -> Result<Self, UnknownField> {
        let unknown = || UnknownField(name.to_owned());
        let Ok(Value::Object(keywords)) = serde_json::to_value(property) else {
            return Err(unknown());
        };
        let text = |keyword| Some(keywords.get(keyword)?.as_str()?.to_owned());
        let (label, explanation) = match (text("title"), text("description")) {
            (Some(title), description) => (title, description),
            (None, Some(description)) => (description, None),
            (None, None) => (name.replace('_', " "), None),
        };
        Ok(Self {
            name: name.to_owned(),
            label,
            explanation,
            required,
            default: keywords.get("default").cloned(),
            kind: kind(&keywords).ok_or_else(unknown)?,
        })
    }

    /// What an answer has to look like, in words.
    #[must_use]
    pub fn rules(&self) -> Option<String> {
        let bounds = match &self.kind {
            FieldKind::YesOrNo | FieldKind::OneOf(_) => None,
            FieldKind::Text { least, most, .. } => range(*least, *most, " characters"),
            FieldKind::Integer { least, most } => range(*least, *most, ""),
            FieldKind::Number { least, most } => range(*least, *most, ""),
            FieldKind::AnyOf { least, most, .. } => range(*least, *most, " of them"),
        };
        let format = match &self.kind {
            FieldKind::Text { format, .. } => format.map(|format| format.as_str().to_owned()),
            _ => None,
        };
        let optional = (!self.required).then(|| "may be left out".to_owned());
        let rules: Vec<String> = [format, bounds, optional].into_iter().flatten().collect();
        (!rules.is_empty()).then(|| rules.join(", "))
    }
}

fn kind(keywords: &Map<String, Value>) -> Option<FieldKind> {
    let count = |keyword| keywords.get(keyword).and_then(Value::as_u64);
    let whole = |keyword| keywords.get(keyword).and_then(Value::as_i64);
    let number = |keyword| keywords.get(keyword).and_then(Value::as_f64);
    if let Some(choices) = choices(keywords) {
        return Some(FieldKind::OneOf(choices));
    }
    Some(match keywords.get("type")?.as_str()? {
        "boolean" => FieldKind::YesOrNo,
        "string" => FieldKind::Text {
            least: count("minLength"),
            most: count("maxLength"),
            format: keywords.get("format").and_then(format),
        },
        "integer" => FieldKind::Integer {
            least: whole("minimum"),
            most: whole("maximum"),
        },
        "number" => FieldKind::Number {
            least: number("minimum"),
            most: number("maximum"),
        },
        "array" => FieldKind::AnyOf {
            choices: choices(keywords.get("items")?.as_object()?)?,
            least: count("minItems"),
            most: count("maxItems"),
        },
        _ => return None,
    })
}

/// The choices of `oneOf`, `anyOf`, or `enum` with its older `enumNames`.
fn choices(keywords: &Map<String, Value>) -> Option<Vec<Choice>> {
    if let Some(titled) = keywords.get("oneOf").or_else(|| keywords.get("anyOf")) {
        let titled = titled.as_array()?.iter();
        return titled
            .map(|option| {
                let text = |keyword| Some(option.get(keyword)?.as_str()?.to_owned());
                Some(Choice {
                    value: text("const")?,
                    title: text("title").or_else(|| text("const"))?,
                })
            })
            .collect();
    }
    let values = keywords.get("enum")?.as_array()?.iter();
    let titles = keywords.get("enumNames").and_then(Value::as_array);
    values
        .enumerate()
        .map(|(at, value)| {
            let value = value.as_str()?.to_owned();
            let title = titles.and_then(|titles| titles.get(at)?.as_str());
            Some(Choice {
                title: title.unwrap_or(&value).to_owned(),
                value,
            })
        })
        .collect()
}

fn format(name: &Value) -> Option<Format> {
    [Format::Email, Format::Uri, Format::Date, Format::DateTime]
        .into_iter()
        .find(|format| name == format.as_str())
}

fn range<N: fmt::Display>(least: Option<N>, most: Option<N>, of: &str) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) => Some(format!("{least} to {most}{of}")),
        (Some(least), None) => Some(format!("at least {least}{of}")),
        (None, Some(most)) => Some(format!("at most {most}{of}")),
        (None, None) => None,
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl fmt::Display for UnknownField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the field `{}` is none that a form can have", self.0)
    }
}

impl std::error::Error for UnknownField {}

#[cfg(test)]
// A property is made where it is passed.
#[allow(clippy::needless_pass_by_value)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(property: Value, required: bool) -> Field {
        let property = serde_json::from_value(property).expect("a property");
        Field::new("some_name", required, &property).expect("a field")
    }

    #[test]
    fn a_field_is_told_in_the_best_words_there_are() {
        let told = |property| {
            let field = field(property, true);
            (field.label, field.explanation)
        };
        let own = |text: &str| Some(text.to_owned());
        assert_eq!(
            told(json!({"type": "string", "title": "T", "description": "D"})),
            ("T".to_owned(), own("D"))
        );
        assert_eq!(
            told(json!({"type": "boolean", "description": "D"})),
            ("D".to_owned(), None)
        );
        assert_eq!(
            told(json!({"type": "integer"})),
            ("some name".to_owned(), None)
        );
    }

    #[test]
    fn rules_are_told_before_they_are_broken() {
        let told = |property, required| field(property, required).rules().unwrap_or_default();
        let label = json!({"type": "string", "minLength": 1, "maxLength": 40});
        assert_eq!(told(label.clone(), true), "1 to 40 characters");
        assert_eq!(told(label, false), "1 to 40 characters, may be left out");
        assert_eq!(
            told(json!({"type": "string", "format": "email"}), true),
            "email"
        );
        assert_eq!(
            told(json!({"type": "number", "minimum": 0.5}), true),
            "at least 0.5"
        );
        assert_eq!(told(json!({"type": "boolean"}), true), "");
    }

    #[test]
    fn choices_show_their_titles_and_mean_their_values() {
        let shown = |property| match field(property, true).kind {
            FieldKind::OneOf(choices) | FieldKind::AnyOf { choices, .. } => choices
                .into_iter()
                .map(|choice| format!("{choice}={}", choice.value))
                .collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        let titled = json!([{"const": "a", "title": "First"}, {"const": "b", "title": "Second"}]);
        for property in [
            json!({"type": "string", "oneOf": titled}),
            json!({"type": "array", "items": {"anyOf": titled}}),
            json!({"type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"]}),
        ] {
            assert_eq!(
                shown(property.clone()),
                ["First=a", "Second=b"],
                "{property}"
            );
        }
        for property in [
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
        ] {
            assert_eq!(shown(property.clone()), ["a=a", "b=b"], "{property}");
        }
    }
}
