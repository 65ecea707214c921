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
    let (title, description) = (text("title"), text("description"));
    let default = keywords.remove("default");
    let kind =
        kind(&keywords).ok_or_else(|| format!("a terminal cannot show the field `{name}`"))?;
    let label = title.or(description).unwrap_or_else(|| name.to_owned());
    Ok(Field {
        name: name.to_owned(),
        label,
        hint: kind.hint(required),
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
    /// What was typed, as a value; `None` where the field is left out.
    ///
    /// # Errors
    /// What is wrong, for the person.
    pub fn read(&self, text: &str) -> Result<Option<Value>, String> {
        if text.is_empty() && !self.required {
            return Ok(None);
        }
        let Kind::Written(keywords) = &self.kind else {
            return Ok(Some(text.into()));
        };
        let (value, size, measure) = match keywords.get("type").and_then(Value::as_str) {
            Some("integer") => {
                let number: i64 = text.parse().map_err(|_| "must be a whole number")?;
                (json!(number), as_float(&json!(number)), Measure::Number)
            }
            Some("number") => {
                let number: f64 = text.parse().map_err(|_| "must be a number")?;
                (json!(number), number, Measure::Number)
            }
            _ => (
                json!(text),
                as_float(&json!(text.chars().count())),
                Measure::Text,
            ),
        };
        measure.check(keywords, size)?;
        Ok(Some(value))
    }
}

enum Measure {
    Text,
    Number,
}

impl Measure {
    fn check(self, keywords: &Map<String, Value>, size: f64) -> Result<(), String> {
        let (least, most, unit) = match self {
            Self::Text => ("minLength", "maxLength", " characters"),
            Self::Number => ("minimum", "maximum", ""),
        };
        match (keywords.get(least), keywords.get(most)) {
            (Some(least), _) if size < as_float(least) => {
                Err(format!("must be at least {least}{unit}"))
            }
            (_, Some(most)) if size > as_float(most) => {
                Err(format!("must be at most {most}{unit}"))
            }
            _ => Ok(()),
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
        for (least, most, unit) in [
            ("minLength", "maxLength", " characters"),
            ("minimum", "maximum", ""),
        ] {
            match (keywords.get(least), keywords.get(most)) {
                (Some(least), Some(most)) => parts.push(format!("{least} to {most}{unit}")),
                (Some(least), None) => parts.push(format!("at least {least}{unit}")),
                (None, Some(most)) => parts.push(format!("at most {most}{unit}")),
                (None, None) => {}
            }
        }
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
