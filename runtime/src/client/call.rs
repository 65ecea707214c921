use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{InputResponses, ProtocolVersion};
use rmcp::{Peer, RoleClient};

use super::activity::Activity;
use super::answerer::{Answerer, Unanswered};
use super::drive;
use super::error::{CallError, CallErrorKind};
use super::limits::Limits;
use super::operation::Operation;
use super::pending::{Interim, Pending, Step};
use super::question::ServerName;
use super::reply::{Reply, Violation, read};
use super::send::send;

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
    pub(super) params: O,
    pub(super) start: Option<(Interim, InputResponses)>,
}

impl<O: Operation> Call<'_, O> {
    /// Sets the limits of this call.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Makes all rounds part of a trace: a W3C `traceparent`, sent in `_meta`.
    ///
    /// Spec: *basic*, `_meta`.
    pub fn traceparent(mut self, traceparent: &str) -> Self {
        self.params.meta_mut().set_traceparent(traceparent);
        self
    }

    /// Sends one request and stops: at the result, or at the server's questions. No handler is
    /// asked, and no limit but [`request_timeout`](Limits::request_timeout) applies.
    ///
    /// # Errors
    /// [`CallError`]; [`CallErrorKind::Unanswered`] where a pending call has a question without
    /// an answer.
    pub async fn step(mut self) -> Result<Step<O>, CallError> {
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
        let state = interim.and_then(|interim| interim.asked.request_state.clone());
        let request = self.params.clone().with_round(answers, state);
        let timeout = self.limits.request_timeout;
        let reply = send(self.peer, request.into_request(), timeout, self.activity).await?;
        match read::<O>(reply).map_err(CallErrorKind::Violation)? {
            Reply::Asked(_) if !may_ask(self.peer) => {
                Err(CallErrorKind::Violation(Violation::MayNotAsk))
            }
            reply => Ok(reply),
        }
    }
}

/// Whether the connection speaks a version that has `input_required`.
fn may_ask(peer: &Peer<RoleClient>) -> bool {
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
