//! One request on the wire.

use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientRequest, RequestId, ServerResult,
};
use rmcp::service::PeerRequestOptions;
use rmcp::{Peer, RoleClient};
use tokio::runtime::Handle;

use super::activity::{Activity, Running};
use super::error::CallErrorKind;
use super::limits::Limits;

/// Sends a request and waits for its reply. Dropping the future cancels the request.
///
/// # Errors
/// The server refused, the connection failed, the server was silent for too long, or it asked more
/// than the call that is `running` allows.
pub(super) async fn send(
    peer: &Peer<RoleClient>,
    request: ClientRequest,
    limits: &Limits,
    activity: &Activity,
    running: Option<&Running<'_>>,
) -> Result<ServerResult, CallErrorKind> {
    let options = PeerRequestOptions::no_options();
    let handle = peer.send_cancellable_request(request, options).await?;
    let mut unanswered = CancelOnDrop {
        peer,
        id: Some(handle.id.clone()),
    };
    let silence = async {
        match limits.request_timeout {
            Some(time) => {
                activity.silence(time).await;
                time
            }
            None => std::future::pending().await,
        }
    };
    let over = async {
        match running {
            Some(running) => running.over().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        // Otherwise it would be left to chance what a server gets that is done without the answer.
        biased;
        over = over => Err(over.into()),
        reply = handle.await_response() => {
            unanswered.id = None;
            Ok(reply?)
        }
        time = silence => Err(CallErrorKind::RequestTimeout(time)),
    }
}

struct CancelOnDrop<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        // Outside of a runtime the connection is gone too.
        let (Some(id), Ok(runtime)) = (self.id.take(), Handle::try_current()) else {
            return;
        };
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let params = CancelledNotificationParam::new(Some(id), None);
            let notification = CancelledNotification::new(params);
            // Where it fails, there is nobody left to tell.
            let _ = peer.send_notification(notification.into()).await;
        });
    }
}
