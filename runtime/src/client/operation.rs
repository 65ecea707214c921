//! The three requests that a server may answer with questions.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, GetPromptRequest,
    GetPromptRequestParams, GetPromptResult, InputResponses, ReadResourceRequest,
    ReadResourceRequestParams, ReadResourceResult, RequestMetaObject, ResultType, ServerResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A request that a server may answer with questions: the parameters of `tools/call`,
/// `prompts/get` or `resources/read`.
///
/// Spec: *basic/patterns/mrtr*. No other request may be answered so.
pub trait Operation: Travels + Clone + Send + Sync + Serialize + DeserializeOwned {
    /// The method on the wire.
    const METHOD: &'static str;
}

/// A result, and the kind that it says it is.
type Finished<T> = (Option<ResultType>, T);

/// What the driver needs, and nobody else.
pub trait Travels: Sized {
    /// What it returns in the end.
    type Result: Send;

    /// The same request with exactly these answers and this state.
    fn with_round(self, responses: Option<InputResponses>, state: Option<String>) -> Self;
    /// What is called.
    fn target(&self) -> &str;
    fn meta(&self) -> Option<&RequestMetaObject>;
    fn meta_mut(&mut self) -> &mut RequestMetaObject;
    fn into_request(self) -> ClientRequest;
    /// A result of its own kind, and what it says of itself; anything else as it came.
    fn result(reply: ServerResult) -> Result<Finished<Self::Result>, Box<ServerResult>>;
}

macro_rules! operations {
    ($($method:literal: $params:ident.$target:ident, $request:ident -> $result:ident, $contentless:expr;)*) => {$(
        impl Operation for $params {
            const METHOD: &'static str = $method;
        }

        impl Travels for $params {
            type Result = $result;

            fn with_round(mut self, responses: Option<InputResponses>, state: Option<String>) -> Self {
                self.input_responses = responses;
                self.request_state = state;
                self
            }

            fn target(&self) -> &str {
                &self.$target
            }

            fn meta(&self) -> Option<&RequestMetaObject> {
                self.meta.as_ref()
            }

            fn meta_mut(&mut self) -> &mut RequestMetaObject {
                self.meta.get_or_insert_default()
            }

            fn into_request(self) -> ClientRequest {
                ClientRequest::$request($request::new(self))
            }

            fn result(reply: ServerResult) -> Result<Finished<$result>, Box<ServerResult>> {
                match reply {
                    ServerResult::$result(result) => Ok((result.result_type.clone(), result)),
                    other => $contentless(other),
                }
            }
        }
    )*};
}

operations! {
    "tools/call": CallToolRequestParams.name, CallToolRequest -> CallToolResult, without_content;
    "prompts/get": GetPromptRequestParams.name, GetPromptRequest -> GetPromptResult, nothing_else;
    "resources/read": ReadResourceRequestParams.uri, ReadResourceRequest -> ReadResourceResult, nothing_else;
}

fn nothing_else<T>(reply: ServerResult) -> Result<Finished<T>, Box<ServerResult>> {
    Err(Box::new(reply))
}

/// Some servers leave `content` out where a tool returns nothing. What is left is no other result
/// either.
fn without_content(reply: ServerResult) -> Result<Finished<CallToolResult>, Box<ServerResult>> {
    match reply {
        ServerResult::EmptyResult(_) => Ok((None, CallToolResult::default())),
        ServerResult::TaskAckResult(rest) => {
            Ok((Some(rest.result_type), CallToolResult::default()))
        }
        other => Err(Box::new(other)),
    }
}
