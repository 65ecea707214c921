//! Clients of an older protocol, which knows no `input_required`: they are asked by requests of the
//! server's own, while their call waits.
//!
//! The flow is the same, and so is its state, which is sealed and opened in every round as if it had
//! been away. Only this loop is in the client's place: it takes the questions of a round to the
//! client, and its answers to the next round.
//!
//! Spec: 2025-11-25, *client/elicitation*, *client/sampling*, *client/roots*.

mod ask;
mod bounds;
mod form;
mod pages;

use std::collections::BTreeMap;

use rmcp::RoleServer;
use rmcp::model::{ErrorData, ProtocolVersion};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::answer::{Caller, Incoming};
use crate::engine::Outcome;
use crate::output::{CutShort, Output};
use crate::tool::Info;
use crate::wire::{ErrorObject, INVALID_PARAMS, InputRequest, MISSING_CLIENT_CAPABILITY};
use ask::Unanswered;
pub use bounds::Legacy;
use pages::Pages;

/// Whether a request comes from a client that is asked this way.
pub(super) fn is_legacy(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_none_or(|version| version < ProtocolVersion::V_2026_07_28)
}

/// Serves a whole call, with all of its rounds.
pub(super) async fn call<O: Output>(
    caller: &Caller<'_>,
    info: &Info<O>,
    incoming: Incoming,
) -> Result<Outcome<O>, ErrorData> {
    let bounds = caller.host.legacy();
    let mut pages = Pages::default();
    // What this protocol has no name for is not looked at.
    let mut round = Incoming {
        responses: None,
        state: None,
        ..incoming
    };
    let mut asked_before = 0;
    loop {
        let arguments = round.arguments.clone();
        let outcome = caller.round(info, round).await?;
        let asked = match outcome {
            Outcome::InputRequired(asked) => asked,
            Outcome::Error(error) => return Ok(told(info, error, asked_before)),
            Outcome::Complete(output) => {
                pages.left(&BTreeMap::new(), caller).await;
                return Ok(Outcome::Complete(output));
            }
        };
        pages.left(&asked.input_requests, caller).await;
        if asked_before == bounds.max_rounds {
            return Ok(CutShort::RoundLimit.end(format!(
                "The call was ended after {asked_before} rounds of questions: this server allows \
                 no more."
            )));
        }
        let responses = match answers(caller, &asked.input_requests, &mut pages).await {
            Ok(responses) => responses,
            Err((key, why)) => return ended(info, key, &why),
        };
        round = Incoming {
            arguments,
            responses: Some(responses),
            state: asked.request_state,
        };
        asked_before += 1;
    }
}

/// Asks one question after the other: such a client has one place to show them.
async fn answers<'q>(
    caller: &Caller<'_>,
    questions: &'q BTreeMap<String, InputRequest>,
    pages: &mut Pages,
) -> Result<BTreeMap<String, Value>, (&'q str, Unanswered)> {
    let mut answers = BTreeMap::new();
    for (key, question) in questions {
        let answer = ask::one(caller, key, question, pages).await;
        answers.insert(key.clone(), answer.map_err(|why| (key.as_str(), why))?);
    }
    Ok(answers)
}

/// The end of a call whose question has no answer. Nothing of the flow runs any more, as where a
/// client of today does not come back.
fn ended<O: Output>(info: &Info<O>, key: &str, why: &Unanswered) -> Result<Outcome<O>, ErrorData> {
    tracing::info!(flow = info.name, key, %why, "a question has no answer");
    if matches!(why, Unanswered::Gone | Unanswered::Cancelled) {
        return Err(ErrorData::internal_error(why.to_string(), None));
    }
    Ok(CutShort::Unanswered.end(format!(
        "`{}` asked for `{key}` and has no answer: {why}.",
        info.name
    )))
}

/// An error of a round, in words for a client that knows nothing of rounds.
fn told<O: Output>(info: &Info<O>, error: ErrorObject, asked_before: u32) -> Outcome<O> {
    let data = |name: &str| error.data.as_ref().and_then(|data| data.get(name));
    match error.code {
        MISSING_CLIENT_CAPABILITY => CutShort::Unanswered.end(format!(
            "`{}` has to ask before it can go on, and this client does not say that it can answer: \
             it lacks {}.",
            info.name,
            lacked(data("requiredCapabilities"))
        )),
        INVALID_PARAMS
            if asked_before > 0
                && data("reason").is_some_and(|reason| reason == "invalid_request_state") =>
        {
            CutShort::Unanswered.end(format!(
                "`{}` has waited too long for its answers; call it again.",
                info.name
            ))
        }
        _ => Outcome::Error(error),
    }
}

/// Input:  `{"elicitation": {"form": {}}, "roots": {}}`
/// Output: `elicitation.form, roots`
fn lacked(capabilities: Option<&Value>) -> String {
    let members = |value: &Value| -> Vec<String> {
        let object = value.as_object().into_iter().flatten();
        object.map(|(name, _)| name.clone()).collect()
    };
    let Some(capabilities) = capabilities else {
        return "a capability".to_owned();
    };
    let mut names = Vec::new();
    for name in members(capabilities) {
        let parts = members(&capabilities[&name]);
        if parts.is_empty() {
            names.push(format!("`{name}`"));
        } else {
            names.extend(parts.iter().map(|part| format!("`{name}.{part}`")));
        }
    }
    names.join(", ")
}
