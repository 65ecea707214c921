use std::sync::OnceLock;

use serde_json::Value;

use crate::notice::{Level, Notices, Progress};
use crate::once::Trail;
use crate::principal::Principal;
use crate::question::Need;
use crate::seal::FlowId;
use crate::wire::ClientCapabilities;

/// The request that is being served. A tool gets it with a parameter `call: &Call`.
#[derive(Debug, Clone)]
pub struct Call {
    principal: Principal,
    capabilities: ClientCapabilities,
    round: u32,
    flow_id: FlowId,
    /// What led to the state that came, or to the start.
    came_with: Trail,
    /// What led to the code that runs: known when the answers are settled, which is before it runs.
    runs_with: OnceLock<Trail>,
    notices: Notices,
}

impl Call {
    pub(crate) fn new(
        principal: Principal,
        capabilities: ClientCapabilities,
        round: u32,
        flow_id: FlowId,
        trail: Trail,
        notices: Notices,
    ) -> Self {
        Self {
            principal,
            capabilities,
            round,
            flow_id,
            came_with: trail,
            runs_with: OnceLock::new(),
            notices,
        }
    }

    /// Says with which answers the code of this round runs.
    pub(crate) fn settle(&self, answers: &[u8; 32]) {
        self.runs_with
            .get_or_init(|| self.came_with.answered(answers));
    }

    pub(crate) fn trail(&self) -> Trail {
        *self.runs_with.get().unwrap_or(&self.came_with)
    }

    /// A key for services that the code of this round calls, so that they do once what is asked of
    /// them twice: 32 hexadecimal digits.
    ///
    /// It stays the same when the client sends the same answers with the same state once more, to
    /// whichever instance, and differs in every other round, with other answers, and in another
    /// call. A first request that is sent twice is two calls. Where one round calls several
    /// services, or one of them several times, add a name of your own to it.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        self.trail().idempotency_key()
    }

    /// Who is calling, as the host established it for this request.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// What the client says, with this request, that it can answer.
    #[must_use]
    pub fn capabilities(&self) -> &ClientCapabilities {
        &self.capabilities
    }

    /// How many rounds of questions came before this request; 0 for the first one.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Names this call, from its first round to its last.
    #[must_use]
    pub fn flow_id(&self) -> FlowId {
        self.flow_id
    }

    /// Tells the client how far the work of this round is, where it asked to be told.
    ///
    /// ```
    /// # use mrtr::{Call, Progress, mrtr_tool};
    /// /// Copy the files.
    /// #[mrtr_tool]
    /// async fn copy(files: Vec<String>, call: &Call) -> String {
    ///     for (index, file) in (1u32..).zip(&files) {
    ///         call.progress(Progress::from(f64::from(index)).message(file)).await;
    ///     }
    ///     "copied".to_owned()
    /// }
    /// ```
    pub async fn progress(&self, progress: impl Into<Progress>) {
        if let Some(client) = self.notices.client() {
            client.progress(progress.into()).await;
        }
    }

    /// Whether the client wants messages of this level for its log.
    #[must_use]
    pub fn logs(&self, level: Level) -> bool {
        self.notices
            .client()
            .is_some_and(|client| client.wants(level))
    }

    /// Sends a message for the client's log, where it wants those of this level and the server
    /// says that it has some (`Server::logging`). `logger` is the part of the server that speaks.
    ///
    /// It is read by people at the client: neither answers nor secrets belong there. For the
    /// server's own log use `tracing`.
    pub async fn log(&self, level: Level, logger: &str, data: impl Into<Value>) {
        if let Some(client) = self.notices.client()
            && client.wants(level)
        {
            client.log(level, logger, data.into()).await;
        }
    }

    /// Whether the client can show a form, so that `ask!` can be used.
    #[must_use]
    pub fn can_ask_form(&self) -> bool {
        Need::Form.is_met_by(&self.capabilities)
    }

    /// Whether the client can send its user to a page, so that `ask_url!` can be used.
    #[must_use]
    pub fn can_ask_url(&self) -> bool {
        Need::Url.is_met_by(&self.capabilities)
    }

    /// Whether the client can run a model, so that `sample!` can be used.
    #[must_use]
    pub fn can_sample(&self) -> bool {
        Need::Sampling.is_met_by(&self.capabilities)
    }

    /// Whether the client's model can be offered tools.
    #[must_use]
    pub fn can_sample_with_tools(&self) -> bool {
        Need::SamplingTools.is_met_by(&self.capabilities)
    }

    /// Whether the client can list its roots, so that `roots!` can be used.
    #[must_use]
    pub fn can_list_roots(&self) -> bool {
        Need::Roots.is_met_by(&self.capabilities)
    }
}
