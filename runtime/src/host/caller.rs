//! Who is calling.

use rmcp::model::{ErrorData, Extensions};

use super::{Host, HostBuilder, Server};
use crate::principal::Principal;

impl HostBuilder {
    /// Takes each HTTP caller that nobody has named for nobody in particular: all of them can
    /// continue each other's calls, if they get hold of the state. Without it such a request is an
    /// error, because a server whose callers were forgotten looks right until somebody continues
    /// the call of somebody else.
    pub fn anonymous(mut self) -> Self {
        self.anonymous = true;
        self
    }
}

impl Server {
    /// See [`HostBuilder::anonymous`]; for a server whose callers have names there is
    /// [`principal`](Self::principal).
    pub fn anonymous(mut self) -> Self {
        self.host = self.host.anonymous();
        self
    }
}

/// Who is calling: over HTTP, what was established in front of the service; otherwise the user
/// of this process, who has started it and is alone with it.
pub(super) fn principal(host: &Host, extensions: &Extensions) -> Result<Principal, ErrorData> {
    let Some(head) = extensions.get::<http::request::Parts>() else {
        return Ok(Principal::local_user());
    };
    match head.extensions.get::<Principal>() {
        Some(principal) => Ok(principal.clone()),
        None if host.takes_anonymous() => Ok(Principal::anonymous()),
        None => {
            tracing::error!(
                "nobody says who is calling over HTTP: set `.principal(…)`, let a layer put a \
                 `Principal` into the request, or say `.anonymous()`"
            );
            let text = "The server failed to run the tool; its log says why.";
            Err(ErrorData::internal_error(text, None))
        }
    }
}
