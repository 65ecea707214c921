//! What state is bound to, so that it can be redeemed there and nowhere else.

use hmac::Mac;
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

use super::ring::RingKey;
use super::{FlowId, KeyRing};
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
        keys: Option<&KeyRing>,
        flow_id: FlowId,
    ) -> Self {
        let key = keys.map(KeyRing::active_key);
        Self {
            flow: operation.flow.to_owned(),
            audience: audience.to_owned(),
            method: operation.method.as_str().to_owned(),
            principal: principal_tag(key, flow_id, operation.principal),
            arguments: operation.arguments,
        }
    }

    /// Whether state that is bound to `self` may be redeemed by `operation`.
    pub(super) fn check(
        &self,
        operation: &Operation<'_>,
        audience: &str,
        keys: Option<&KeyRing>,
        flow_id: FlowId,
    ) -> Result<(), Refusal> {
        let same_principal = self.is_principal(operation.principal, keys, flow_id);
        let bound = [
            (self.audience == audience, Refusal::OtherAudience),
            (
                self.method == operation.method.as_str(),
                Refusal::OtherMethod,
            ),
            (self.flow == operation.flow, Refusal::OtherFlow),
            (same_principal, Refusal::OtherPrincipal),
            (
                self.arguments == operation.arguments,
                Refusal::OtherArguments,
            ),
        ];
        match bound.into_iter().find(|(same, _)| !same) {
            Some((_, refusal)) => Err(refusal),
            None => Ok(()),
        }
    }
}

impl Bindings {
    /// Whether it is `principal` that state is bound to.
    pub(super) fn is_principal(
        &self,
        principal: &Principal,
        keys: Option<&KeyRing>,
        flow_id: FlowId,
    ) -> bool {
        let is = |key| self.principal == principal_tag(key, flow_id, principal);
        match keys {
            // The key that was the active one when the state was made is one of these.
            Some(ring) => ring.keys().any(|key| is(Some(key))),
            None => is(None),
        }
    }
}

/// Stands for a principal without telling who it is, and differs from flow to flow.
fn principal_tag(key: Option<&RingKey>, flow_id: FlowId, principal: &Principal) -> [u8; 16] {
    let (kind, name) = match principal.name() {
        None => ([0], ""),
        Some(name) => ([1], name),
    };
    let parts: [&[u8]; 3] = [&flow_id.0, &kind, name.as_bytes()];
    let tag: [u8; 32] = if let Some(key) = key {
        let keyed = key.principal.clone();
        let tag = parts.iter().fold(keyed, Mac::chain_update);
        tag.finalize().into_bytes().into()
    } else {
        let digest = Sha256::new_with_prefix(b"mrtr principal");
        parts
            .iter()
            .fold(digest, Digest::chain_update)
            .finalize()
            .into()
    };
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
