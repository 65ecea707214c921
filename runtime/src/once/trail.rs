//! What led to a place in a call.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::OnceKey;

/// Stands for a call, and for the answers with which its code has run so far.
///
/// The same retry leads to the same trail, in whichever process; another answer leads to another
/// one. Asking again does not change it, because no code runs for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trail(#[serde(with = "serde_bytes")] [u8; 16]);

impl Trail {
    /// Of a call that begins.
    pub(crate) fn start(flow_id: [u8; 16]) -> Self {
        Self(digest(&[b"mrtr trail start", &flow_id]))
    }

    /// Of the code that runs with these answers.
    pub(crate) fn answered(self, answers: &[u8; 32]) -> Self {
        Self(digest(&[b"mrtr trail", &self.0, answers]))
    }

    /// The key under which the state that waits here is claimed.
    pub(crate) fn once_key(self) -> OnceKey {
        OnceKey(digest(&[b"mrtr once key", &self.0]))
    }

    /// The key for services that the code calls.
    pub(crate) fn idempotency_key(self) -> String {
        let digest = digest(&[b"mrtr idempotency key", &self.0]);
        digest.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    pub(crate) fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// Each purpose comes first and has a length of its own, so no two inputs are the same.
fn digest(parts: &[&[u8]]) -> [u8; 16] {
    let digest = parts.iter().fold(Sha256::new(), Digest::chain_update);
    let digest: [u8; 32] = digest.finalize().into();
    // Half of it: the call's id is random, and nobody outside chooses it.
    std::array::from_fn(|at| digest[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_ways_lead_to_one_trail() {
        let start = Trail::start([1; 16]);
        let all = [
            start,
            Trail::start([2; 16]),
            start.answered(&[1; 32]),
            start.answered(&[2; 32]),
            start.answered(&[1; 32]).answered(&[2; 32]),
            start.answered(&[2; 32]).answered(&[1; 32]),
            start.answered(&[1; 32]).answered(&[1; 32]),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one));
        }
        assert_eq!(start.answered(&[1; 32]), all[2]);
    }

    #[test]
    fn no_two_purposes_share_a_key() {
        let trail = Trail::start([1; 16]);
        let keys = [
            trail.once_key().to_string(),
            trail.idempotency_key(),
            OnceKey(*trail.as_bytes()).to_string(),
        ];
        assert!(keys.iter().all(|key| key.len() == 32));
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
}
