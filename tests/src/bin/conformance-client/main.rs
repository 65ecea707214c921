//! The client of the official conformance suite: connects to the server whose address is the last
//! argument, and uses all that it has.
//!
//! `tests/conformance/client` runs the suite with it. What a scenario wants beyond that is in
//! `MCP_CONFORMANCE_CONTEXT`.
// Sampling is part of this protocol version, and announced to leave a later one.
#![allow(deprecated)]

mod arguments;
mod authorize;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use authorize::Authorizing;
use mrtr::Answer;
use mrtr::client::{
    CallError, CallErrorKind, Client, FormQuestion, Handlers, Root, RootsQuestion, SamplingQuestion,
};
use rmcp::model::{
    CallToolRequestParams, CreateMessageResult, GetPromptRequestParams, ReadResourceRequestParams,
    SamplingMessage, ServerCapabilities, Tool,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What a scenario tells its client.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    /// Exactly these calls, in place of all tools.
    tool_calls: Option<Vec<ToolCall>>,
    /// The client that the authorization server knows already.
    #[serde(rename = "client_id")]
    client_id: Option<String>,
    #[serde(rename = "client_secret")]
    client_secret: Option<String>,
}

#[derive(Deserialize)]
struct ToolCall {
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // All scenarios run at once, and the suite does not say whose client it was.
            let scenario = env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
            eprintln!("gave up in {scenario}: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let url = env::args().next_back().ok_or("which server?")?;
    let context: Context = match env::var("MCP_CONFORMANCE_CONTEXT") {
        Ok(context) => serde_json::from_str(&context)?,
        Err(_) => Context::default(),
    };
    let http = Authorizing::new(&url, context.client_id, context.client_secret);
    let config = StreamableHttpClientTransportConfig::with_uri(url);
    let transport = StreamableHttpClientTransport::with_client(http, config);
    let client = Client::connect("mrtr-conformance", "1", answerer(), transport).await?;
    let used = use_all(&client, context.tool_calls).await;
    client.close().await;
    Ok(used?)
}

/// Accepts each form with values that fit it.
fn answerer() -> Handlers {
    Handlers::new()
        .on_form(|question: FormQuestion| async move {
            let schema = serde_json::to_value(&question.schema)?;
            let mut content = arguments::fitting(&schema);
            question.form()?.fill_in_defaults(&mut content);
            Ok(Answer::Accept(content))
        })
        .on_sampling(|_: SamplingQuestion| async {
            let text = SamplingMessage::assistant_text("text");
            Ok(CreateMessageResult::new(text, "none".to_owned()))
        })
        .on_roots(|_: RootsQuestion| async { Ok(Vec::<Root>::new()) })
}

async fn use_all(client: &Client<Handlers>, calls: Option<Vec<ToolCall>>) -> Result<(), CallError> {
    let info = client.peer().peer_info();
    let has = |part: fn(&ServerCapabilities) -> bool| {
        info.as_ref().is_some_and(|info| part(&info.capabilities))
    };
    if has(|it| it.tools.is_some()) {
        let tools = client.tools().await?;
        for ToolCall { name, arguments } in calls.unwrap_or_else(|| all(&tools)) {
            let params = CallToolRequestParams::new(name).with_arguments(arguments);
            // A scenario may answer with an error on purpose; the next tool is called all the same.
            told(client.call(params).await)?;
        }
    }
    if has(|it| it.prompts.is_some()) {
        for prompt in client.prompts().await? {
            told(client.call(GetPromptRequestParams::new(prompt.name)).await)?;
        }
    }
    if has(|it| it.resources.is_some()) {
        for resource in client.resources().await? {
            let params = ReadResourceRequestParams::new(resource.uri);
            told(client.call(params).await)?;
        }
    }
    Ok(())
}

/// A call of each tool, with arguments that its schema allows.
fn all(tools: &[Tool]) -> Vec<ToolCall> {
    let call = |tool: &Tool| {
        let mut arguments = arguments::fitting(&Value::Object((*tool.input_schema).clone()));
        // The scenario compares what comes back with what it had listed.
        if tool.name == "json_schema_echo" {
            let listed = tools
                .iter()
                .find(|it| it.name == "json_schema_2020_12_tool");
            let schema = listed.map(|tool| Value::Object((*tool.input_schema).clone()));
            arguments.insert("schema".to_owned(), schema.unwrap_or_default());
        }
        ToolCall {
            name: tool.name.clone().into_owned(),
            arguments,
        }
    };
    tools.iter().map(call).collect()
}

/// Passes on what ends the connection, and says what else went wrong.
fn told<T>(called: Result<T, CallError>) -> Result<(), CallError> {
    match called {
        Ok(_) => Ok(()),
        Err(error) if matches!(error.kind(), CallErrorKind::Service(_)) => {
            eprintln!("{error}");
            Ok(())
        }
        Err(error) => Err(error),
    }
}
