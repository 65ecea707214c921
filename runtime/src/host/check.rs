//! What is checked before anything is served.

use std::collections::HashSet;

use super::convert;
use super::error::StartProblem;
use crate::question::{Need, Rendered};
use crate::scope::State;
use crate::tool::{Info, PromptInfo, ResourceInfo, ToolInfo};

/// What a server offers.
#[derive(Debug, Default)]
pub(super) struct Offered {
    pub(super) tools: Vec<ToolInfo>,
    pub(super) prompts: Vec<PromptInfo>,
    pub(super) resources: Vec<ResourceInfo>,
}

/// All that is wrong with what a server offers.
pub(super) fn offered(offered: &Offered, state: &State) -> Vec<StartProblem> {
    let mut problems = duplicates(offered.tools.iter().map(|tool| tool.name));
    problems.extend(duplicates(offered.prompts.iter().map(|prompt| prompt.name)));
    problems.extend(duplicates(offered.resources.iter().map(|it| it.uri)));
    problems.extend(offered.tools.iter().flat_map(|info| one(info, state)));
    problems.extend(offered.prompts.iter().flat_map(|info| one(info, state)));
    let resources = offered.resources.iter().map(|resource| &resource.info);
    problems.extend(resources.flat_map(|info| one(info, state)));
    problems
}

fn duplicates(names: impl Iterator<Item = &'static str>) -> Vec<StartProblem> {
    let mut seen = HashSet::new();
    names
        .filter(|name| !seen.insert(*name))
        .map(|name| StartProblem::Duplicate { name })
        .collect()
}

/// All that is wrong with one tool, prompt or resource.
pub(super) fn one<O>(info: &Info<O>, state: &State) -> Vec<StartProblem> {
    let name = info.name;
    let mut problems = Vec::new();
    if !is_name(name) {
        problems.push(StartProblem::BadName { name });
    }
    let missing = (info.injected)()
        .into_iter()
        .filter(|injected| !state.provides(*injected));
    problems.extend(missing.map(|injected| StartProblem::MissingState {
        name,
        type_name: injected.type_name,
    }));
    for question in info.flow.points.iter().flat_map(|point| point.questions) {
        // Only a form has parts that are known before it is asked.
        let rendered = match question.need {
            Need::Form => Rendered::Form(String::new()),
            _ => continue,
        };
        if let Err(reason) = convert::input_request(&(question.request)(&rendered)) {
            problems.push(StartProblem::BadQuestion {
                name,
                key: question.key,
                reason: reason.to_string(),
            });
        }
    }
    problems
}

/// Spec: *server/tools*, tool names.
fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}
