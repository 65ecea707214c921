use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

/// The schema of a form: flat, in the restricted subset of the protocol, fields in the order in
/// which they were declared.
///
/// Spec: *client/elicitation*, requested schema.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FormSchema {
    fields: Vec<(&'static str, FieldSchema)>,
}

/// The schema of one field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSchema {
    /// The keywords, except for those of the form.
    pub keywords: Map<String, Value>,
    /// Whether an answer must have the field.
    pub required: bool,
}

impl FormSchema {
    /// A form without fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, name: &'static str, schema: FieldSchema) -> Self {
        self.fields.push((name, schema));
        self
    }
}

impl Serialize for FormSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Properties<'a>(&'a [(&'static str, FieldSchema)]);

        impl Serialize for Properties<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, field)| (name, &field.keywords)))
            }
        }

        let required: Vec<_> = self
            .fields
            .iter()
            .filter(|(_, field)| field.required)
            .map(|(name, _)| name)
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(&self.fields))?;
        if !required.is_empty() {
            map.serialize_entry("required", &required)?;
        }
        map.end()
    }
}
