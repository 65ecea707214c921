//! What is checked before anything is served.

use std::collections::HashSet;

use super::convert;
use super::error::StartProblem;
use crate::question::{Need, Rendered};
use crate::scope::State;
use crate::tool::ToolInfo;

/// All that is wrong with the tools of a server.
pub(super) fn tools<'a>(
    tools: impl IntoIterator<Item = &'a ToolInfo>,
    state: &State,
) -> Vec<StartProblem> {
    let mut names = HashSet::new();
    let mut problems = Vec::new();
    for info in tools {
        if !names.insert(info.name) {
            problems.push(StartProblem::DuplicateTool { tool: info.name });
        }
        problems.extend(tool(info, state));
    }
    problems
}

/// All that is wrong with one tool.
pub(super) fn tool(info: &ToolInfo, state: &State) -> Vec<StartProblem> {
    let tool = info.name;
    let mut problems = Vec::new();
    if !is_tool_name(tool) {
        problems.push(StartProblem::BadToolName { tool });
    }
    let missing = (info.injected)()
        .into_iter()
        .filter(|injected| !state.provides(*injected));
    problems.extend(missing.map(|injected| StartProblem::MissingState {
        tool,
        type_name: injected.type_name,
    }));
    for question in info.flow.points.iter().flat_map(|point| point.questions) {
        // Only a form has parts that are known before it is asked.
        let rendered = match (question.need)() {
            Need::Form => Rendered::Form(String::new()),
            _ => continue,
        };
        if let Err(reason) = convert::input_request(&(question.request)(&rendered)) {
            problems.push(StartProblem::BadQuestion {
                tool,
                key: question.key,
                reason: reason.to_string(),
            });
        }
    }
    problems
}

/// Spec: *server/tools*, tool names.
fn is_tool_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}
