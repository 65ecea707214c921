//! A tool's arguments: their schema, and their reading. One trick decides in both places whether
//! an argument may be left out, so that what is published is what is taken.

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::{DeserializeOwned, Deserializer, Visitor, value::Error as AbsentError};
use serde_json::{Map, Value, json};

/// A type that an argument of a tool can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "an argument is read from JSON and published as a schema",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for it; if it is no argument but state of the application, take it by reference: `&{Self}`",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#arguments"
)]
pub trait Argument: JsonSchema + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + DeserializeOwned> Argument for T {}

/// The arguments of one call, as they are read.
#[derive(Debug)]
pub struct Arguments<'a> {
    given: &'a Map<String, Value>,
    /// All that is given is text: a text may stand for what it spells.
    spelled: bool,
    problems: Vec<String>,
}

/// What is wrong with the arguments, in words for the model that chose them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentProblems(Vec<String>);

impl<'a> Arguments<'a> {
    /// The arguments of a call.
    #[must_use]
    pub fn new(given: &'a Map<String, Value>) -> Self {
        Self {
            given,
            spelled: false,
            problems: Vec::new(),
        }
    }

    /// The arguments of a prompt, or what the URI of a resource says: each of them is text.
    #[must_use]
    pub fn spelled(given: &'a Map<String, Value>) -> Self {
        Self {
            spelled: true,
            ..Self::new(given)
        }
    }

    /// Reads one argument. A problem is noted; [`problems`](Self::problems) has them all.
    pub fn read<T: Argument>(&mut self, name: &str) -> Option<T> {
        let read = match self.given.get(name) {
            Some(Value::String(text)) if self.spelled => spelled(text),
            Some(value) => T::deserialize(value).map_err(|error| error.to_string()),
            None => absent::<T>().ok_or_else(|| "it is required".to_owned()),
        };
        read.map_err(|problem| self.problems.push(format!("argument `{name}`: {problem}")))
            .ok()
    }

    /// What was wrong, of all arguments at once.
    #[must_use]
    pub fn problems(self) -> ArgumentProblems {
        ArgumentProblems(self.problems)
    }
}

impl ArgumentProblems {
    /// A single problem.
    pub(crate) fn one(problem: impl Into<String>) -> Self {
        Self(vec![problem.into()])
    }
}

impl std::fmt::Display for ArgumentProblems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// The schema of a tool's arguments, as it is put together.
#[derive(Debug)]
pub struct ArgumentsSchema {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl Default for ArgumentsSchema {
    fn default() -> Self {
        let generator = SchemaGenerator::default();
        Self {
            generator,
            properties: Map::new(),
            required: Vec::new(),
        }
    }
}

impl ArgumentsSchema {
    /// Adds one argument. An empty description is left out.
    #[must_use]
    pub fn argument<T: Argument>(mut self, name: &str, description: &str) -> Self {
        let mut schema = self.generator.subschema_for::<T>();
        if !description.is_empty() {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema.into());
        if absent::<T>().is_none() {
            self.required.push(name.to_owned());
        }
        self
    }

    /// The whole schema: an object.
    #[must_use]
    pub fn finish(mut self) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert(
            "$schema".to_owned(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), json!(self.required));
        }
        let definitions = self.generator.take_definitions(true);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
        schema
    }
}

/// Input:  `"7"` for a `u8`, `"yes"` for a `String`, `"prod"` for an enum
fn spelled<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    T::deserialize(&Value::String(text.to_owned())).or_else(|error| {
        // A text that is no JSON has nothing better to say than this.
        serde_json::from_str(text).map_err(|_| error.to_string())
    })
}

/// The value of an argument that was left out, for a type that allows it (`Option`).
fn absent<T: DeserializeOwned>() -> Option<T> {
    struct Absent;

    impl<'de> Deserializer<'de> for Absent {
        type Error = AbsentError;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, AbsentError> {
            Err(serde::de::Error::custom("absent"))
        }

        fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, AbsentError> {
            visitor.visit_none()
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
            ignored_any
        }
    }

    T::deserialize(Absent).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => panic!("an object"),
        }
    }

    #[test]
    fn what_may_be_left_out_is_not_required() {
        let schema = ArgumentsSchema::default()
            .argument::<String>("name", "Who")
            .argument::<Option<u8>>("age", "")
            .finish();
        assert_eq!(schema["required"], json!(["name"]));
        assert_eq!(
            schema["properties"]["name"],
            json!({"type": "string", "description": "Who"})
        );

        let given = arguments(json!({"name": "Ann"}));
        let mut reader = Arguments::new(&given);
        assert_eq!(reader.read::<String>("name"), Some("Ann".to_owned()));
        assert_eq!(reader.read::<Option<u8>>("age"), Some(None));
    }

    #[test]
    fn a_text_stands_for_what_it_spells() {
        let given =
            arguments(json!({"n": "7", "text": "7", "yes": "true", "maybe": "3", "no": "x"}));
        let mut reader = Arguments::spelled(&given);
        assert_eq!(reader.read::<u8>("n"), Some(7));
        assert_eq!(reader.read::<String>("text"), Some("7".to_owned()));
        assert_eq!(reader.read::<bool>("yes"), Some(true));
        assert_eq!(reader.read::<Option<u8>>("maybe"), Some(Some(3)));
        assert_eq!(reader.read::<Option<u8>>("absent"), Some(None));
        assert_eq!(reader.read::<u8>("no"), None);
        let told = reader.problems().to_string();
        assert!(told.contains("argument `no`"), "{told}");
        assert_eq!(Arguments::new(&given).read::<u8>("n"), None);
    }

    #[test]
    fn all_problems_are_told_at_once() {
        let given = arguments(json!({"age": "x"}));
        let mut reader = Arguments::new(&given);
        assert_eq!(reader.read::<String>("name"), None);
        assert_eq!(reader.read::<u8>("age"), None);
        let told = reader.problems().to_string();
        assert!(told.contains("argument `name`: it is required"), "{told}");
        assert!(
            told.contains("argument `age`: invalid type: string \"x\""),
            "{told}"
        );
    }
}
