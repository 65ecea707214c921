//! What a server sends on its own: progress, and, in older versions of the protocol, questions in
//! the middle of a request. The same handlers answer them.

use std::sync::Arc;

use rmcp::model::{
    ClientConfig, CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult,
    ElicitRequest, ElicitRequestParams, ElicitResult, ErrorCode, ErrorData, InputRequest,
    ListRootsRequest, ListRootsResult, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, RoleClient};
use serde::de::DeserializeOwned;

use super::activity::Activity;
use super::answerer::{Answerer, Unanswered};
use super::call::asks_in_results;
use super::error::CallErrorKind;
use super::limits::Limits;
use super::question::{Origin, Progress, ServerName};
use super::respond;
use super::trace::Tracer;

/// Spec (2025-11-25): *client/sampling*, user rejected.
const USER_REJECTED: i32 = -1;

pub(super) struct Service<A> {
    pub(super) answerer: A,
    pub(super) config: ClientConfig,
    pub(super) activity: Activity,
    /// What the client's author calls the server.
    pub(super) given: Option<String>,
    pub(super) limits: Limits,
    pub(super) tracer: Option<Tracer>,
}

impl<A: Answerer> Service<A> {
    /// The answer to a question of a server of an older protocol.
    async fn answer<T: DeserializeOwned>(
        &self,
        question: InputRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<T, ErrorData> {
        if asks_in_results(&context.peer) {
            // Spec: *basic/patterns/mrtr*. A handler must not be reached around a call's limits.
            let why = "in this version of the protocol a server asks in its results only";
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, why, None));
        }
        let info = context.peer.peer_info();
        let open = self
            .activity
            .question()
            .map_err(|over| refused(&CallErrorKind::from(over)))?;
        let origin = Origin {
            server: Arc::new(ServerName::new(self.given.as_deref(), info.as_deref())),
            key: String::new(),
            round: 0,
            cancelled: context.ct.child_token(),
        };
        // Cancels what the handler started elsewhere, however this future ends.
        let _guard = origin.cancelled.clone().drop_guard();
        let answer = respond::one(&self.answerer, origin, &question, false);
        let overdue = async {
            match self.limits.round_timeout {
                Some(time) => tokio::time::sleep(time).await,
                None => std::future::pending().await,
            }
        };
        let answer = tokio::select! {
            answer = answer => answer,
            () = context.ct.cancelled() => Err(Unanswered::because("the server cancelled it")),
            () = open.forsaken() => Err(Unanswered::because("the call is over")),
            () = overdue => Err(Unanswered::because("it was not answered in time")),
        };
        let response = answer
            .and_then(|answer| answer.to(&question))
            .map_err(|reason| refusal(&reason))?;
        serde_json::from_value(response)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

impl<A: Answerer> ClientHandler for Service<A> {
    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let question = InputRequest::Elicitation(ElicitRequest::new(params));
        self.answer(question, context).await
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let question = InputRequest::CreateMessage(CreateMessageRequest::new(params));
        self.answer(question, context).await
    }

    async fn list_roots(
        &self,
        context: RequestContext<RoleClient>,
    ) -> Result<ListRootsResult, ErrorData> {
        let question = InputRequest::ListRoots(ListRootsRequest::default());
        self.answer(question, context).await
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.activity.sign();
        self.answerer.on_progress(&Progress {
            done: params.progress,
            total: params.total,
            message: params.message.as_deref(),
        });
    }

    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }
}

fn refused(over: &CallErrorKind) -> ErrorData {
    ErrorData::internal_error(over.to_string(), None)
}

/// Why a question of an older server has no answer. That protocol has an answer for it.
fn refusal(reason: &Unanswered) -> ErrorData {
    let code = match reason {
        Unanswered::Declined => ErrorCode(USER_REJECTED),
        Unanswered::NoHandler(_) => ErrorCode::METHOD_NOT_FOUND,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    ErrorData::new(code, reason.to_string(), None)
}
