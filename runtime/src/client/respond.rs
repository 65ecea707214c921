//! Getting the answers to a round from the handlers, side by side.

use std::sync::Arc;

use futures_util::stream::{FuturesUnordered, TryStreamExt};
use rmcp::model::{
    ContextInclusion, CreateMessageRequestParams, ElicitRequestParams, InputRequest, InputResponses,
};
use tokio_util::sync::CancellationToken;

use super::answerer::{Answerer, SamplingHandler, Unanswered};
use super::link::Link;
use super::pending::Interim;
use super::question::{
    FormQuestion, Origin, RootsQuestion, Round, SamplingQuestion, ServerName, UrlQuestion,
};
use super::response::Response;

/// The answers to all questions that `given` has none for, and those of `given`; `None` where
/// nothing was asked. On the first that stays without, the others are cancelled.
///
/// # Errors
/// The key of the question that stays without an answer, and why.
pub(super) async fn round(
    answerer: &dyn Answerer,
    server: &Arc<ServerName>,
    interim: &Interim,
    given: InputResponses,
) -> Result<Option<InputResponses>, (String, Unanswered)> {
    tell(answerer, server, interim);
    let cancelled = CancellationToken::new();
    // Cancels what handlers started elsewhere, however this future ends.
    let _guard = cancelled.clone().drop_guard();
    let open = interim
        .questions()
        .filter(|(key, _)| !given.contains_key(*key));
    let answers = open.map(|(key, question)| {
        let origin = Origin {
            server: Arc::clone(server),
            key: key.to_owned(),
            round: interim.round,
            cancelled: cancelled.clone(),
        };
        let again = interim.repeated.iter().any(|repeated| repeated == key);
        async move {
            let response = one(answerer, origin, question, again).await;
            match response.and_then(|response| response.to(question)) {
                Ok(response) => Ok((key.to_owned(), response)),
                Err(reason) => Err((key.to_owned(), reason)),
            }
        }
    });
    // Not `try_join_all`: of many questions it tells a failure only after those before it.
    let answers: FuturesUnordered<_> = answers.collect();
    let answers: InputResponses = answers.try_collect().await?;
    let mut responses = given;
    responses.extend(answers);
    Ok((!responses.is_empty()).then_some(responses))
}

/// What the handler for one question says.
pub(super) async fn one(
    answerer: &dyn Answerer,
    origin: Origin,
    question: &InputRequest,
    again: bool,
) -> Result<Response, Unanswered> {
    match question {
        InputRequest::Elicitation(request) => match &request.params {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => {
                let handler = answerer.forms();
                let handler = handler.ok_or(Unanswered::NoHandler("show forms"))?;
                let question = FormQuestion {
                    origin,
                    message: message.clone(),
                    schema: requested_schema.clone(),
                };
                Ok(Response::Form(handler.answer(question).await?))
            }
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                let handler = answerer.urls();
                let handler = handler.ok_or(Unanswered::NoHandler("open pages"))?;
                let question = UrlQuestion {
                    origin,
                    message: message.clone(),
                    link: Link::parse(url).map_err(Unanswered::UnsafeLink)?,
                    again,
                };
                Ok(Response::Url(handler.open(question).await?))
            }
            _ => Err(Unanswered::NoHandler("answer this kind of question")),
        },
        InputRequest::CreateMessage(request) => {
            let handler = answerer.sampling();
            let handler = handler.ok_or(Unanswered::NoHandler("run a model"))?;
            supports(handler, &request.params)?;
            let question = SamplingQuestion {
                origin,
                params: request.params.clone(),
            };
            Ok(Response::Sampling(Box::new(
                handler.sample(question).await?,
            )))
        }
        InputRequest::ListRoots(_) => {
            let handler = answerer.roots();
            let handler = handler.ok_or(Unanswered::NoHandler("list roots"))?;
            Ok(Response::Roots(
                handler.list(RootsQuestion { origin }).await?,
            ))
        }
        _ => Err(Unanswered::NoHandler("answer this kind of question")),
    }
}

/// A server may only ask for what was declared.
fn supports(
    handler: &dyn SamplingHandler,
    params: &CreateMessageRequestParams,
) -> Result<(), Unanswered> {
    let support = handler.support();
    if !support.tools && (params.tools.is_some() || params.tool_choice.is_some()) {
        return Err(Unanswered::NoHandler("run a model with tools"));
    }
    let context = params.include_context.as_ref();
    if !support.context && context.is_some_and(|context| *context != ContextInclusion::None) {
        return Err(Unanswered::NoHandler("add context to a model"));
    }
    Ok(())
}

fn tell(answerer: &dyn Answerer, server: &ServerName, interim: &Interim) {
    let keys: Vec<&str> = interim.questions().map(|(key, _)| key).collect();
    answerer.on_round(&Round {
        server,
        number: interim.round,
        keys: &keys,
        state_bytes: interim.asked.request_state.as_ref().map(String::len),
    });
}
