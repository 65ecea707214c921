//! HTTP sessions, in which clients of an older protocol are asked: a session is of the one who
//! began it.
//!
//! Spec: 2025-11-25, security best practices, session hijacking.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use super::Legacy;
use crate::principal::Principal;

const HEADER: &str = "mcp-session-id";

/// A request without it is of a version from before there was one.
const VERSION: &str = "mcp-protocol-version";

/// The version that knows no sessions.
const WITHOUT_SESSIONS: &str = "2026-07-28";

/// The sessions of one endpoint.
#[derive(Clone)]
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    owners: Arc<Mutex<HashMap<String, Principal>>>,
    most: usize,
}

impl Sessions {
    pub(super) fn new(legacy: &Legacy) -> Self {
        let mut manager = LocalSessionManager::default();
        let config = &mut manager.session_config;
        // One in which a question waits is not idle.
        config.keep_alive = config
            .keep_alive
            .map(|idle| idle.max(legacy.max_wait.saturating_add(Duration::from_secs(60))));
        Self {
            manager: Arc::new(manager),
            owners: Arc::default(),
            most: legacy.max_sessions,
        }
    }

    pub(super) fn manager(&self) -> Arc<LocalSessionManager> {
        Arc::clone(&self.manager)
    }

    /// Lets a request through to its session, which for everybody else does not exist.
    pub(super) async fn guard(self, request: Request, next: Next) -> Response {
        let caller = request
            .extensions()
            .get::<Principal>()
            .cloned()
            .unwrap_or_else(Principal::anonymous);
        let session = text(request.headers(), HEADER);
        if session.is_none() && may_begin(request.headers()) && self.is_full().await {
            tracing::warn!("a session is refused: there are too many");
            let why = "Service Unavailable: too many sessions, try later";
            return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
        }
        if let Some(session) = session
            && self.owner(session).is_some_and(|owner| owner != caller)
        {
            tracing::warn!("a session is refused to somebody else");
            return (StatusCode::NOT_FOUND, "Not Found: Session not found").into_response();
        }
        let response = next.run(request).await;
        if let Some(session) = text(response.headers(), HEADER) {
            self.begin(session, caller).await;
        }
        response
    }

    async fn is_full(&self) -> bool {
        self.manager.sessions.read().await.len() >= self.most
    }

    fn owner(&self, session: &str) -> Option<Principal> {
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.get(session).cloned()
    }

    /// Notes who began a session, and forgets the sessions that are over.
    async fn begin(&self, session: &str, caller: Principal) {
        let live = self.manager.sessions.read().await;
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.entry(session.to_owned()).or_insert(caller);
        if owners.len() > 2 * live.len() + 16 {
            owners.retain(|session, _| live.contains_key(session.as_str()));
        }
    }
}

/// Whether a request without a session is of a version that has them.
fn may_begin(headers: &HeaderMap) -> bool {
    // Versions are dates.
    text(headers, VERSION).is_none_or(|version| version < WITHOUT_SESSIONS)
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
