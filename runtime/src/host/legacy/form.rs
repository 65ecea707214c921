//! A form, as clients of before 2025-11-25 can show it.

use rmcp::model::ProtocolVersion;
use serde_json::{Map, Value};

use crate::wire::InputRequest;

/// The question in words that the client's version of the protocol has.
///
/// Spec: 2025-06-18, *client/elicitation*: titles of options are in `enumNames`, and one option can
/// be chosen, not several.
///
/// # Errors
/// What there are no words for.
pub(super) fn fitted(
    question: &InputRequest,
    version: Option<&ProtocolVersion>,
) -> Result<InputRequest, &'static str> {
    let is_old = version.is_none_or(|version| *version < ProtocolVersion::V_2025_11_25);
    match serde_json::to_value(question) {
        Ok(Value::Object(mut written)) if is_old => {
            let params = written.remove("params");
            let params = params.map(with_enum_names).transpose()?;
            let method = written.remove("method");
            Ok(InputRequest::Written {
                method: method
                    .as_ref()
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned(),
                params,
            })
        }
        _ => Ok(question.clone()),
    }
}

fn with_enum_names(mut params: Value) -> Result<Value, &'static str> {
    let fields = params
        .pointer_mut("/requestedSchema/properties")
        .and_then(Value::as_object_mut);
    for field in fields.into_iter().flat_map(|fields| fields.values_mut()) {
        if field.get("type").is_some_and(|kind| kind == "array") {
            return Err("the client's version of MCP has no way to choose several options");
        }
        if let Some(field) = field.as_object_mut() {
            name_options(field);
        }
    }
    Ok(params)
}

/// Input:  `{"oneOf": [{"const": "s", "title": "Staging"}]}`
/// Output: `{"enum": ["s"], "enumNames": ["Staging"]}`
fn name_options(field: &mut Map<String, Value>) {
    let Some(Value::Array(options)) = field.remove("oneOf") else {
        return;
    };
    let all = |member: &str| options.iter().map(|it| it[member].clone()).collect();
    field.insert("enum".to_owned(), all("const"));
    field.insert("enumNames".to_owned(), all("title"));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(field: &Value, version: &ProtocolVersion) -> Result<Value, &'static str> {
        let question = InputRequest::Written {
            method: "elicitation/create".to_owned(),
            params: Some(json!({"requestedSchema": {"properties": {"where": field}}})),
        };
        let fitted = fitted(&question, Some(version))?;
        let fitted = serde_json::to_value(fitted).expect("JSON");
        assert_eq!(fitted["method"], "elicitation/create");
        Ok(fitted["params"]["requestedSchema"]["properties"]["where"].clone())
    }

    #[test]
    fn titles_have_the_place_that_the_version_gives_them() {
        let titled = json!({
            "type": "string",
            "oneOf": [{"const": "s", "title": "Staging"}, {"const": "p", "title": "Live"}],
        });
        assert_eq!(
            asked(&titled, &ProtocolVersion::V_2025_06_18),
            Ok(json!({"type": "string", "enum": ["s", "p"], "enumNames": ["Staging", "Live"]}))
        );
        assert_eq!(asked(&titled, &ProtocolVersion::V_2025_11_25), Ok(titled));
    }

    #[test]
    fn what_an_old_client_cannot_show_is_not_sent() {
        let several = json!({"type": "array", "items": {"enum": ["a"]}});
        assert!(asked(&several, &ProtocolVersion::V_2025_06_18).is_err());
        assert_eq!(asked(&several, &ProtocolVersion::V_2025_11_25), Ok(several));
    }
}
