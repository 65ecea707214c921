//! What the attributes make of a function: everything that a host needs of it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::argument::ArgumentProblems;
use crate::machine::{CarryingPoint, FlowInfo, Machine, describe};
use crate::question::Needs;
use crate::scope::{Injected, MissingState, State};
use crate::wire::{ErrorObject, PromptOutput, ResourceOutput, ToolOutput};

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

/// A prompt: what `#[mrtr_prompt]` puts in the place of the function.
pub trait Prompt: Copy + Send + Sync + 'static {
    /// What a host needs to list and to run the prompt.
    fn describe(self) -> PromptInfo;
}

impl<F: Fn() -> PromptInfo + Copy + Send + Sync + 'static> Prompt for F {
    fn describe(self) -> PromptInfo {
        self()
    }
}

/// A resource: what `#[mrtr_resource]` puts in the place of the function.
pub trait Resource: Copy + Send + Sync + 'static {
    /// What a host needs to list and to read the resource.
    fn describe(self) -> ResourceInfo;
}

impl<F: Fn() -> ResourceInfo + Copy + Send + Sync + 'static> Resource for F {
    fn describe(self) -> ResourceInfo {
        self()
    }
}

/// What a host needs to list and to run a tool.
pub type ToolInfo = Info<ToolOutput>;

/// What a host needs to list and to run a prompt.
pub type PromptInfo = Info<PromptOutput>;

/// What a host needs to list and to read a resource.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ResourceInfo {
    /// Its URI, or the template of its URIs: `db://{table}/{id}`.
    pub uri: &'static str,
    /// What it is: `application/json`; empty where the author did not say.
    pub mime_type: &'static str,
    /// The rest, which is the same for all that can be run.
    pub info: Info<ResourceOutput>,
}

/// What a host needs to list and to run something whose result is an `O`.
#[non_exhaustive]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Info<O> {
    /// The name in lists and calls.
    pub name: &'static str,
    /// The name for people; empty where it is the other one.
    pub title: &'static str,
    /// What the model reads about it; empty where the author wrote nothing.
    pub description: &'static str,
    /// The points, and the questions that may be asked.
    pub flow: &'static FlowInfo,
    /// The schema of the arguments.
    pub input_schema: fn() -> Map<String, Value>,
    /// The schema of the structured data in its result, where it is a tool that has some.
    pub output_schema: fn() -> Option<Map<String, Value>>,
    /// What it takes by reference.
    pub injected: fn() -> Vec<Injected>,
    /// Whether what it does after a question is done once, however often that round is sent.
    pub once: bool,
    /// Whether it asks in one round, without state: see [`mrtr_tool`](macro@crate::mrtr_tool).
    pub stateless: bool,
    /// Whether all that it may ask has to be possible before it begins.
    pub up_front: bool,
    /// The names of the arguments that state is not bound to: a retry may bring other values.
    pub not_salient: &'static [&'static str],
    /// What becomes of an answer that does not fit its question.
    pub on_invalid: OnInvalid,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// Whether it starts again where the state was made by other code, instead of being refused.
    pub restart: bool,
    /// Starts or resumes the flow for one round.
    pub run: Run<O>,
}

/// What becomes of an answer that does not fit its question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnInvalid {
    /// It is asked for again, with the reason.
    #[default]
    AskAgain,
    /// The request ends with an error of the protocol (`-32602`).
    Reject,
}

// By hand: a derive would ask the same of `O`.
impl<O> Clone for Info<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Info<O> {}

impl<O> fmt::Debug for Info<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Info")
            .field("name", &self.name)
            .field("flow", &self.flow)
            .finish_non_exhaustive()
    }
}

/// Starts or resumes a flow for one round.
pub(crate) type Run<O> =
    for<'a> fn(&'a Machine, &Map<String, Value>, &'a State) -> Result<Running<'a, O>, CannotRun>;

/// A flow in progress.
pub type Running<'a, O = ToolOutput> =
    Pin<Box<dyn Future<Output = Result<O, ErrorObject>> + Send + 'a>>;

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

impl<O> Info<O> {
    /// Puts the parts together; called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: &'static str,
        flow: &'static FlowInfo,
        input_schema: fn() -> Map<String, Value>,
        injected: fn() -> Vec<Injected>,
        run: Run<O>,
    ) -> Self {
        Self {
            name,
            title: "",
            description,
            flow,
            input_schema,
            output_schema: || None,
            injected,
            once: false,
            stateless: false,
            up_front: false,
            not_salient: &[],
            on_invalid: OnInvalid::AskAgain,
            read_only: false,
            restart: false,
            run,
        }
    }

    /// The same with a name for people.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// The client capabilities that its questions may need, each once.
    ///
    /// What a `sample!` needs beyond sampling depends on its request, and is not among them.
    /// Neither are the questions of other flows that it calls.
    ///
    /// It is known at compile time, so a promise about a tool can be one to the compiler:
    ///
    /// ```
    /// use mrtr::question::{Need, Needs};
    /// use mrtr::{ask, mrtr_tool};
    ///
    /// #[mrtr_tool]
    /// async fn greet() -> mrtr::Result<String> {
    ///     Ok(ask!(String, "Who is it?").accepted()?)
    /// }
    ///
    /// const GREET: Needs = greet().needs();
    /// const _: () = assert!(!GREET.contains(Need::Sampling));
    /// assert_eq!(GREET, Needs::NONE.and(Need::Form));
    /// ```
    #[must_use]
    pub const fn needs(&self) -> Needs {
        self.flow.needs()
    }

    /// What travels in the state while the flow waits, by point. `state` is the host's: the flow is
    /// made, though nothing of it runs.
    ///
    /// # Errors
    /// [`CannotRun::State`] where `state` lacks what the flow takes by reference.
    pub fn carries(&self, state: &State) -> Result<Vec<CarryingPoint>, CannotRun> {
        describe(self.flow, self.run, state)
    }

    /// The same, refused at its start where the client lacks what some of its questions need.
    #[must_use]
    pub const fn up_front(mut self) -> Self {
        self.up_front = true;
        self
    }

    /// The same, whose state is not bound to the arguments of these names.
    #[must_use]
    pub const fn not_salient(mut self, names: &'static [&'static str]) -> Self {
        self.not_salient = names;
        self
    }

    /// The same, where an answer that does not fit its question ends the request with an error of
    /// the protocol (`-32602`). The state can still be redeemed, with other answers.
    #[must_use]
    pub const fn reject_invalid(mut self) -> Self {
        self.on_invalid = OnInvalid::Reject;
        self
    }

    /// The same, which changes nothing. A host says so to clients.
    ///
    /// Spec: *server/tools*, `readOnlyHint`.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// The same, which starts again where its code has changed since the state was made: it asks
    /// from the beginning, where others refuse the state. What ran before the step runs again.
    #[must_use]
    pub const fn restart(mut self) -> Self {
        self.restart = true;
        self
    }

    /// The same, without state; called by generated code, which has checked that it needs none.
    #[doc(hidden)]
    #[must_use]
    pub const fn stateless(mut self) -> Self {
        self.stateless = true;
        self
    }

    /// The same tool, which does once what it does after a question: see [`mrtr::once`](crate::once).
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }
}

impl ToolInfo {
    /// The same tool, whose structured data has this schema; called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn output(mut self, schema: fn() -> Option<Map<String, Value>>) -> Self {
        self.output_schema = schema;
        self
    }
}

impl ResourceInfo {
    /// Puts the parts together; called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        uri: &'static str,
        mime_type: &'static str,
        info: Info<ResourceOutput>,
    ) -> Self {
        Self {
            uri,
            mime_type,
            info,
        }
    }
}
