//! Links to pages that know whose call sent the visitor.
//!
//! Whoever can make a call gets the URL that [`ask_url!`](crate::ask_url) asks for, and can send it
//! to somebody else: a victim who then enters *their* key, or signs in, for the caller's benefit. So
//! a page must not go by the URL alone. It has a login of its own, and a **ticket** in the URL says
//! which principal made the call; the page refuses everybody else.
//!
//! ```
//! use mrtr::link::Links;
//! use mrtr::seal::{KeyRing, SealKey};
//! use mrtr::{Call, ask_url, mrtr_tool};
//!
//! struct Vault;
//!
//! impl Vault {
//!     fn has_key(&self, call: &Call) -> bool {
//!         # true
//!     }
//! }
//!
//! /// Lists the invoices of the last month.
//! #[mrtr_tool]
//! async fn invoices(vault: &Vault, links: &Links, call: &Call) -> mrtr::Result<String> {
//!     let base = "https://billing.example.com/key";
//!     ask_url!(
//!         format!("{base}?ticket={}", links.ticket(call, "key")),
//!         "Enter your API key on our page.",
//!         until = vault.has_key(call)
//!     )
//!     .accepted()?;
//!     Ok("…".into())
//! }
//!
//! // The same `Links` in the web page: `visitor` is who is signed in there.
//! # use mrtr::{Principal, link::LinkRefused};
//! fn page(links: &Links, ticket: &str, visitor: &Principal) -> Result<String, LinkRefused> {
//!     let flow = links.redeem(ticket, "key", visitor)?;
//!     Ok(format!("a form that stores the key for the call {flow}"))
//! }
//! ```
//!
//! A ticket is signed under a key of its own that is derived from the server's, is good for one
//! page, one call and a short time, and can be redeemed as often as the page is opened: what has
//! been done is in the page's own record, which `until` looks at.
//!
//! Spec: *client/elicitation*, phishing.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::call::Call;
use crate::engine::{Clock, SystemClock};
use crate::principal::Principal;
use crate::seal::{FlowId, KeyRing, NotRedeemed, Purpose};

/// How far the clocks of two instances may be apart.
const LEEWAY: Duration = Duration::from_secs(30);

/// Writes tickets, and redeems them: the same one in the tools (register a clone of it as state)
/// and in the web pages.
#[derive(Debug, Clone)]
pub struct Links {
    audience: String,
    keys: KeyRing,
    lifetime: Duration,
    clock: Arc<dyn Clock>,
}

/// Why a page must not be shown to its visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkRefused {
    /// It is no ticket, was changed, or is for another page or another server.
    NotOurs,
    /// The call was made by somebody else.
    OtherVisitor,
    /// It is too old.
    Expired,
}

impl Links {
    /// Tickets of the server `name`. Give it the server's keys; every instance needs the same.
    pub fn new(name: impl Into<String>, keys: KeyRing) -> Self {
        Self {
            audience: name.into(),
            keys,
            lifetime: Duration::from_secs(600),
            clock: Arc::new(SystemClock),
        }
    }

    /// Sets for how long a ticket can be redeemed. Default: 10 minutes.
    #[must_use]
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// A ticket for the caller and this call, good at `page`: a name that the page gives when it
    /// redeems it.
    ///
    /// It has only letters, digits, `-`, `_` and `.`, so it can stand in a URL as it is. The call
    /// of an anonymous principal makes a ticket for anonymous visitors: it protects nobody.
    #[must_use]
    pub fn ticket(&self, call: &Call, page: &str) -> String {
        self.keys.write_ticket(
            self.purpose(page),
            call.flow_id(),
            call.principal(),
            self.clock.now(),
            self.lifetime,
        )
    }

    /// The call that sent `visitor` to `page`. The visitor is who the page itself knows to be
    /// there, and never what the URL says.
    ///
    /// # Errors
    /// [`LinkRefused`]: show nothing, and do nothing.
    pub fn redeem(
        &self,
        ticket: &str,
        page: &str,
        visitor: &Principal,
    ) -> Result<FlowId, LinkRefused> {
        let read = self.keys.read_ticket(
            ticket,
            self.purpose(page),
            visitor,
            self.clock.now(),
            LEEWAY,
        );
        read.map_err(|reason| match reason {
            NotRedeemed::NotOurs => LinkRefused::NotOurs,
            NotRedeemed::OtherVisitor => LinkRefused::OtherVisitor,
            NotRedeemed::Expired => LinkRefused::Expired,
        })
    }

    fn purpose<'a>(&'a self, page: &'a str) -> Purpose<'a> {
        Purpose {
            audience: &self.audience,
            page,
        }
    }
}

impl fmt::Display for LinkRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOurs => "this link is not valid",
            Self::OtherVisitor => {
                "this link was made for somebody else; if it was sent to you, do not use it"
            }
            Self::Expired => "this link is too old; go back to where it came from for a new one",
        })
    }
}

impl std::error::Error for LinkRefused {}

#[cfg(test)]
mod tests;
