use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::{ByteBuf, Bytes};
use serde_json::Value;

use super::AskedDigest;
use crate::question::Rendered;

/// Where one flow waits: its point, and the locals that it carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The code that the frame belongs to.
    pub fingerprint: u64,
    /// The point, from 1.
    pub point: u16,
    /// Each carried local, encoded.
    pub values: Vec<Vec<u8>>,
}

/// What a round continues from: opened state, and the answers that came with it.
#[derive(Debug)]
pub struct Resume {
    frames: VecDeque<Frame>,
    /// What was asked.
    pub asked: AskedDigest,
    /// What was rendered for each question of the round.
    pub rendered: Vec<Rendered>,
    /// Answers of earlier rounds that were fine, by position; the others are still due.
    pub kept: Vec<Option<Value>>,
    /// `inputResponses` as it came.
    pub responses: BTreeMap<String, Value>,
}

impl Resume {
    /// Continues at `frames`, outermost first.
    pub(crate) fn new(
        frames: Vec<Frame>,
        asked: AskedDigest,
        rendered: Vec<Rendered>,
        kept: Vec<Option<Value>>,
        responses: BTreeMap<String, Value>,
    ) -> Self {
        Self {
            frames: frames.into(),
            asked,
            rendered,
            kept,
            responses,
        }
    }

    pub(super) fn next_frame(&mut self) -> Option<Frame> {
        self.frames.pop_front()
    }

    pub(super) fn is_innermost(&self) -> bool {
        self.frames.is_empty()
    }
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: Vec<_> = self.values.iter().map(|value| Bytes::new(value)).collect();
        (self.fingerprint, self.point, values).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (fingerprint, point, values) = <(u64, u16, Vec<ByteBuf>)>::deserialize(deserializer)?;
        Ok(Self {
            fingerprint,
            point,
            values: values.into_iter().map(ByteBuf::into_vec).collect(),
        })
    }
}
