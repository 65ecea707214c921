use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde_json::json;

use super::Method;
use crate::principal::Principal;
use crate::wire::{ErrorObject, INVALID_PARAMS};

/// Decides, in every round and before any flow code runs, whether the caller may go on.
///
/// State that was sealed earlier carries no access: a permission that was withdrawn between two
/// rounds ends the flow.
///
/// ```
/// use mrtr::engine::{Attempt, Authorize, Authorizing, Denied};
///
/// struct OnlyAnn;
///
/// impl Authorize for OnlyAnn {
///     fn authorize<'a>(&'a self, attempt: Attempt<'a>) -> Authorizing<'a> {
///         Box::pin(async move {
///             match attempt.principal.name() {
///                 Some("ann") => Ok(()),
///                 _ => Err(Denied::because("only Ann may deploy")),
///             }
///         })
///     }
/// }
/// ```
pub trait Authorize: Send + Sync {
    /// Decides about one request. An error of the decision itself must deny.
    fn authorize<'a>(&'a self, attempt: Attempt<'a>) -> Authorizing<'a>;
}

impl<T: Authorize + ?Sized> Authorize for Box<T> {
    fn authorize<'a>(&'a self, attempt: Attempt<'a>) -> Authorizing<'a> {
        (**self).authorize(attempt)
    }
}

/// A decision in progress.
pub type Authorizing<'a> = Pin<Box<dyn Future<Output = Result<(), Denied>> + Send + 'a>>;

/// What a caller is about to do.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// Who is calling.
    pub principal: &'a Principal,
    /// The operation.
    pub method: Method,
    /// The name of the tool.
    pub tool: &'a str,
    /// How many rounds of questions came before this request; 0 for the first one.
    pub round: u32,
}

/// The caller may not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    reason: String,
}

impl Denied {
    /// Denies; the reason is logged and not sent.
    pub fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }

    /// What the caller gets: `-32602`, as for a tool that does not exist, with
    /// `data.reason = "not_authorized"`.
    ///
    /// The protocol has no code of its own for it. It is not the answer of a state that is
    /// refused, because calling again without the state does not help.
    #[must_use]
    pub fn to_wire(&self) -> ErrorObject {
        ErrorObject::new(INVALID_PARAMS, "The caller may not use this tool.")
            .with_data(json!({ "reason": "not_authorized" }))
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Denied {}
