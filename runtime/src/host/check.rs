//! What is checked before anything is served.

use std::collections::HashSet;
use std::fmt;

use rmcp::model::Tool;

use super::beside::Beside;
use super::error::StartProblem;
use super::{carried, convert};
use crate::question::{Need, Rendered};
use crate::scope::State;
use crate::tool::{Info, PromptInfo, ResourceInfo, ToolInfo};

/// What a server offers.
#[derive(Default)]
pub(super) struct Offered {
    pub(super) tools: Vec<ToolInfo>,
    /// What the listing of a tool says beyond what is known of it, by the tool's place.
    pub(super) changes: Vec<(usize, Change)>,
    pub(super) prompts: Vec<PromptInfo>,
    pub(super) resources: Vec<ResourceInfo>,
}

/// Changes how a tool is listed.
pub(super) type Change = Box<dyn FnOnce(Tool) -> Tool + Send + Sync>;

/// All that is wrong with what a server offers.
pub(super) fn offered(
    offered: &Offered,
    beside: Option<&dyn Beside>,
    state: &State,
    hides: bool,
) -> Vec<StartProblem> {
    let mut problems = duplicates(offered.tools.iter().map(|tool| tool.name));
    if let Some(beside) = beside {
        let names = offered.tools.iter().map(|tool| tool.name);
        let theirs = names.filter(|name| beside.tool(name).is_some());
        problems.extend(theirs.map(|name| StartProblem::Duplicate { name }));
    }
    problems.extend(duplicates(offered.prompts.iter().map(|prompt| prompt.name)));
    problems.extend(duplicates(offered.resources.iter().map(|it| it.uri)));
    problems.extend(
        offered
            .tools
            .iter()
            .flat_map(|info| one(info, state, hides)),
    );
    problems.extend(
        offered
            .prompts
            .iter()
            .flat_map(|info| one(info, state, hides)),
    );
    let resources = offered.resources.iter().map(|resource| &resource.info);
    problems.extend(resources.flat_map(|info| one(info, state, hides)));
    problems
}

fn duplicates(names: impl Iterator<Item = &'static str>) -> Vec<StartProblem> {
    let mut seen = HashSet::new();
    names
        .filter(|name| !seen.insert(*name))
        .map(|name| StartProblem::Duplicate { name })
        .collect()
}

/// All that is wrong with one tool, prompt or resource, where state `hides` what is carried.
pub(super) fn one<O>(info: &Info<O>, state: &State, hides: bool) -> Vec<StartProblem> {
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
    if !hides {
        problems.extend(carried::readable_secrets(info, state));
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

impl fmt::Debug for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offered")
            .field("tools", &self.tools)
            .field("prompts", &self.prompts)
            .field("resources", &self.resources)
            .finish_non_exhaustive()
    }
}
