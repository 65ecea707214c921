use rmcp::model::{CustomRequest, ErrorData};
use serde_json::Value;

/// The answer to a request whose parameters rmcp could not read; `None` for a method that is not
/// among those that may ask.
///
/// rmcp hands a `tools/call` with, say, an array for `inputResponses` to
/// [`on_custom_request`](rmcp::ServerHandler::on_custom_request), whose default answers that
/// there is no such method. [`Server`](super::Server) does this by itself; a handler of your own
/// should do:
///
/// ```
/// # use rmcp::model::{CustomRequest, CustomResult, ErrorCode, ErrorData};
/// # use rmcp::{RoleServer, ServerHandler, service::RequestContext};
/// # struct Existing;
/// impl ServerHandler for Existing {
///     async fn on_custom_request(
///         &self,
///         request: CustomRequest,
///         _: RequestContext<RoleServer>,
///     ) -> Result<CustomResult, ErrorData> {
///         Err(mrtr::host::malformed_request(&request).unwrap_or_else(|| {
///             ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None)
///         }))
///     }
/// }
/// ```
#[must_use]
pub fn malformed_request(request: &CustomRequest) -> Option<ErrorData> {
    let method = request.method.as_str();
    // Spec: *basic/patterns/mrtr*, supported requests.
    matches!(method, "tools/call" | "prompts/get" | "resources/read").then(|| {
        ErrorData::invalid_params(
            format!("{method}: {}", problem(request.params.as_ref())),
            None,
        )
    })
}

/// What is wrong with the parameters, without their values: an answer may be a secret.
fn problem(params: Option<&Value>) -> &'static str {
    let params = match params {
        None | Some(Value::Null) => return "`params` is missing",
        Some(Value::Object(params)) => params,
        Some(_) => return "`params` must be an object",
    };
    let is = |name: &str, fits: fn(&Value) -> bool| {
        params
            .get(name)
            .is_none_or(|value| value.is_null() || fits(value))
    };
    if !is("inputResponses", Value::is_object) {
        "`inputResponses` must be an object"
    } else if !is("requestState", Value::is_string) {
        "`requestState` must be a string"
    } else if !is("arguments", Value::is_object) {
        "`arguments` must be an object"
    } else {
        "the parameters are not those of this method"
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(method: &str, params: Value) -> Option<(i32, String)> {
        let error = malformed_request(&CustomRequest::new(method, Some(params)))?;
        Some((error.code.0, error.message.into_owned()))
    }

    #[test]
    fn the_parameter_at_fault_is_named_and_its_value_is_not() {
        let told = |params| refused("tools/call", params).expect("a refusal");
        for (params, at_fault) in [
            (
                json!({"name": "t", "inputResponses": ["hunter2"]}),
                "`inputResponses` must be",
            ),
            (
                json!({"name": "t", "requestState": {"hunter2": 1}}),
                "`requestState` must be",
            ),
            (
                json!({"name": "t", "arguments": "hunter2"}),
                "`arguments` must be",
            ),
            (json!(["hunter2"]), "`params` must be"),
            (
                json!({"inputResponses": null, "title": "hunter2"}),
                "the parameters are not",
            ),
        ] {
            let (code, message) = told(params);
            assert_eq!(code, -32602);
            assert!(message.contains(at_fault), "{message}");
            assert!(!message.contains("hunter2"), "{message}");
        }
    }

    #[test]
    fn the_three_methods_that_may_ask_are_known_and_no_other() {
        for method in ["tools/call", "prompts/get", "resources/read"] {
            assert!(
                refused(method, json!({"requestState": 5})).is_some(),
                "{method}"
            );
        }
        assert_eq!(refused("tools/list", json!({"requestState": 5})), None);
        assert_eq!(refused("acme/ping", json!({})), None);
    }
}
