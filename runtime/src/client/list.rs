//! What a server has.

use rmcp::model::{PaginatedRequestParams, Prompt, Resource, Tool};

use super::answerer::Answerer;
use super::connect::Client;
use super::error::{CallError, CallErrorKind};
use super::reply::Violation;

/// More pages than any honest list has.
const MOST_PAGES: u32 = 1000;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $request:ident -> $item:ident;)*) => {
        impl<A: Answerer> Client<A> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// The server refused, broke the protocol, or the connection failed.
            pub async fn $name(&self) -> Result<Vec<$item>, CallError> {
                let mut items = Vec::new();
                let mut cursor = None;
                for _ in 0..MOST_PAGES {
                    let page = PaginatedRequestParams::default().with_cursor(cursor);
                    let page = self.peer().$request(Some(page)).await;
                    let page = page.map_err(|error| CallError::new(error.into(), None))?;
                    if let Some(kind) = page.result_type.filter(|kind| !kind.is_complete()) {
                        return Err(broken(if kind.is_input_required() {
                            Violation::MayNotAsk
                        } else {
                            Violation::UnknownKind(kind.as_str().to_owned())
                        }));
                    }
                    items.extend(page.$name);
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
    tools: list_tools -> Tool;
    /// The server's prompts.
    prompts: list_prompts -> Prompt;
    /// The server's resources; those of a template are not in it.
    resources: list_resources -> Resource;
}

fn broken(violation: Violation) -> CallError {
    CallError::new(CallErrorKind::Violation(violation), None)
}
