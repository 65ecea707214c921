//! What `#[mrtr_tool]` makes of a function.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::argument::ArgumentProblems;
use crate::machine::{FlowInfo, Machine};
use crate::scope::{Injected, MissingState, State};
use crate::wire::{ErrorObject, ToolOutput};

/// A tool: what `#[mrtr_tool]` puts in the place of the function, which says what it is.
pub trait Tool: Copy + Send + Sync + 'static {
    /// What a host needs to list and to run the tool.
    fn describe(self) -> ToolInfo;
}

impl<F: Fn() -> ToolInfo + Copy + Send + Sync + 'static> Tool for F {
    fn describe(self) -> ToolInfo {
        self()
    }
}

/// What a host needs to list and to run a tool.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ToolInfo {
    /// The name in `tools/list` and `tools/call`.
    pub name: &'static str,
    /// What the model reads about it; empty where the author wrote nothing.
    pub description: &'static str,
    /// The points, and the questions that may be asked.
    pub flow: &'static FlowInfo,
    /// The schema of the arguments.
    pub input_schema: fn() -> Map<String, Value>,
    /// What the tool takes by reference.
    pub injected: fn() -> Vec<Injected>,
    /// Whether what it does after a question is done once, however often that round is sent.
    pub once: bool,
    /// Starts or resumes the flow for one round.
    pub run: Run,
}

/// Starts or resumes a flow for one round.
pub(crate) type Run =
    for<'a> fn(&'a Machine, &Map<String, Value>, &'a State) -> Result<Running<'a>, CannotRun>;

/// A flow in progress.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<ToolOutput, ErrorObject>> + Send + 'a>>;

/// Why a flow did not start.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotRun {
    /// The arguments do not fit; the model can read why and try again.
    Arguments(ArgumentProblems),
    /// The host lacks what the tool takes by reference.
    State(MissingState),
}

impl From<MissingState> for CannotRun {
    fn from(missing: MissingState) -> Self {
        Self::State(missing)
    }
}

impl From<ArgumentProblems> for CannotRun {
    fn from(problems: ArgumentProblems) -> Self {
        Self::Arguments(problems)
    }
}

impl fmt::Display for CannotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(problems) => problems.fmt(f),
            Self::State(missing) => missing.fmt(f),
        }
    }
}

impl std::error::Error for CannotRun {}

impl ToolInfo {
    /// Puts the parts together; called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: &'static str,
        flow: &'static FlowInfo,
        input_schema: fn() -> Map<String, Value>,
        injected: fn() -> Vec<Injected>,
        run: Run,
    ) -> Self {
        Self {
            name,
            description,
            flow,
            input_schema,
            injected,
            once: false,
            run,
        }
    }

    /// The same tool, which does once what it does after a question: see [`mrtr::once`](crate::once).
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }
}
