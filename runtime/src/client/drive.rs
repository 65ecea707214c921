use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ElicitRequestParams, InputRequest,
    InputRequiredResult, InputResponses,
};
use rmcp::{Peer, RoleClient};
use serde_json::{Map, Value, json};

use super::answerer::{Answerer, FormQuestion, Round, Unanswered};
use super::error::CallError;
use crate::question::Answer;

/// The longest pause before a call is sent again that the server asked nothing for.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long a call may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many rounds are answered. Default: 10.
    pub max_rounds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_rounds: 10 }
    }
}

/// Calls a tool and answers its questions until it is finished.
///
/// Each round is a request of its own, with its own id: the call as it was given, exactly the
/// answers of this round, and the server's state byte for byte. Dropping the future cancels the
/// request that is under way.
///
/// The peer must have been told what `answerer` can do; [`Client`](super::Client) sees to that.
///
/// # Errors
/// [`CallError`]. Those that end a call between two rounds hold what the server asked last.
pub async fn call_tool<A: Answerer + ?Sized>(
    peer: &Peer<RoleClient>,
    mut params: CallToolRequestParams,
    answerer: &A,
    limits: Limits,
) -> Result<CallToolResult, CallError> {
    // Fields of an earlier call must not leak into this one.
    (params.input_responses, params.request_state) = (None, None);
    let mut request = params.clone();
    let (mut number, mut without_questions) = (0_u32, 0_u32);
    loop {
        let asked = match peer.call_tool_once(request).await? {
            CallToolResponse::Complete(result) => return Ok(result),
            CallToolResponse::InputRequired(asked) => asked,
            _ => return Err(CallError::Unexpected),
        };
        if number == limits.max_rounds {
            return Err(CallError::TooManyRounds {
                max_rounds: number,
                asked,
            });
        }
        number += 1;
        let responses = answers(answerer, number, &asked).await?;
        without_questions = match &responses {
            Some(_) => 0,
            None => without_questions + 1,
        };
        tokio::time::sleep(pause(without_questions)).await;

        request = params.clone();
        request.input_responses = responses;
        request.request_state = asked.request_state;
    }
}

/// The answers to a round; `None` where nothing was asked.
async fn answers<A: Answerer + ?Sized>(
    answerer: &A,
    number: u32,
    asked: &InputRequiredResult,
) -> Result<Option<InputResponses>, CallError> {
    let questions = asked.input_requests.clone().unwrap_or_default();
    let keys: Vec<&str> = questions.keys().map(String::as_str).collect();
    answerer.on_round(&Round {
        number,
        keys: &keys,
        state_bytes: asked.request_state.as_ref().map(String::len),
    });
    let mut responses = InputResponses::new();
    for (key, question) in &questions {
        let response = match answer(answerer, key, question).await {
            Ok(response) => response,
            Err(reason) => {
                return Err(CallError::Unanswered {
                    key: key.clone(),
                    reason,
                    asked: asked.clone(),
                });
            }
        };
        responses.insert(key.clone(), response);
    }
    Ok((!responses.is_empty()).then_some(responses))
}

async fn answer<A: Answerer + ?Sized>(
    answerer: &A,
    key: &str,
    question: &InputRequest,
) -> Result<Value, Unanswered> {
    match question {
        InputRequest::Elicitation(request) => match &request.params {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema: schema,
                ..
            } => {
                let handler = answerer.forms().ok_or("this client cannot show forms")?;
                let form = FormQuestion {
                    key,
                    message,
                    schema,
                };
                Ok(form_response(handler.answer(form).await?))
            }
            _ => Err("this client can show forms, and nothing else".into()),
        },
        InputRequest::ListRoots(_) => {
            let handler = answerer.roots().ok_or("this client has no roots")?;
            Ok(json!({ "roots": handler.list(key).await? }))
        }
        _ => Err("this client cannot answer this kind of question".into()),
    }
}

/// Spec: *client/elicitation*, response actions.
fn form_response(answer: Answer<Map<String, Value>>) -> Value {
    match answer {
        Answer::Accept(content) => json!({ "action": "accept", "content": content }),
        Answer::Decline => json!({ "action": "decline" }),
        Answer::Cancel => json!({ "action": "cancel" }),
    }
}

/// The pause after so many rounds in a row that asked nothing: none after the first, then longer
/// each time.
fn pause(without_questions: u32) -> Duration {
    match without_questions {
        0 | 1 => Duration::ZERO,
        more => LONGEST_PAUSE.min(Duration::from_millis(50) * 2_u32.saturating_pow(more - 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_asks_nothing_is_retried_at_once_and_then_ever_later() {
        let millis: Vec<u128> = [0, 1, 2, 3, 4, 40].map(|n| pause(n).as_millis()).into();
        assert_eq!(millis, [0, 0, 50, 100, 200, 2000]);
    }

    #[test]
    fn a_decline_and_a_cancel_carry_no_content() {
        let content = Map::from_iter([("n".to_owned(), json!(0))]);
        assert_eq!(
            form_response(Answer::Accept(content)),
            json!({"action": "accept", "content": {"n": 0}})
        );
        assert_eq!(form_response(Answer::Decline), json!({"action": "decline"}));
        assert_eq!(form_response(Answer::Cancel), json!({"action": "cancel"}));
    }
}
