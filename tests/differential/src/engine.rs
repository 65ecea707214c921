//! The lowered run: each round on an engine of its own.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mrtr::engine::{Engine, Method, Outcome, Policy, Request};
use mrtr::notice::Notices;
use mrtr::seal::{KeyRing, SealKey};
use mrtr::wire::{InputRequest, InputRequired};
use mrtr::{Principal, State};
use serde_json::{Value, json};

use crate::direct::{Exchange, Round, asked};
use crate::log::{self, Log};
use crate::script::Script;
use crate::{Ended, Input, Program};

/// Runs the lowered twin with the answers that the direct one was given.
///
/// # Errors
/// The two part: it asks for something else, or something stays.
pub(crate) fn run(
    program: &Program,
    input: &Input,
    rounds: &[Round],
    mut manners: Script,
) -> Result<Ended, String> {
    let mut request = first(input);
    let mut rounds = rounds.iter();
    loop {
        let required = match round(program, request)? {
            Ok(required) => required,
            Err(ended) => return Ok(ended),
        };
        let told = told(&required);
        log::write(asked(&told));
        let Some(expected) = rounds.next() else {
            return Err("the lowered twin asks more often".to_owned());
        };
        if asked(&told) != asked(expected) {
            return Err("the lowered twin asks something else".to_owned());
        }
        request = retry(input, required.request_state, expected);
        if manners.below(6) == 0 {
            request = hesitate(program, input, &mut manners, request, expected)?;
        }
    }
}

/// Leaves out at least one answer at first. The flow must not run, and what is left must be asked
/// again.
fn hesitate(
    program: &Program,
    input: &Input,
    manners: &mut Script,
    mut request: Request,
    expected: &[Exchange],
) -> Result<Request, String> {
    let left_out = usize::try_from(manners.below(4)).unwrap_or_default() % expected.len();
    let kept: Round = expected[..left_out].to_vec();
    let missing: Round = expected[left_out..].to_vec();
    request.responses = responses(&kept);
    let before = log::length();
    let Ok(again) = round(program, request)? else {
        return Err("the flow goes on without its answers".to_owned());
    };
    if log::length() != before {
        return Err("the flow runs without its answers".to_owned());
    }
    if asked(&told(&again)) != asked(&missing) {
        return Err("what is asked again is not what is missing".to_owned());
    }
    Ok(retry(input, again.request_state, &missing))
}

/// One round on a new engine; it asks, or it ends.
fn round(program: &Program, request: Request) -> Result<Result<InputRequired, Ended>, String> {
    let key = SealKey::from_bytes([7; 32]).expect("32 bytes");
    let mut policy = Policy::default();
    policy.max_rounds = 10_000;
    policy.max_state_bytes = 1 << 20;
    let engine = Engine::new("differential", KeyRing::new(&key)).policy(policy);
    let mut state = State::new();
    state.insert(Log);
    let outcome = block_on(engine.round(&(program.tool)(), &state, request));
    if log::alive() > 0 {
        return Err(format!(
            "{} values stay when the round is over",
            log::alive()
        ));
    }
    Ok(match outcome {
        Outcome::InputRequired(required) => Ok(required),
        Outcome::Complete(output) => Err(Ok(output)),
        Outcome::Error(error) => Err(Err(error)),
        other => return Err(format!("an unknown outcome: {other:?}")),
    })
}

fn first(input: &Input) -> Request {
    Request {
        method: Method::CallTool,
        arguments: input.to_arguments(),
        responses: BTreeMap::new(),
        state: None,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_value(json!({"elicitation": {}, "roots": {}}))
            .expect("capabilities"),
        notices: Notices::default(),
    }
}

fn retry(input: &Input, state: Option<String>, answers: &[Exchange]) -> Request {
    Request {
        state,
        responses: responses(answers),
        ..first(input)
    }
}

fn responses(answers: &[Exchange]) -> BTreeMap<String, Value> {
    answers
        .iter()
        .map(|exchange| (exchange.key.clone(), exchange.response.clone()))
        .collect()
}

/// The questions as they came.
fn told(required: &InputRequired) -> Round {
    let exchange = |(key, request): (&String, &InputRequest)| Exchange {
        key: key.clone(),
        text: match request {
            InputRequest::Form { message, .. } => Some(message.clone()),
            _ => None,
        },
        response: Value::Null,
    };
    required.input_requests.iter().map(exchange).collect()
}

/// Runs a future that wakes itself.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..10_000 {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
    panic!("the future waits for something that never comes");
}
