//! The tasks that need a server.

use std::fs;
use std::path::Path;
use std::time::Duration;

use mrtr::client::terminal::Terminal;
use mrtr::client::{Call, CallErrorKind, Client, Limits, Operation, Root, Script};
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams, ServerCapabilities,
};
use serde::Serialize;
use serde_json::{Map, json};
use url::Url;

use crate::command_line::{Options, ServerTask};
use crate::front::Front;
use crate::{Failure, arguments, line, show};

/// How long the server gets to hear that it is not needed any more.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Does the task, up to Ctrl-C; `None` is an interrupt.
pub async fn run(task: ServerTask, options: &Options) -> Result<(), Option<Failure>> {
    let client = or_interrupt(Box::pin(connect(options))).await?;
    let done = or_interrupt(perform(task, options, &client)).await;
    if matches!(done, Err(None)) {
        // The call was dropped, which cancels it.
        tokio::time::sleep(LAST_WORDS).await;
    }
    client.close().await;
    let (text, failed) = done?;
    if failed {
        return Err(Some(Failure::Other(text)));
    }
    println!("{text}");
    Ok(())
}

async fn or_interrupt<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Option<Failure>> {
    tokio::select! {
        done = work => done.map_err(Some),
        _ = tokio::signal::ctrl_c() => Err(None),
    }
}

async fn connect(options: &Options) -> Result<Client<Front>, Failure> {
    let front = Front::new(terminal(options)?);
    let limits = Limits::default()
        .max_rounds(options.max_rounds)
        .max_total_timeout(options.timeout.map(Duration::from_secs));
    line::connect(options, limits, front).await
}

/// What to print, and whether it tells of a failure.
async fn perform(
    task: ServerTask,
    options: &Options,
    client: &Client<Front>,
) -> Result<(String, bool), Failure> {
    match task {
        ServerTask::Call {
            tool,
            arguments: given,
        } => {
            let schema = schema(client, &tool).await?;
            let arguments = arguments::read(&given, &schema).map_err(Failure::Usage)?;
            let params = CallToolRequestParams::new(tool).with_arguments(arguments);
            let result = traced(client.call(params), options).await?;
            if options.json {
                return Ok((json(&result), false));
            }
            let failed = result.is_error == Some(true);
            Ok((show::blocks(&result.content), failed))
        }
        ServerTask::Prompt {
            name,
            arguments: given,
        } => {
            let arguments = arguments::read(&given, &Map::new()).map_err(Failure::Usage)?;
            let params = GetPromptRequestParams::new(name).with_arguments(arguments);
            let result = traced(client.call(params), options).await?;
            let messages: Vec<String> = result.messages.iter().map(show::message).collect();
            Ok((text_or_json(options, &result, &messages), false))
        }
        ServerTask::Read { uri } => {
            let params = ReadResourceRequestParams::new(uri);
            let result = traced(client.call(params), options).await?;
            let contents: Vec<String> = result.contents.iter().map(show::contents).collect();
            Ok((text_or_json(options, &result, &contents), false))
        }
        ServerTask::List => Ok((list(options, client).await?, false)),
    }
}

fn traced<'a, O: Operation>(call: Call<'a, O>, options: &Options) -> Call<'a, O> {
    match &options.traceparent {
        Some(trace) => call.trace(trace.clone()),
        None => call,
    }
}

/// What the tool says that it takes.
async fn schema(
    client: &Client<Front>,
    name: &str,
) -> Result<Map<String, serde_json::Value>, Failure> {
    let tools = match client.tools().await {
        Ok(tools) => tools,
        // It may still have the tool.
        Err(error) if matches!(error.kind(), CallErrorKind::Service(_)) => return Ok(Map::new()),
        Err(error) => return Err(error.into()),
    };
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        return Ok((*tool.input_schema).clone());
    }
    let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    let names = names.join(", ");
    Err(Failure::Usage(format!(
        "the server has no tool `{name}`; it has: {names}"
    )))
}

async fn list(options: &Options, client: &Client<Front>) -> Result<String, Failure> {
    let info = client.peer().peer_info();
    let has = |part: fn(&ServerCapabilities) -> bool| {
        info.as_ref().is_some_and(|info| part(&info.capabilities))
    };
    let (mut tools, mut prompts, mut resources) = (Vec::new(), Vec::new(), Vec::new());
    if has(|it| it.tools.is_some()) {
        tools = client.tools().await?;
    }
    if has(|it| it.prompts.is_some()) {
        prompts = client.prompts().await?;
    }
    if has(|it| it.resources.is_some()) {
        resources = client.resources().await?;
    }
    let lines = tools.iter().map(show::tool);
    let lines = lines.chain(prompts.iter().map(show::prompt));
    let lines: Vec<String> = lines.chain(resources.iter().map(show::resource)).collect();
    let all = json!({"tools": tools, "prompts": prompts, "resources": resources});
    Ok(text_or_json(options, &all, &lines))
}

fn text_or_json(options: &Options, result: &impl Serialize, lines: &[String]) -> String {
    if options.json {
        json(result)
    } else {
        lines.join("\n")
    }
}

fn json(result: &impl Serialize) -> String {
    // What came as JSON can be written as JSON.
    serde_json::to_string_pretty(result).unwrap_or_default()
}

fn terminal(options: &Options) -> Result<Terminal, Failure> {
    let mut terminal = Terminal::new()
        .take_defaults(options.yes)
        .hint("give answers with `--answers FILE`, or directories with `--root`");
    if let Some(file) = &options.answers {
        terminal = terminal.script(answers(file).map_err(Failure::Usage)?);
    }
    if !options.root.is_empty() {
        let roots: Result<Vec<Root>, Failure> = options.root.iter().map(|it| root(it)).collect();
        terminal = terminal.roots(roots?);
    }
    Ok(terminal)
}

fn answers(file: &Path) -> Result<Script, String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let script: Script = text.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok(script.otherwise(format!("{name} has none that was not given already")))
}

fn root(directory: &Path) -> Result<Root, Failure> {
    let wrong = |why: String| Failure::Usage(format!("`--root {}`: {why}", directory.display()));
    let path = fs::canonicalize(directory).map_err(|error| wrong(error.to_string()))?;
    let uri = Url::from_directory_path(&path).map_err(|()| wrong("it has no URI".to_owned()))?;
    Ok(Root {
        uri: uri.into(),
        name: path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
    })
}
