use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Blocks, Role, SampleBlock, SampleMessage};

/// What a model answered: the result of `sample!`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Sampled {
    /// Who speaks: the model, as a rule.
    pub role: Role,
    /// What it said; never empty.
    pub content: Blocks,
    /// The model's name.
    pub model: String,
    /// Why it stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or what the model's
    /// provider calls it.
    pub stop_reason: Option<String>,
}

impl Sampled {
    /// The text of the answer.
    #[must_use]
    pub fn text(&self) -> String {
        self.content.text()
    }

    /// The tools that the model wants to be called: id, name and arguments.
    pub fn tool_uses(&self) -> impl Iterator<Item = (&str, &str, &Map<String, Value>)> {
        self.content.0.iter().filter_map(|block| match block {
            SampleBlock::ToolUse { id, name, input } => Some((id.as_str(), name.as_str(), input)),
            _ => None,
        })
    }

    /// The answer as a message, to go on with in the next question.
    #[must_use]
    pub fn into_message(self) -> SampleMessage {
        SampleMessage {
            role: self.role,
            content: self.content,
        }
    }

    /// Members that nobody knows are ignored.
    pub(super) fn read(response: &Map<String, Value>) -> Option<Self> {
        let sampled = Self::deserialize(Value::Object(response.clone())).ok()?;
        (!sampled.content.0.is_empty()).then_some(sampled)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(response: Value) -> Option<Sampled> {
        match response {
            Value::Object(response) => Sampled::read(&response),
            other => panic!("{other} is no object"),
        }
    }

    #[test]
    fn content_comes_as_one_block_or_as_a_list() {
        let one = read(json!({
            "role": "assistant", "model": "m", "content": {"type": "text", "text": "hi"},
        }));
        assert_eq!(one.expect("an answer").text(), "hi");
        let several = read(json!({
            "role": "assistant",
            "model": "m",
            "stopReason": "toolUse",
            "content": [
                {"type": "tool_use", "id": "c1", "name": "w", "input": {"city": "Bonn"}, "new": 1},
                {"type": "text", "text": "…", "annotations": {}},
            ],
            "resultType": "complete",
        }))
        .expect("an answer");
        assert_eq!(several.text(), "…");
        assert_eq!(several.stop_reason.as_deref(), Some("toolUse"));
        let uses: Vec<_> = several
            .tool_uses()
            .map(|(id, name, input)| (id, name, input["city"].as_str()))
            .collect();
        assert_eq!(uses, [("c1", "w", Some("Bonn"))]);
    }

    #[test]
    fn a_reason_to_stop_may_be_of_any_name() {
        let sampled = read(json!({
            "role": "assistant", "model": "m", "stopReason": "content_filter",
            "content": {"type": "text", "text": ""},
        }));
        assert_eq!(
            sampled.expect("an answer").stop_reason.as_deref(),
            Some("content_filter")
        );
    }

    #[test]
    fn what_is_no_answer_of_a_model_is_none() {
        for response in [
            json!({}),
            json!({"role": "assistant", "model": "m", "content": {}}),
            json!({"role": "assistant", "model": "m", "content": []}),
            json!({"role": "assistant", "model": "m", "content": "hi"}),
            json!({"role": "assistant", "model": "m", "content": {"type": "text"}}),
            json!({"role": "assistant", "model": "m", "content": [{"type": "text", "text": "a"}, {}]}),
            json!({"role": "robot", "model": "m", "content": {"type": "text", "text": "a"}}),
            json!({"role": "assistant", "content": {"type": "text", "text": "a"}}),
            json!({"action": "accept", "content": {"type": "text", "text": "a"}}),
            json!({"roots": []}),
        ] {
            assert_eq!(read(response.clone()), None, "{response}");
        }
    }
}
