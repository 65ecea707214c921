//! Arguments for a tool that nobody knows.

use serde_json::{Map, Value, json};

/// A value for each property that a schema requires.
pub(crate) fn fitting(schema: &Value) -> Map<String, Value> {
    let required = schema["required"].as_array();
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    names
        .map(|name| (name.to_owned(), value(&schema["properties"][name])))
        .collect()
}

fn value(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("boolean") => json!(true),
        Some("integer") => schema["minimum"].as_i64().unwrap_or(1).into(),
        Some("number") => schema["minimum"].as_f64().unwrap_or(1.5).into(),
        Some("array") => json!([]),
        Some("object") => Value::Object(fitting(schema)),
        _ => json!("text"),
    }
}
