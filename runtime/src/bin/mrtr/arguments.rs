//! `key=value`, as a JSON object.

use serde_json::{Map, Value};

/// The arguments, each read as the property of its name in `schema` says; without one it is text.
///
/// # Errors
/// Which argument is wrong, and how.
pub fn read(given: &[String], schema: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    given.iter().map(|given| one(given, schema)).collect()
}

fn one(given: &str, schema: &Map<String, Value>) -> Result<(String, Value), String> {
    let (key, text) = given
        .split_once('=')
        .ok_or_else(|| format!("`{given}` is neither KEY=VALUE nor KEY:=JSON"))?;
    let (key, json) = match key.strip_suffix(':') {
        Some(key) => (key, true),
        None => (key, !is_text(key, schema)),
    };
    let value = if json {
        serde_json::from_str(text).map_err(|error| format!("`{key}`: {error}"))?
    } else {
        text.into()
    };
    Ok((key.to_owned(), value))
}

/// Whether the schema is met by text, or does not say otherwise.
fn is_text(key: &str, schema: &Map<String, Value>) -> bool {
    let properties = schema.get("properties");
    match properties.and_then(|properties| properties.get(key)?.get("type")) {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_one(given: &str) -> Result<Value, String> {
        let schema = json!({"properties": {
            "name": {"type": "string"},
            "count": {"type": "integer"},
            "note": {"type": ["string", "null"]},
            "tags": {"type": "array"},
            "any": {},
        }});
        let schema = schema.as_object().expect("an object");
        read(&[given.to_owned()], schema).map(Value::Object)
    }

    #[test]
    fn an_argument_is_read_as_the_schema_says() {
        for (given, object) in [
            ("name=7", json!({"name": "7"})),
            ("name=a=b", json!({"name": "a=b"})),
            ("name=", json!({"name": ""})),
            ("count=7", json!({"count": 7})),
            ("note=null", json!({"note": "null"})),
            ("tags=[\"a\"]", json!({"tags": ["a"]})),
            ("any=true", json!({"any": "true"})),
            ("any:=true", json!({"any": true})),
            ("unknown:={\"a\": 1}", json!({"unknown": {"a": 1}})),
        ] {
            assert_eq!(read_one(given), Ok(object), "{given}");
        }
        for given in ["name", "count=many", "any:=", "tags=a"] {
            assert!(read_one(given).is_err(), "{given}");
        }
    }
}
