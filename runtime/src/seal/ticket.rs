//! `l1.<key id>.<payload>.<tag>`: lets the page behind a link know whose call sent the visitor.
//!
//! What the ticket is for (server, page) is under the tag and not in the ticket, so it can only be
//! redeemed where that is known.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::ring::RingKey;
use super::{FlowId, KeyRing};
use crate::principal::Principal;

const VERSION: &str = "l1";
/// Flow, visitor, issued, expires.
const PAYLOAD_BYTES: usize = 16 + 16 + 8 + 8;
/// Tells apart the two things that the key of tickets makes.
const OF_TICKET: u8 = 0;
const OF_VISITOR: u8 = 1;

/// Where tickets are good.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose<'a> {
    pub(crate) audience: &'a str,
    pub(crate) page: &'a str,
}

/// What a ticket says.
#[derive(Clone, Copy)]
struct Ticket {
    flow_id: FlowId,
    visitor: [u8; 16],
    issued_ms: u64,
    expires_ms: u64,
}

/// Why a ticket is not redeemed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotRedeemed {
    NotOurs,
    OtherVisitor,
    Expired,
}

impl KeyRing {
    /// Writes a ticket with the active key.
    pub(crate) fn write_ticket(
        &self,
        purpose: Purpose<'_>,
        flow_id: FlowId,
        visitor: &Principal,
        now: Duration,
        lifetime: Duration,
    ) -> String {
        let key = self.active_key();
        let ticket = Ticket {
            flow_id,
            visitor: visitor_tag(key, flow_id, visitor),
            issued_ms: millis(now),
            expires_ms: millis(now.saturating_add(lifetime)),
        };
        let mut text = format!("{VERSION}.{}.", key.id);
        URL_SAFE_NO_PAD.encode_string(ticket.to_bytes(), &mut text);
        let tag = signer(key, &text, purpose).finalize().into_bytes();
        text.push('.');
        URL_SAFE_NO_PAD.encode_string(tag, &mut text);
        text
    }

    /// The call of a ticket that some key of the ring wrote for this purpose and this visitor, in
    /// time.
    pub(crate) fn read_ticket(
        &self,
        text: &str,
        purpose: Purpose<'_>,
        visitor: &Principal,
        now: Duration,
        leeway: Duration,
    ) -> Result<FlowId, NotRedeemed> {
        let (key, payload) = self.verified(text, purpose).ok_or(NotRedeemed::NotOurs)?;
        let ticket = Ticket::from_bytes(payload);
        if ticket.visitor != visitor_tag(key, ticket.flow_id, visitor) {
            return Err(NotRedeemed::OtherVisitor);
        }
        let is_early = ticket.issued_ms > millis(now.saturating_add(leeway));
        let is_late = millis(now) > ticket.expires_ms.saturating_add(millis(leeway));
        if is_early || is_late {
            return Err(NotRedeemed::Expired);
        }
        Ok(ticket.flow_id)
    }

    fn verified(
        &self,
        text: &str,
        purpose: Purpose<'_>,
    ) -> Option<(&RingKey, [u8; PAYLOAD_BYTES])> {
        let (signed, tag) = text.rsplit_once('.')?;
        let mut parts = signed.split('.');
        let (Some(VERSION), Some(id), Some(payload), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let key = self.find(id)?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        signer(key, signed, purpose).verify_slice(&tag).ok()?;
        let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
        Some((key, payload.try_into().ok()?))
    }
}

fn signer(key: &RingKey, signed: &str, purpose: Purpose<'_>) -> Hmac<Sha256> {
    let mut hmac = key.ticket.clone();
    hmac.update(&[OF_TICKET]);
    // With their lengths, so that no two purposes run into the same bytes.
    for part in [signed, purpose.audience, purpose.page] {
        hmac.update(&(part.len() as u64).to_be_bytes());
        hmac.update(part.as_bytes());
    }
    hmac
}

/// Stands for a visitor without telling who it is, and differs from flow to flow.
fn visitor_tag(key: &RingKey, flow_id: FlowId, visitor: &Principal) -> [u8; 16] {
    let mut tag = key.ticket.clone();
    tag.update(&[OF_VISITOR]);
    tag.update(&flow_id.0);
    match visitor.name() {
        None => tag.update(&[0]),
        Some(name) => {
            tag.update(&[1]);
            tag.update(name.as_bytes());
        }
    }
    let tag: [u8; 32] = tag.finalize().into_bytes().into();
    std::array::from_fn(|at| tag[at])
}

impl Ticket {
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(PAYLOAD_BYTES);
        bytes.extend(self.flow_id.0);
        bytes.extend(self.visitor);
        bytes.extend(self.issued_ms.to_be_bytes());
        bytes.extend(self.expires_ms.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; PAYLOAD_BYTES]) -> Self {
        Self {
            flow_id: FlowId(std::array::from_fn(|at| bytes[at])),
            visitor: std::array::from_fn(|at| bytes[16 + at]),
            issued_ms: u64::from_be_bytes(std::array::from_fn(|at| bytes[32 + at])),
            expires_ms: u64::from_be_bytes(std::array::from_fn(|at| bytes[40 + at])),
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
