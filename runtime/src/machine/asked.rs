//! What was asked in a round, as a digest: an answer satisfies that and nothing else.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::QuestionSpec;
use crate::question::{Need, Rendered};

/// Stands for the questions of a round: their keys, what they need of the client, and how they
/// travel, texts and schemas included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedDigest(#[serde(with = "serde_bytes")] [u8; 16]);

impl AskedDigest {
    /// # Errors
    /// A question cannot be written as JSON.
    pub(crate) fn of(
        questions: &[QuestionSpec],
        rendered: &[Rendered],
    ) -> Result<Self, serde_json::Error> {
        let asked: Vec<_> = questions
            .iter()
            .zip(rendered)
            .map(|(spec, rendered)| {
                let needs = (spec.needs)(rendered).into_iter().map(Need::path);
                let needs: Vec<_> = needs.collect();
                (spec.key, needs, (spec.request)(rendered))
            })
            .collect();
        let digest: [u8; 32] = Sha256::digest(serde_json_canonicalizer::to_vec(&asked)?).into();
        // Half of it: nobody outside chooses the questions.
        Ok(Self(std::array::from_fn(|at| digest[at])))
    }
}
