use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::{Need, Problems};
use super::{Role, SampleBlock, SampleMessage};

/// What a model is asked to go on with: the argument of `sample!`.
///
/// ```
/// use mrtr::Sampling;
///
/// let request = Sampling::new("Summarise this commit: …")
///     .system_prompt("You write release notes.")
///     .max_tokens(200)
///     .temperature(0.2)
///     .prefer_model("sonnet");
/// # let _ = request;
/// ```
///
/// Spec: *client/sampling*, `CreateMessageRequest`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampling {
    messages: Vec<SampleMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model_preferences: Option<Preferences>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system_prompt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    include_context: Option<IncludeContext>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    max_tokens: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stop_sequences: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<SampleTool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preferences {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Hint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost_priority: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speed_priority: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    intelligence_priority: Option<f32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Hint {
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Choice {
    mode: ToolChoice,
}

/// A tool that the model may use. It is the server that then runs it, and samples again with the
/// result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SampleTool {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    input_schema: Map<String, Value>,
}

/// Whether the model has to use a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

/// What else the client shows the model. Anything but nothing needs the capability
/// `sampling.context`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IncludeContext {
    /// Nothing.
    None,
    /// What this server has to offer.
    ThisServer,
    /// What all servers of the client have to offer.
    AllServers,
}

impl Sampling {
    /// How many tokens a model may answer with, unless it is said otherwise.
    pub const MAX_TOKENS: u32 = 1024;

    /// One message of the user.
    pub fn new(prompt: impl Into<String>) -> Self {
        Self::conversation([SampleMessage::user(prompt)])
    }

    /// A conversation so far.
    pub fn conversation(messages: impl IntoIterator<Item = SampleMessage>) -> Self {
        Self {
            messages: messages.into_iter().collect(),
            model_preferences: None,
            system_prompt: None,
            include_context: None,
            temperature: None,
            max_tokens: Self::MAX_TOKENS,
            stop_sequences: Vec::new(),
            tools: None,
            tool_choice: None,
        }
    }

    /// Adds a message.
    #[must_use]
    pub fn message(mut self, message: SampleMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// Says what the model is to be. The client may change it.
    #[must_use]
    pub fn system_prompt(mut self, text: impl Into<String>) -> Self {
        self.system_prompt = Some(text.into());
        self
    }

    /// The most tokens that the model may answer with.
    #[must_use]
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.max_tokens = tokens;
        self
    }

    /// How freely the model may choose its words; what the number means is the model's.
    #[must_use]
    pub fn temperature(mut self, temperature: f32) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// A text at which the model is to stop.
    #[must_use]
    pub fn stop_at(mut self, sequence: impl Into<String>) -> Self {
        self.stop_sequences.push(sequence.into());
        self
    }

    /// A part of the name of a model that would be good; those that are named first are better.
    #[must_use]
    pub fn prefer_model(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.preferences().hints.push(Hint { name });
        self
    }

    /// How much it matters that the model is cheap: 0 to 1.
    #[must_use]
    pub fn cost_priority(mut self, priority: f32) -> Self {
        self.preferences().cost_priority = Some(priority);
        self
    }

    /// How much it matters that the model is fast: 0 to 1.
    #[must_use]
    pub fn speed_priority(mut self, priority: f32) -> Self {
        self.preferences().speed_priority = Some(priority);
        self
    }

    /// How much it matters that the model is clever: 0 to 1.
    #[must_use]
    pub fn intelligence_priority(mut self, priority: f32) -> Self {
        self.preferences().intelligence_priority = Some(priority);
        self
    }

    /// Offers a tool to the model. Needs the capability `sampling.tools`.
    #[must_use]
    pub fn tool(mut self, tool: SampleTool) -> Self {
        self.tools.get_or_insert_default().push(tool);
        self
    }

    /// Says whether the model has to use a tool. Needs the capability `sampling.tools`.
    #[must_use]
    pub fn tool_choice(mut self, mode: ToolChoice) -> Self {
        self.tool_choice = Some(Choice { mode });
        self
    }

    /// Lets the client show the model more than the messages.
    #[must_use]
    pub fn include_context(mut self, context: IncludeContext) -> Self {
        self.include_context = Some(context);
        self
    }

    fn preferences(&mut self) -> &mut Preferences {
        self.model_preferences.get_or_insert_default()
    }

    /// What the client has to declare.
    pub(super) fn needs(&self) -> Vec<Need> {
        let mut needs = vec![Need::Sampling];
        if self.tools.is_some() || self.tool_choice.is_some() {
            needs.push(Need::SamplingTools);
        }
        if !matches!(self.include_context, None | Some(IncludeContext::None)) {
            needs.push(Need::SamplingContext);
        }
        needs
    }

    /// The same with what was wrong with the answer, for the model.
    pub(in super::super) fn told(&self, problems: &Problems) -> Self {
        self.clone().message(SampleMessage::user(format!(
            "Your last answer to this could not be used. {problems}"
        )))
    }

    pub(in super::super) fn size(&self) -> usize {
        serde_json::to_string(self).map_or(0, |text| text.len())
    }

    /// Spec: *client/sampling*, message constraints.
    pub(in super::super) fn check(&self) -> Result<(), &'static str> {
        let is_priority =
            |priority: Option<f32>| priority.is_none_or(|it| (0.0..=1.0).contains(&it));
        if self.messages.is_empty() {
            return Err("there is no message for the model");
        }
        if self.messages.iter().any(|it| it.content.0.is_empty()) {
            return Err("a message has no content");
        }
        if self.max_tokens == 0 {
            return Err("the model may not answer with a single token");
        }
        if self
            .temperature
            .is_some_and(|it| !it.is_finite() || it < 0.0)
        {
            return Err("the temperature is not a number from 0 upwards");
        }
        if let Some(preferences) = &self.model_preferences
            && ![
                preferences.cost_priority,
                preferences.speed_priority,
                preferences.intelligence_priority,
            ]
            .into_iter()
            .all(is_priority)
        {
            return Err("a priority is not between 0 and 1");
        }
        self.check_tool_results()
    }

    /// Each use of a tool has its result in the next message, which has nothing else.
    fn check_tool_results(&self) -> Result<(), &'static str> {
        let mut pending: Vec<&str> = Vec::new();
        for message in &self.messages {
            let results: Vec<_> = message.content.0.iter().filter_map(result_of).collect();
            let alone = results.is_empty() || results.len() == message.content.0.len();
            if !alone || (!results.is_empty() && message.role != Role::User) {
                return Err(
                    "results of tools stand in a message of the user that has nothing else",
                );
            }
            let same =
                pending.len() == results.len() && pending.iter().all(|it| results.contains(it));
            if !same {
                return Err("the results of tools are not those of the uses in the message before");
            }
            pending = message.content.0.iter().filter_map(use_of).collect();
        }
        if pending.is_empty() {
            Ok(())
        } else {
            Err("a tool was used, and its result is missing")
        }
    }
}

fn result_of(block: &SampleBlock) -> Option<&str> {
    match block {
        SampleBlock::ToolResult { tool_use_id, .. } => Some(tool_use_id),
        _ => None,
    }
}

fn use_of(block: &SampleBlock) -> Option<&str> {
    match block {
        SampleBlock::ToolUse { id, .. } => Some(id),
        _ => None,
    }
}

impl SampleTool {
    /// A tool by its name, with the JSON Schema of its arguments.
    pub fn new(name: impl Into<String>, input_schema: Map<String, Value>) -> Self {
        Self {
            name: name.into(),
            description: None,
            input_schema,
        }
    }

    /// What the model reads about it.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }
}

impl From<&str> for Sampling {
    fn from(prompt: &str) -> Self {
        Self::new(prompt)
    }
}

impl From<String> for Sampling {
    fn from(prompt: String) -> Self {
        Self::new(prompt)
    }
}

impl From<&Sampling> for Sampling {
    fn from(sampling: &Sampling) -> Self {
        sampling.clone()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema
    }

    #[test]
    fn only_what_was_said_travels() {
        assert_eq!(
            serde_json::to_value(Sampling::new("Hi")).expect("JSON"),
            json!({
                "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
                "maxTokens": 1024,
            })
        );
        let all = Sampling::new("Hi")
            .message(SampleMessage::assistant("Yes?"))
            .message(SampleMessage::new(
                Role::User,
                [SampleBlock::text("a"), SampleBlock::text("b")],
            ))
            .system_prompt("Be brief")
            .max_tokens(9)
            .temperature(0.5)
            .stop_at("END")
            .prefer_model("sonnet")
            .prefer_model("claude")
            .cost_priority(0.25)
            .tool(SampleTool::new("weather", schema()).description("The weather"))
            .tool_choice(ToolChoice::Required)
            .include_context(IncludeContext::ThisServer);
        let written = serde_json::to_value(&all).expect("JSON");
        assert_eq!(
            written,
            json!({
                "messages": [
                    {"role": "user", "content": {"type": "text", "text": "Hi"}},
                    {"role": "assistant", "content": {"type": "text", "text": "Yes?"}},
                    {"role": "user", "content": [
                        {"type": "text", "text": "a"}, {"type": "text", "text": "b"},
                    ]},
                ],
                "modelPreferences": {
                    "hints": [{"name": "sonnet"}, {"name": "claude"}],
                    "costPriority": 0.25,
                },
                "systemPrompt": "Be brief",
                "includeContext": "thisServer",
                "temperature": 0.5,
                "maxTokens": 9,
                "stopSequences": ["END"],
                "tools": [{
                    "name": "weather",
                    "description": "The weather",
                    "inputSchema": {"type": "object"},
                }],
                "toolChoice": {"mode": "required"},
            })
        );
        assert_eq!(
            serde_json::from_value::<Sampling>(written).expect("read"),
            all
        );
    }

    #[test]
    fn what_a_request_needs_is_what_it_uses() {
        assert_eq!(Sampling::new("x").needs(), [Need::Sampling]);
        let tool = Sampling::new("x").tool(SampleTool::new("w", schema()));
        let choice = Sampling::new("x").tool_choice(ToolChoice::None);
        for request in [tool, choice] {
            assert_eq!(request.needs(), [Need::Sampling, Need::SamplingTools]);
        }
        let none = Sampling::new("x").include_context(IncludeContext::None);
        assert_eq!(none.needs(), [Need::Sampling]);
        let all = Sampling::new("x").include_context(IncludeContext::AllServers);
        assert_eq!(all.needs(), [Need::Sampling, Need::SamplingContext]);
    }

    #[test]
    fn a_request_that_no_model_can_answer_is_found() {
        let used = |ids: &[&str]| {
            let uses = ids.iter().map(|id| SampleBlock::ToolUse {
                id: (*id).to_owned(),
                name: "w".to_owned(),
                input: Map::new(),
            });
            SampleMessage::new(Role::Assistant, uses.collect::<Vec<_>>())
        };
        let results = |ids: &[&str]| {
            let results = ids.iter().map(|id| SampleBlock::tool_result(*id, "sunny"));
            SampleMessage::new(Role::User, results.collect::<Vec<_>>())
        };
        let mixed = SampleMessage::new(
            Role::User,
            [
                SampleBlock::tool_result("a", "sunny"),
                SampleBlock::text("?"),
            ],
        );
        let hi = || Sampling::new("Hi");
        for fine in [
            hi(),
            hi().temperature(2.0).cost_priority(1.0),
            hi().message(used(&["a", "b"]))
                .message(results(&["b", "a"])),
        ] {
            assert_eq!(fine.check(), Ok(()));
        }
        for wrong in [
            Sampling::conversation([]),
            Sampling::conversation([SampleMessage::new(Role::User, [])]),
            hi().max_tokens(0),
            hi().temperature(f32::NAN),
            hi().temperature(-1.0),
            hi().speed_priority(1.5),
            hi().message(used(&["a"])),
            hi().message(used(&["a"])).message(results(&["b"])),
            hi().message(used(&["a", "b"])).message(results(&["a"])),
            hi().message(results(&["a"])),
            hi().message(used(&["a"])).message(mixed),
        ] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
    }
}
