//! Prompts and resources as lists show them, and what can be completed in their arguments.

use rmcp::model::{
    ArgumentInfo, CompleteResult, CompletionInfo, Prompt, PromptArgument, Resource,
    ResourceTemplate,
};
use serde_json::{Map, Value};

use crate::tool::{PromptInfo, ResourceInfo};

/// The prompt as `prompts/list` shows it. Its arguments are those of the schema; all are text.
pub(super) fn prompt(info: &PromptInfo) -> Prompt {
    let schema = (info.input_schema)();
    let required = |name: &str| {
        let required = schema.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|it| it == name))
    };
    let arguments: Vec<_> = properties(&schema)
        .map(|(name, property)| {
            let argument = PromptArgument::new(name).with_required(required(name));
            match property.get("description").and_then(Value::as_str) {
                Some(description) => argument.with_description(description),
                None => argument,
            }
        })
        .collect();
    let mut listed = Prompt::new(
        info.name,
        said(info.description),
        (!arguments.is_empty()).then_some(arguments),
    );
    listed.title = said(info.title).map(str::to_owned);
    listed
}

/// The resource as `resources/list` shows it.
pub(super) fn resource(resource: &ResourceInfo) -> Resource {
    let mut listed = Resource::new(resource.uri, resource.info.name);
    listed.title = said(resource.info.title).map(str::to_owned);
    listed.description = said(resource.info.description).map(str::to_owned);
    listed.mime_type = said(resource.mime_type).map(str::to_owned);
    listed
}

/// The resource as `resources/templates/list` shows it.
pub(super) fn resource_template(resource: &ResourceInfo) -> ResourceTemplate {
    let mut listed = ResourceTemplate::new(resource.uri, resource.info.name);
    listed.title = said(resource.info.title).map(str::to_owned);
    listed.description = said(resource.info.description).map(str::to_owned);
    listed.mime_type = said(resource.mime_type).map(str::to_owned);
    listed
}

/// The values of an argument that begin with what is typed already, where they can be counted.
///
/// Spec: *server/utilities/completion*.
pub(super) fn completion(schema: &Map<String, Value>, argument: &ArgumentInfo) -> CompleteResult {
    let property = properties(schema).find(|(name, _)| *name == argument.name);
    let mut values = Vec::new();
    if let Some((_, property)) = property {
        collect(schema, property, &mut values);
    }
    let typed = argument.value.to_lowercase();
    values.retain(|value| value.to_lowercase().starts_with(&typed));
    let total = u32::try_from(values.len()).ok();
    let has_more = values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    let mut completion = CompletionInfo::default();
    completion.values = values;
    completion.total = total;
    completion.has_more = Some(has_more);
    CompleteResult::new(completion)
}

/// The texts that a schema lists: `enum`, `const`, and what it refers to.
fn collect(root: &Map<String, Value>, schema: &Value, values: &mut Vec<String>) {
    let texts = |value: &Value| value.as_str().map(str::to_owned);
    if let Some(listed) = schema.get("enum").and_then(Value::as_array) {
        values.extend(listed.iter().filter_map(texts));
    }
    values.extend(schema.get("const").and_then(texts));
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema.get(choice).and_then(Value::as_array) {
            for choice in choices {
                collect(root, choice, values);
            }
        }
    }
    let name = schema.get("$ref").and_then(Value::as_str);
    let definition = name
        .and_then(|name| name.strip_prefix("#/$defs/"))
        .and_then(|name| root.get("$defs")?.get(name));
    if let Some(definition) = definition
        // A definition that refers on would lead round in circles.
        && definition.get("$ref").is_none()
    {
        collect(&Map::new(), definition, values);
    }
}

fn properties(schema: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, property)| (name.as_str(), property))
}

fn said(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
