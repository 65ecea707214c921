//! The first thing of a round: is the state that came ours, in time, and for this operation?

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::failure::Failure;
use super::{Engine, Request, Withdrawal, once};
use crate::call::Call;
use crate::once::Trail;
use crate::seal::{Continuation, Deadline, FlowId, Operation, arguments_digest};
use crate::tool::Info;
use crate::wire::ClientCapabilities;

/// One request whose state is in order.
#[derive(Debug)]
pub(super) struct Turn<'a, O> {
    pub(super) tool: &'a Info<O>,
    pub(super) operation: Operation<'a>,
    pub(super) capabilities: &'a ClientCapabilities,
    pub(super) flow_id: FlowId,
    /// How many rounds of questions came before.
    pub(super) round: u32,
    pub(super) deadline: Deadline,
    /// What led to the state that came, or to the start.
    pub(super) trail: Trail,
    /// Stands for the answers as they came; of a tool that runs once.
    pub(super) came: [u8; 16],
    /// Whether anybody still wants it.
    pub(super) withdrawal: &'a Withdrawal,
}

impl<O> Turn<'_, O> {
    /// The request, as the flow sees it.
    pub(super) fn call(&self, request: &Request) -> Call {
        Call::new(
            request.principal.clone(),
            request.capabilities.clone(),
            self.round,
            self.flow_id,
            self.trail,
            request.notices.clone(),
        )
    }
}

impl Engine {
    /// Checks the state, and tells where the flow waits; `None` where the call begins.
    ///
    /// What is known of the call goes into the current span as soon as it can be trusted.
    pub(super) async fn open<'a, O>(
        &self,
        tool: &'a Info<O>,
        request: &'a Request,
        responses: &BTreeMap<String, Value>,
        withdrawal: &'a Withdrawal,
    ) -> Result<(Turn<'a, O>, Option<Continuation>), Failure> {
        let max_bytes = self.policy.max_state_bytes;
        let opened = match &request.state {
            Some(state) => Some(self.sealer.open(state, max_bytes).await?),
            None => None,
        };
        let now = self.clock.now();
        let (flow_id, round, deadline, trail) = if let Some(it) = &opened {
            (it.flow_id(), it.round(), it.deadline(), it.trail())
        } else {
            let flow_id = FlowId::random(&*self.entropy)?;
            let deadline = Deadline::new(now, self.policy.deadline);
            (flow_id, 0, deadline, flow_id.trail())
        };
        tracing::Span::current()
            .record("flow_id", tracing::field::display(flow_id))
            .record("round", round);

        let operation = operation(tool, request)?;
        let continuation = match opened {
            Some(opened) => Some(opened.redeem(&operation, now, self.policy.leeway())?),
            None => None,
        };
        let came = if tool.once {
            once::digest_of(responses).map_err(|_| beyond_json("inputResponses"))?
        } else {
            [0; 16]
        };
        let turn = Turn {
            tool,
            operation,
            capabilities: &request.capabilities,
            flow_id,
            round,
            deadline,
            trail,
            came,
            withdrawal,
        };
        Ok((turn, continuation))
    }
}

fn operation<'a, O>(tool: &Info<O>, request: &'a Request) -> Result<Operation<'a>, Failure> {
    let arguments = salient(&request.arguments, tool.not_salient);
    let arguments = arguments_digest(&arguments).map_err(|_| beyond_json("arguments"))?;
    Ok(Operation {
        flow: tool.name,
        method: request.method,
        principal: &request.principal,
        arguments,
    })
}

/// The arguments that state is bound to. One that is not declared is bound, too.
fn salient<'a>(
    arguments: &'a Map<String, Value>,
    not_salient: &[&str],
) -> Cow<'a, Map<String, Value>> {
    if !not_salient.iter().any(|name| arguments.contains_key(*name)) {
        return Cow::Borrowed(arguments);
    }
    let bound = arguments
        .iter()
        .filter(|(name, _)| !not_salient.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()));
    Cow::Owned(bound.collect())
}

fn beyond_json(part: &str) -> Failure {
    Failure::Malformed(format!("{part}: a number is beyond what JSON can exchange"))
}
