//! The tasks that need a server.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use mrtr::client::{Call, CallError, CallErrorKind, Client, Limits};
use rmcp::ServiceError;
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams, ServerCapabilities,
};
use serde_json::{Map, json};

use crate::command_line::{Options, ServerTask};
use crate::front::Front;
use crate::line::Server;
use crate::outcome::{Outcome, Shown};
use crate::saved::{Saved, Waiting};
use crate::{Failure, answers, arguments, line, show};

/// How long the server gets to hear that it is not needed any more.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Does the task, up to Ctrl-C; `None` is an interrupt.
pub async fn run(task: ServerTask, options: &Options) -> Result<(), Option<Failure>> {
    let work = Work::new(task, options).map_err(Some)?;
    let client = or_interrupt(Box::pin(work.connect(options))).await?;
    let done = or_interrupt(Box::pin(work.perform(options, &client))).await;
    if matches!(done, Err(None)) {
        // The call was dropped, which cancels it.
        tokio::time::sleep(LAST_WORDS).await;
    }
    client.close().await;
    let Outcome { text, failed } = done?;
    if failed && !options.json {
        return Err(Some(Failure::Other(text)));
    }
    println!("{text}");
    if failed {
        Err(Some(Failure::Told))
    } else {
        Ok(())
    }
}

async fn or_interrupt<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Option<Failure>> {
    tokio::select! {
        done = work => done.map_err(Some),
        _ = tokio::signal::ctrl_c() => Err(None),
    }
}

/// A task, and the server that it needs.
struct Work {
    task: ServerTask,
    server: Server,
    /// The call that goes on.
    waiting: Option<Waiting>,
}

impl Work {
    fn new(task: ServerTask, options: &Options) -> Result<Self, Failure> {
        let (asked, waiting) = match &task {
            ServerTask::Resume { file } => {
                let Saved { server, call } = Saved::read(file).map_err(Failure::Usage)?;
                (Some(server), Some(call))
            }
            _ => (None, None),
        };
        let server = Server::named(options).or(asked).ok_or_else(|| {
            Failure::Usage("which server? Give `--stdio COMMAND` or `--http URL`".to_owned())
        })?;
        Ok(Self {
            task,
            server,
            waiting,
        })
    }

    async fn connect(&self, options: &Options) -> Result<Client<Front>, Failure> {
        let front = Front::new(answers::terminal(options)?);
        let limits = Limits::default()
            .max_rounds(options.max_rounds)
            .max_total_timeout(options.timeout.map(Duration::from_secs));
        line::connect(&self.server, options, limits, front).await
    }

    async fn perform(self, options: &Options, client: &Client<Front>) -> Result<Outcome, Failure> {
        let end = End {
            server: self.server,
            options,
            file: options.save.clone(),
        };
        match self.task {
            ServerTask::Call {
                tool,
                arguments: given,
            } => {
                let schema = schema(client, &tool).await?;
                let arguments = arguments::read(&given, &schema).map_err(Failure::Usage)?;
                let params = CallToolRequestParams::new(tool).with_arguments(arguments);
                end.of(client.call(params)).await
            }
            ServerTask::Prompt {
                name,
                arguments: given,
            } => {
                let arguments = arguments::read(&given, &Map::new()).map_err(Failure::Usage)?;
                let params = GetPromptRequestParams::new(name).with_arguments(arguments);
                end.of(client.call(params)).await
            }
            ServerTask::Read { uri } => {
                let params = ReadResourceRequestParams::new(uri);
                end.of(client.call(params)).await
            }
            ServerTask::Resume { file } => {
                let end = End {
                    file: Some(end.file.unwrap_or_else(|| file.clone())),
                    ..end
                };
                let outcome = match self.waiting {
                    Some(Waiting::Tool(call)) => end.of(client.resume(call)).await?,
                    Some(Waiting::Prompt(call)) => end.of(client.resume(call)).await?,
                    Some(Waiting::Resource(call)) => end.of(client.resume(call)).await?,
                    None => return Err(Failure::Usage("no call waits".to_owned())),
                };
                // It is of no use any more; where it cannot be removed, it does no harm.
                let _ = fs::remove_file(file);
                Ok(outcome)
            }
            ServerTask::List => list(options, client).await,
        }
    }
}

/// What is made of a call in the end.
struct End<'a> {
    server: Server,
    options: &'a Options,
    /// Where it waits if it stops before.
    file: Option<PathBuf>,
}

impl End<'_> {
    async fn of<O: Shown>(self, call: Call<'_, O>) -> Result<Outcome, Failure> {
        let call = match &self.options.traceparent {
            Some(trace) => call.trace(trace.clone()),
            None => call,
        };
        let error = match call.clone().await {
            Ok(result) => return Ok(O::shown(&result, self.options.json)),
            Err(error) => error,
        };
        match (self.file, error.interim()) {
            (Some(file), Some(interim)) if can_go_on(&error) => {
                let saved = Saved {
                    server: self.server,
                    call: O::waiting(call.pending(interim.clone())),
                };
                let failed = |why| Failure::Other(format!("{error}\n\n{}: {why}", file.display()));
                saved.write(&file).map_err(failed)?;
                Err(Failure::Waits(Box::new(error), file))
            }
            _ => Err(error.into()),
        }
    }
}

/// What the server itself has ended is over.
fn can_go_on(error: &CallError) -> bool {
    !matches!(
        error.kind(),
        CallErrorKind::Service(ServiceError::McpError(_)) | CallErrorKind::Violation(_)
    )
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

async fn list(options: &Options, client: &Client<Front>) -> Result<Outcome, Failure> {
    let info = client.peer().peer_info();
    let has = |part: fn(&ServerCapabilities) -> bool| {
        info.as_ref().is_some_and(|info| part(&info.capabilities))
    };
    let (mut tools, mut prompts) = (Vec::new(), Vec::new());
    let (mut resources, mut templates) = (Vec::new(), Vec::new());
    if has(|it| it.tools.is_some()) {
        tools = client.tools().await?;
    }
    if has(|it| it.prompts.is_some()) {
        prompts = client.prompts().await?;
    }
    if has(|it| it.resources.is_some()) {
        resources = client.resources().await?;
        templates = client.resource_templates().await?;
    }
    let lines = tools.iter().map(show::tool);
    let lines = lines.chain(prompts.iter().map(show::prompt));
    let lines = lines.chain(resources.iter().map(show::resource));
    let lines = lines.chain(templates.iter().map(show::template));
    let all = json!({
        "tools": tools, "prompts": prompts,
        "resources": resources, "resourceTemplates": templates,
    });
    Ok(Outcome::of(&all, options.json, lines))
}
