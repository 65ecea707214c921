//! A tool's notices, on their way to the client of its request.
// rmcp marks what the protocol is going to leave as deprecated; both still have it.
#![allow(deprecated)]

use rmcp::RoleServer;
use rmcp::model::{
    LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::{Peer, RequestContext, ServiceError};
use serde_json::Value;

use crate::notice::{Level, Notices, Notify, Notifying, Progress};

struct Client {
    peer: Peer<RoleServer>,
    /// What it wants progress to be called; `None` where it wants none.
    progress: Option<ProgressToken>,
    /// The least grave messages that it wants; `None` where it wants none.
    log: Option<Level>,
}

/// To the client of a request, as far as it wants to hear.
pub(super) fn to(context: &RequestContext<RoleServer>, log: Option<Level>) -> Notices {
    Notices::to(Client {
        peer: context.peer.clone(),
        progress: context.meta.get_progress_token(),
        log,
    })
}

/// The least grave messages that a request asks for.
///
/// Spec: *server/utilities/logging*: without `io.modelcontextprotocol/logLevel`, none.
pub(super) fn wanted(context: &RequestContext<RoleServer>) -> Option<Level> {
    context.meta.log_level().map(level)
}

impl Notify for Client {
    fn progress(&self, progress: Progress) -> Notifying<'_> {
        Box::pin(async move {
            let Some(token) = &self.progress else { return };
            let mut params = ProgressNotificationParam::new(token.clone(), progress.done);
            (params.total, params.message) = (progress.total, progress.message);
            told(self.peer.notify_progress(params).await);
        })
    }

    fn wants(&self, level: Level) -> bool {
        self.log.is_some_and(|least| level >= least)
    }

    fn log(&self, level: Level, logger: &str, data: Value) -> Notifying<'_> {
        let mut params = LoggingMessageNotificationParam::new(wire_level(level), data);
        params.logger = Some(logger.to_owned());
        Box::pin(async move { told(self.peer.notify_logging_message(params).await) })
    }
}

fn told(sent: Result<(), ServiceError>) {
    if let Err(error) = sent {
        tracing::debug!(%error, "a notice does not reach its client");
    }
}

pub(super) fn level(level: LoggingLevel) -> Level {
    match level {
        LoggingLevel::Debug => Level::Debug,
        LoggingLevel::Info => Level::Info,
        LoggingLevel::Notice => Level::Notice,
        LoggingLevel::Warning => Level::Warning,
        LoggingLevel::Error => Level::Error,
        LoggingLevel::Critical => Level::Critical,
        LoggingLevel::Alert => Level::Alert,
        LoggingLevel::Emergency => Level::Emergency,
    }
}

fn wire_level(level: Level) -> LoggingLevel {
    match level {
        Level::Debug => LoggingLevel::Debug,
        Level::Info => LoggingLevel::Info,
        Level::Notice => LoggingLevel::Notice,
        Level::Warning => LoggingLevel::Warning,
        Level::Error => LoggingLevel::Error,
        Level::Critical => LoggingLevel::Critical,
        Level::Alert => LoggingLevel::Alert,
        Level::Emergency => LoggingLevel::Emergency,
    }
}
