use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{InputResponses, ProtocolVersion, RequestMetaObject};
use rmcp::{Peer, RoleClient, ServiceError};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use super::activity::Activity;
use super::answerer::{Answerer, Unanswered};
use super::drive;
use super::error::{CallError, CallErrorKind};
use super::limits::Limits;
use super::older;
use super::operation::Operation;
use super::pending::{Interim, Pending, Step};
use super::question::ServerName;
use super::reply::{Reply, Violation, read};
use super::send::send;
use super::trace::{self, Trace, Tracer};

/// A call that was not sent yet: `.await` it to answer its questions until it is finished, or
/// [`step`](Self::step) through it.
///
/// Each round is a request of its own, with its own id: the call as it was given, exactly the
/// answers of this round, and the server's state byte for byte. Dropping the future cancels the
/// request that is under way and the questions that are open.
#[derive(Clone)]
#[must_use = "a call is sent when it is awaited"]
pub struct Call<'a, O> {
    pub(super) peer: &'a Peer<RoleClient>,
    pub(super) answerer: &'a dyn Answerer,
    pub(super) server: Arc<ServerName>,
    pub(super) activity: &'a Activity,
    pub(super) limits: Limits,
    pub(super) tracer: Option<&'a Tracer>,
    pub(super) params: O,
    pub(super) start: Option<(Interim, InputResponses)>,
}

impl<O: Operation> Call<'_, O> {
    /// Sets the limits of this call.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Makes all rounds part of this trace. A call that already is in one, since it was stored or
    /// its `_meta` says so, stays in it otherwise.
    pub fn trace(mut self, trace: Trace) -> Self {
        trace.write(self.params.meta_mut());
        self
    }

    /// The call, at a round that an error of it holds.
    pub fn pending(self, interim: Interim) -> Pending<O> {
        Pending::new(self.params, interim)
    }

    /// The call's span, and its place in a trace.
    pub(super) fn begin(&mut self) -> Span {
        let (method, name) = (O::METHOD, self.params.target());
        let span = tracing::error_span!("call", method, name, trace_id = Empty);
        let traced = |meta: &RequestMetaObject| meta.get_traceparent().is_some();
        if !self.params.meta().is_some_and(traced)
            && let Some(trace) = self.tracer.and_then(|tracer| span.in_scope(tracer))
        {
            trace.write(self.params.meta_mut());
        }
        let meta = self.params.meta();
        if let Some(parent) = meta.and_then(|meta| meta.get_traceparent()) {
            span.record("trace_id", trace::id(parent));
        }
        span
    }

    /// Sends one request and stops: at the result, or at the server's questions. No handler is
    /// asked, and no limit but [`request_timeout`](Limits::request_timeout) applies; only a server
    /// of an older protocol, which asks in the middle of the request, is answered as always.
    ///
    /// # Errors
    /// [`CallError`]; [`CallErrorKind::Unanswered`] where a pending call has a question without
    /// an answer.
    pub async fn step(mut self) -> Result<Step<O>, CallError> {
        let span = self.begin();
        // It is large, and would make each future that awaits it so.
        Box::pin(observed(span, self.stepped())).await
    }

    async fn stepped(mut self) -> Result<Step<O>, CallError> {
        let start = self.start.take();
        let (interim, answers) = start.unzip();
        match self.one(interim.as_ref(), answers).await {
            Ok(Reply::Complete(result)) => Ok(Step::Complete(result)),
            Ok(Reply::Asked(asked)) => Ok(Step::Asked(Pending {
                interim: Interim::after(interim.as_ref(), asked),
                params: self.params,
                answers: InputResponses::new(),
            })),
            Err(kind) => Err(CallError::new(kind, interim)),
        }
    }

    async fn one(
        &self,
        interim: Option<&Interim>,
        answers: Option<InputResponses>,
    ) -> Result<Reply<O::Result>, CallErrorKind> {
        let answers = answers.unwrap_or_default();
        let mut questions = interim.iter().flat_map(|interim| interim.questions());
        if let Some((key, _)) = questions.find(|(key, _)| !answers.contains_key(*key)) {
            return Err(CallErrorKind::Unanswered {
                key: key.to_owned(),
                reason: Unanswered::Missing,
            });
        }
        let answers = (!answers.is_empty()).then_some(answers);
        self.request(interim, answers).await
    }

    /// Sends the call, as an answer to the round where there is one.
    pub(super) async fn request(
        &self,
        interim: Option<&Interim>,
        answers: Option<InputResponses>,
    ) -> Result<Reply<O::Result>, CallErrorKind> {
        let newest = asks_in_results(self.peer);
        let request = if newest {
            let state = interim.and_then(|interim| interim.asked.request_state.clone());
            self.params.clone().with_round(answers, state)
        } else {
            older::agreed(&answers.unwrap_or_default())?;
            self.params.clone()
        };
        let round = interim.map_or(0, |interim| interim.round).saturating_add(1);
        let running = (!newest).then(|| self.activity.running(self.limits));
        let (request, limits) = (request.into_request(), &self.limits);
        let reply = send(self.peer, request, limits, self.activity, running.as_ref())
            .instrument(tracing::info_span!("request", round))
            .await;
        let reply = match reply {
            Err(CallErrorKind::Service(ServiceError::McpError(error))) if !newest => {
                return match older::pages(&error) {
                    Some(pages) => Ok(Reply::Asked(pages)),
                    None => Err(ServiceError::McpError(error).into()),
                };
            }
            reply => reply?,
        };
        match read::<O>(reply).map_err(CallErrorKind::Violation)? {
            Reply::Asked(_) if !newest => Err(CallErrorKind::Violation(Violation::MayNotAsk)),
            reply => Ok(reply),
        }
    }
}

/// Does the work of a call in its span, and logs why it did not finish.
pub(super) async fn observed<T>(
    span: Span,
    work: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let logged = async {
        let done = work.await;
        if let Err(error) = &done {
            let (reason, round) = (error.kind().name(), error.interim().map(|it| it.round));
            tracing::info!(reason, round, "the call did not finish");
        }
        done
    };
    logged.instrument(span).await
}

/// Whether the connection speaks a version that has `input_required`.
pub(super) fn asks_in_results(peer: &Peer<RoleClient>) -> bool {
    peer.peer_info()
        .is_some_and(|info| info.protocol_version >= ProtocolVersion::V_2026_07_28)
}

impl<'a, O: Operation + 'a> IntoFuture for Call<'a, O> {
    type Output = Result<O::Result, CallError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(drive::to_the_end(self))
    }
}

impl<O: std::fmt::Debug> std::fmt::Debug for Call<'_, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("params", &self.params)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
