//! The tool: it needs an API key that must not pass through the client.

use mrtr::link::Links;
use mrtr::{Call, ask_url, mrtr_tool};

use crate::page::Site;
use crate::vault::Vault;

/// Lists the invoices of a month.
#[mrtr_tool]
pub async fn invoices(
    /// The month: `2026-07`
    month: String,
    vault: &Vault,
    links: &Links,
    site: &Site,
    call: &Call,
) -> mrtr::Result<String> {
    if !vault.has_key_of(call.principal()) {
        ask_url!(
            site.key_page(&links.ticket(call, "key")),
            "The billing service needs your API key. Enter it on our page: it does not pass \
             through this chat.",
            until = vault.has_key_of(call.principal())
        )
        .accepted()?;
    }
    let key = vault
        .key_of(call.principal())
        .ok_or_else(|| mrtr::Error::msg("the key was removed in the meantime"))?;
    Ok(crate::vault::billing(&key, &month))
}
