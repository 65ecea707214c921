//! What a server has.

use rmcp::ServiceError;
use rmcp::model::{PaginatedRequestParams, Prompt, Resource, ResourceTemplate, Tool};
use tokio::time::timeout;

use super::answerer::Answerer;
use super::connect::Client;
use super::error::{CallError, CallErrorKind};
use super::limits::Limits;
use super::reply::Violation;

/// More pages than any honest list has.
const MOST_PAGES: u32 = 1000;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $request:ident, $field:ident -> $item:ident;)*) => {
        impl<A: Answerer> Client<A> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// The server refused, broke the protocol, was silent for too long, or the connection
            /// failed.
            pub async fn $name(&self) -> Result<Vec<$item>, CallError> {
                let mut items = Vec::new();
                let mut cursor = None;
                for _ in 0..MOST_PAGES {
                    let page = PaginatedRequestParams::default().with_cursor(cursor);
                    let page = in_time(self.limits(), self.peer().$request(Some(page))).await?;
                    if let Some(kind) = page.result_type.filter(|kind| !kind.is_complete()) {
                        return Err(broken(if kind.is_input_required() {
                            Violation::MayNotAsk
                        } else {
                            Violation::UnknownKind(kind.as_str().to_owned())
                        }));
                    }
                    items.extend(page.$field);
                    cursor = page.next_cursor;
                    if cursor.is_none() {
                        return Ok(items);
                    }
                }
                Err(broken(Violation::NotAResult))
            }
        )*}
    };
}

lists! {
    /// The server's tools.
    tools: list_tools, tools -> Tool;
    /// The server's prompts.
    prompts: list_prompts, prompts -> Prompt;
    /// The server's resources; those of a template are not in it.
    resources: list_resources, resources -> Resource;
    /// The templates of the server's resources.
    resource_templates: list_resource_templates, resource_templates -> ResourceTemplate;
}

/// What the server says, unless it is silent for too long.
async fn in_time<T>(
    limits: Limits,
    request: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, CallError> {
    let said = match limits.request_timeout {
        Some(time) => match timeout(time, request).await {
            Ok(said) => said.map_err(CallErrorKind::from),
            Err(_) => Err(CallErrorKind::RequestTimeout(time)),
        },
        None => request.await.map_err(CallErrorKind::from),
    };
    said.map_err(|kind| CallError::new(kind, None))
}

fn broken(violation: Violation) -> CallError {
    CallError::new(CallErrorKind::Violation(violation), None)
}
