//! Answers to a form of which nothing is known but its published schema.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// The names of the fields.
pub(crate) fn names(schema: &Value) -> Vec<String> {
    let properties = schema["properties"].as_object().expect("properties");
    properties.keys().cloned().collect()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema["required"].as_array();
    required.is_some_and(|required| required.contains(&json!(name)))
}

/// An answer that the schema allows.
pub(crate) fn conforming(schema: &Value) -> impl Strategy<Value = Map<String, Value>> + use<> {
    let member = |name: String| {
        let value = fitting(&schema["properties"][&name]).prop_map(Some);
        let member = if is_required(schema, &name) {
            value.boxed()
        } else {
            prop_oneof![value, Just(None), Just(Some(Value::Null))].boxed()
        };
        member.prop_map(move |value| value.map(|value| (name.clone(), value)))
    };
    let members: Vec<_> = names(schema).into_iter().map(member).collect();
    members.prop_map(|members| members.into_iter().flatten().collect())
}

/// A field, and a value that breaks one of its rules; `None` stands for a field left out.
pub(crate) fn violation(schema: &Value) -> impl Strategy<Value = (String, Option<Value>)> + use<> {
    let schema = schema.clone();
    select(names(&schema)).prop_flat_map(move |name| {
        let broken = breaking(&schema["properties"][&name], is_required(&schema, &name));
        (Just(name), broken)
    })
}

fn options(field: &Value) -> Option<Vec<Value>> {
    let titled = |options: &Vec<Value>| options.iter().map(|o| o["const"].clone()).collect();
    field["enum"].as_array().cloned().or_else(|| {
        let options = field["oneOf"].as_array().or(field["anyOf"].as_array());
        options.map(titled)
    })
}

/// Some of the options, in any order.
fn picks(field: &Value) -> BoxedStrategy<Value> {
    let options = options(&field["items"]).expect("options");
    let min = length(field, "minItems").unwrap_or(0);
    let max = length(field, "maxItems").unwrap_or(options.len());
    subsequence(options, min..=max)
        .prop_shuffle()
        .prop_map(Value::Array)
        .boxed()
}

fn text(min: usize, max: usize) -> impl Strategy<Value = Value> {
    vec(any::<char>(), min..=max).prop_map(|chars| json!(String::from_iter(chars)))
}

fn length(field: &Value, keyword: &str) -> Option<usize> {
    field[keyword]
        .as_u64()
        .and_then(|length| usize::try_from(length).ok())
}

/// A value that the published keywords of a field allow.
fn fitting(field: &Value) -> BoxedStrategy<Value> {
    if let Some(options) = options(field) {
        return select(options).boxed();
    }
    let regex = |regex: &'static str| {
        proptest::string::string_regex(regex)
            .expect("a regex")
            .prop_map(|text| json!(text))
            .boxed()
    };
    match (field["type"].as_str(), field["format"].as_str()) {
        (Some("array"), _) => picks(field),
        (Some("boolean"), _) => any::<bool>().prop_map(|yes| json!(yes)).boxed(),
        (Some("string"), Some("email")) => regex("[a-z]{1,8}(\\+[a-z]{1,3})?@[a-z]{1,8}\\.org"),
        (Some("string"), Some("uri")) => {
            regex("(https?|ftp)://[a-z]{1,8}(:80)?/[a-z]{0,8}(\\?[a-z]=[0-9])?")
        }
        (Some("string"), Some("date")) => {
            regex("[12][0-9]{3}-(0[1-9]|1[012])-(0[1-9]|1[0-9]|2[0-8])")
        }
        (Some("string"), Some("date-time")) => regex(
            "[12][0-9]{3}-(0[1-9]|1[012])-(0[1-9]|1[0-9]|2[0-8])T(0[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]0[0-9]:[0-5][0-9])",
        ),
        (Some("string"), None) => {
            let min = length(field, "minLength").unwrap_or(0);
            let max = length(field, "maxLength").unwrap_or(min + 20);
            text(min, max).boxed()
        }
        (Some("integer"), _) => {
            let min = field["minimum"].as_i64().expect("minimum");
            let max = field["maximum"].as_i64().expect("maximum");
            let written = |(whole, as_float): (i64, bool)| {
                if as_float {
                    serde_json::from_str(&format!("{whole}.0")).expect("a number")
                } else {
                    json!(whole)
                }
            };
            (min..=max, any::<bool>()).prop_map(written).boxed()
        }
        (Some("number"), _) => {
            let min = field["minimum"].as_f64().unwrap_or(-1e6);
            let max = field["maximum"].as_f64().unwrap_or(1e6);
            (min..=max).prop_map(|number| json!(number)).boxed()
        }
        other => panic!("a keyword outside of the subset: {other:?}"),
    }
}

/// A value that breaks one published rule of a field; `None` stands for a field left out.
fn breaking(field: &Value, is_required: bool) -> BoxedStrategy<Option<Value>> {
    let mut values: Vec<Option<Value>> = vec![Some(json!({"a": 1})), Some(json!([[]]))];
    if is_required {
        values.extend([None, Some(Value::Null)]);
    }
    let kind = field["type"].as_str().expect("a type");
    if kind != "boolean" {
        values.push(Some(json!(true)));
    }
    if kind != "string" {
        values.push(Some(json!("1")));
    }
    if kind == "boolean" || kind == "string" {
        values.push(Some(json!(1)));
    }
    if kind == "integer" {
        values.push(Some(json!(0.5)));
    }
    if options(field).is_some() {
        values.push(Some(json!("no such option")));
    }
    if kind == "array" {
        let options = options(&field["items"]).expect("options");
        values.extend([
            Some(json!(["no such option"])),
            Some(json!([options[0], options[0]])),
            Some(options[0].clone()),
        ]);
    }
    let least = length(field, "minItems").unwrap_or(0);
    if least > 0 || kind != "array" {
        values.push(Some(json!([])));
    }
    if let Some(most) = length(field, "maxItems")
        && let Some(options) = options(&field["items"])
        && most < options.len()
    {
        values.push(Some(Value::Array(options[..=most].to_vec())));
    }
    if field["format"].is_string() {
        values.extend([
            Some(json!("")),
            Some(json!("2026-13-40")),
            Some(json!("a b")),
        ]);
    }
    if let Some(min) = length(field, "minLength").filter(|min| *min > 0) {
        values.push(Some(json!("é".repeat(min - 1))));
    }
    if let Some(max) = length(field, "maxLength") {
        values.push(Some(json!("é".repeat(max + 1))));
    }
    // A little beyond a bound, where a float can be, and far beyond.
    let beyond = |bound: f64, side: f64| {
        [bound + side * 0.5, bound * 2.0 + side * 1e16]
            .into_iter()
            .filter(move |beyond| (beyond - bound) * side > 0.0)
            .map(|beyond| Some(json!(beyond)))
    };
    values.extend(
        field["minimum"]
            .as_f64()
            .into_iter()
            .flat_map(|min| beyond(min, -1.0)),
    );
    values.extend(
        field["maximum"]
            .as_f64()
            .into_iter()
            .flat_map(|max| beyond(max, 1.0)),
    );
    // Where a float could not tell the two apart.
    if let (Some(min), Some(max)) = (field["minimum"].as_i64(), field["maximum"].as_i64()) {
        values.extend([Some(json!(min - 1)), Some(json!(max + 1))]);
    }
    select(values).boxed()
}
