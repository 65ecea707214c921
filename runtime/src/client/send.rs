//! One request on the wire.

use std::time::Duration;

use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientRequest, RequestId, ServerResult,
};
use rmcp::service::PeerRequestOptions;
use rmcp::{Peer, RoleClient};
use tokio::runtime::Handle;

use super::activity::Activity;
use super::error::CallErrorKind;

/// Sends a request and waits for its reply. Dropping the future cancels the request.
///
/// # Errors
/// The server refused, the connection failed, or the server was silent for `timeout`.
pub(super) async fn send(
    peer: &Peer<RoleClient>,
    request: ClientRequest,
    timeout: Option<Duration>,
    activity: &Activity,
) -> Result<ServerResult, CallErrorKind> {
    let options = PeerRequestOptions::no_options();
    let handle = peer.send_cancellable_request(request, options).await?;
    let mut unanswered = CancelOnDrop {
        peer,
        id: Some(handle.id.clone()),
    };
    let silence = async {
        match timeout {
            Some(time) => {
                activity.silence(time).await;
                time
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
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
