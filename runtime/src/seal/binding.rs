//! What state is bound to, so that it can be redeemed there and nowhere else.

use hmac::Mac;
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

use super::FlowId;
use super::ring::RingKey;
use crate::engine::{Method, Refusal};
use crate::principal::Principal;

/// The operation that one request asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operation<'a> {
    /// The name of the tool.
    pub(crate) flow: &'a str,
    pub(crate) method: Method,
    pub(crate) principal: &'a Principal,
    /// Made by [`arguments_digest`].
    pub(crate) arguments: [u8; 32],
}

/// An operation as it is written into state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bindings {
    pub(super) flow: String,
    pub(super) audience: String,
    pub(super) method: String,
    pub(super) principal: [u8; 16],
    pub(super) arguments: [u8; 32],
}

impl Bindings {
    pub(super) fn new(
        operation: &Operation<'_>,
        audience: &str,
        key: &RingKey,
        flow_id: FlowId,
    ) -> Self {
        Self {
            flow: operation.flow.to_owned(),
            audience: audience.to_owned(),
            method: operation.method.as_str().to_owned(),
            principal: principal_tag(key, flow_id, operation.principal),
            arguments: operation.arguments,
        }
    }

    /// Whether state that is bound to `self` may be redeemed by `now`.
    pub(super) fn check(&self, now: &Self) -> Result<(), Refusal> {
        let bound = [
            (self.audience == now.audience, Refusal::OtherAudience),
            (self.method == now.method, Refusal::OtherMethod),
            (self.flow == now.flow, Refusal::OtherFlow),
            (self.principal == now.principal, Refusal::OtherPrincipal),
            (self.arguments == now.arguments, Refusal::OtherArguments),
        ];
        match bound.into_iter().find(|(same, _)| !same) {
            Some((_, refusal)) => Err(refusal),
            None => Ok(()),
        }
    }
}

/// Stands for a principal without telling who it is, and differs from flow to flow.
fn principal_tag(key: &RingKey, flow_id: FlowId, principal: &Principal) -> [u8; 16] {
    let mut tag = key.principal.clone();
    tag.update(&flow_id.0);
    match principal.name() {
        None => tag.update(&[0]),
        Some(name) => {
            tag.update(&[1]);
            tag.update(name.as_bytes());
        }
    }
    let tag: [u8; 32] = tag.finalize().into_bytes().into();
    // Half of it: whoever wants to be taken for somebody else has to hit one tag blindly.
    std::array::from_fn(|at| tag[at])
}

/// A digest of the arguments of a call that survives another order of members, another spelling
/// of the same number, and other white space: SHA-256 over the canonical form of RFC 8785.
///
/// # Errors
/// The arguments have no canonical form: a number that no IEEE 754 double comes near.
pub(crate) fn arguments_digest(
    arguments: &Map<String, Value>,
) -> Result<[u8; 32], serde_json::Error> {
    let mut digest = Sha256::new();
    digest.update(serde_json_canonicalizer::to_vec(arguments)?);
    if arguments.values().any(has_exact_integer) {
        // RFC 8785 sees doubles only, so two neighbouring large identifiers look the same to it,
        // and not to a tool that takes a `u64`.
        let spelled: Map<_, _> = arguments
            .iter()
            .map(|(name, value)| (name.clone(), spell_exact_integers(value)))
            .collect();
        digest.update(b"\0");
        digest.update(serde_json_canonicalizer::to_vec(&spelled)?);
    }
    Ok(digest.finalize().into())
}

fn has_exact_integer(value: &Value) -> bool {
    match value {
        Value::Number(number) => is_exact_integer(number),
        Value::Array(items) => items.iter().any(has_exact_integer),
        Value::Object(members) => members.values().any(has_exact_integer),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

fn spell_exact_integers(value: &Value) -> Value {
    match value {
        Value::Number(number) if is_exact_integer(number) => Value::String(number.to_string()),
        Value::Array(items) => items.iter().map(spell_exact_integers).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), spell_exact_integers(value)))
            .collect(),
        other => other.clone(),
    }
}

/// Whether the number is an integer that a double does not tell from its neighbours.
fn is_exact_integer(number: &Number) -> bool {
    const MAX_SAFE: u64 = (1 << 53) - 1;
    let safe = match (number.as_u64(), number.as_i64()) {
        (Some(positive), _) => positive <= MAX_SAFE,
        (None, Some(negative)) => negative.unsigned_abs() <= MAX_SAFE,
        (None, None) => number.is_f64(),
    };
    !safe
}

#[cfg(test)]
mod tests;
