//! A form as a client shows it and checks it.

mod check;
mod field;

use std::fmt;

use rmcp::model::ElicitationSchema;
use serde_json::{Map, Value};

pub use field::{Choice, Field, FieldKind, UnknownField};

/// A form: its fields, in the order in which they are shown.
///
/// Spec: *client/elicitation*, requested schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    fields: Vec<Field>,
}

/// What is wrong with the content of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormProblems(Vec<(String, String)>);

impl Form {
    /// Reads a schema.
    ///
    /// # Errors
    /// Names a field that this client does not know how to show.
    pub fn new(schema: &ElicitationSchema) -> Result<Self, UnknownField> {
        let names: Vec<&String> = match &schema.property_order {
            Some(order) => order.iter().collect(),
            None => schema.properties.keys().collect(),
        };
        let required = schema.required.as_deref().unwrap_or_default();
        let fields = names
            .into_iter()
            .filter_map(|name| Some((name, schema.properties.get(name)?)))
            .map(|(name, property)| Field::new(name, required.contains(name), property))
            .collect::<Result<_, _>>()?;
        Ok(Self { fields })
    }

    /// The fields.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Checks what a person filled in, by exactly what the server published.
    ///
    /// # Errors
    /// Each field that breaks a rule, and each that the form does not have.
    pub fn check(&self, content: &Map<String, Value>) -> Result<(), FormProblems> {
        let broken = self.fields.iter().filter_map(|field| {
            let problem = field.check(content.get(&field.name)).err()?;
            Some((field.name.clone(), problem))
        });
        let unknown = content.keys().filter(|key| self.field(key).is_none());
        let unknown = unknown.map(|key| (key.clone(), "is no field of the form".to_owned()));
        let problems: Vec<_> = broken.chain(unknown).collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(FormProblems(problems))
        }
    }

    /// Fills in the default of each field that is missing. `0`, `false` and an empty text are
    /// values; they stay. Only for a form that is accepted, and where the person wants it.
    pub fn fill_in_defaults(&self, content: &mut Map<String, Value>) {
        for field in &self.fields {
            if let Some(default) = &field.default
                && !content.contains_key(&field.name)
            {
                content.insert(field.name.clone(), default.clone());
            }
        }
    }

    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl FormProblems {
    /// Each field, and what is wrong with it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(field, problem)| (field.as_str(), problem.as_str()))
    }
}

impl fmt::Display for FormProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (field, problem)) in self.iter().enumerate() {
            let between = if at == 0 { "" } else { "; " };
            write!(f, "{between}{field}: {problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FormProblems {}

#[cfg(test)]
// A schema is made where it is passed.
#[allow(clippy::needless_pass_by_value)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(schema: Value) -> Form {
        Form::new(&serde_json::from_value(schema).expect("a schema")).expect("a form")
    }

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn fields_keep_the_order_of_the_schema() {
        let form = form(json!({
            "type": "object",
            "properties": {"z": {"type": "string"}, "a": {"type": "boolean"}},
        }));
        let names: Vec<&str> = form.fields().iter().map(|field| &*field.name).collect();
        assert_eq!(names, ["z", "a"]);
    }

    #[test]
    fn defaults_fill_in_only_what_is_missing() {
        let form = form(json!({
            "type": "object",
            "properties": {
                "color": {"type": "string", "enum": ["r", "g"], "default": "g"},
                "n": {"type": "integer", "default": 3},
                "sure": {"type": "boolean", "default": true},
                "note": {"type": "string", "default": "-"},
                "free": {"type": "string"},
            },
        }));
        let filled = |content| {
            let mut content = object(content);
            form.fill_in_defaults(&mut content);
            Value::from(content)
        };
        assert_eq!(
            filled(json!({})),
            json!({"color": "g", "n": 3, "sure": true, "note": "-"})
        );
        let given = json!({"color": "r", "n": 0, "sure": false, "note": ""});
        assert_eq!(filled(given.clone()), given);
    }

    #[test]
    fn every_problem_is_named() {
        let form = form(json!({
            "type": "object",
            "properties": {"first": {"type": "string"}, "n": {"type": "integer", "maximum": 3}},
            "required": ["first"],
        }));
        let problems = form
            .check(&object(json!({"n": 4, "extra": 1})))
            .expect_err("three problems");
        let fields: Vec<&str> = problems.iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["first", "n", "extra"]);
        assert_eq!(
            problems.to_string(),
            "first: is required; n: must be at most 3; extra: is no field of the form"
        );
        assert_eq!(form.check(&object(json!({"first": ""}))), Ok(()));
    }
}
