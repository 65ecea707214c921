use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
        rendered: Vec<Rendered>,
        kept: Vec<Option<Value>>,
        responses: BTreeMap<String, Value>,
    ) -> Self {
        Self {
            frames: frames.into(),
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
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: Vec<Bytes<'_>> = self.values.iter().map(|value| Bytes(value)).collect();
        (self.fingerprint, self.point, values).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (fingerprint, point, values) =
            <(u64, u16, Vec<OwnedBytes>)>::deserialize(deserializer)?;
        Ok(Self {
            fingerprint,
            point,
            values: values.into_iter().map(|value| value.0).collect(),
        })
    }
}

struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct OwnedBytes(Vec<u8>);

impl<'de> Deserialize<'de> for OwnedBytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = OwnedBytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a byte string")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<OwnedBytes, E> {
                Ok(OwnedBytes(bytes.to_vec()))
            }
        }

        deserializer.deserialize_bytes(Visitor)
    }
}
