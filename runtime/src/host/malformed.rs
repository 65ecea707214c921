use rmcp::model::{
    CallToolRequestParams, CustomRequest, ErrorData, GetPromptRequestParams,
    ReadResourceRequestParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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
    let problem = match request.method.as_str() {
        "tools/call" => problem::<CallToolRequestParams>(request),
        "prompts/get" => problem::<GetPromptRequestParams>(request),
        "resources/read" => problem::<ReadResourceRequestParams>(request),
        _ => return None,
    };
    Some(ErrorData::invalid_params(
        format!("{}: {problem}", request.method),
        None,
    ))
}

/// What is wrong with the parameters, without their values: an answer may be a secret.
fn problem<P: DeserializeOwned>(request: &CustomRequest) -> &'static str {
    let params = match &request.params {
        None | Some(Value::Null) => &Map::new(),
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
        "the parameters are not valid"
    }
}
