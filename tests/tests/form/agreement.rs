//! What is published and what is taken are the same.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::{Channel, Environment};
use mrtr::Form;
use mrtr::question::Ask;

#[derive(Debug, serde::Serialize, Form)]
struct Everything {
    yes: bool,
    any_text: String,
    #[form(min_length = 2, max_length = 5)]
    text: String,
    #[form(min_length = 3)]
    long_text: Option<Box<str>>,
    #[form(format = "email")]
    email: String,
    #[form(format = "uri")]
    uri: Option<String>,
    #[form(format = "date")]
    date: String,
    #[form(format = "date-time")]
    date_time: Option<String>,
    byte: u8,
    signed: Option<i16>,
    #[form(min = -5, max = 5)]
    small: i64,
    large: u64,
    #[form(min = 0.25)]
    single: f32,
    #[form(max = 10)]
    double: Option<f64>,
    environment: Environment,
    channel: Option<Channel>,
    #[form(min_items = 1, max_items = 2)]
    some: Vec<Environment>,
    any: Option<Vec<Channel>>,
}

fn schema() -> Value {
    serde_json::to_value(Everything::schema()).expect("JSON")
}

fn names() -> Vec<String> {
    let schema = schema();
    let properties = schema["properties"].as_object().expect("properties");
    properties.keys().cloned().collect()
}

fn is_required(name: &str) -> bool {
    let schema = schema();
    let required = schema["required"].as_array().expect("required");
    required.contains(&json!(name))
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
fn breaking(name: &str, field: &Value) -> BoxedStrategy<Option<Value>> {
    let mut values: Vec<Option<Value>> = vec![Some(json!({"a": 1})), Some(json!([[]]))];
    if is_required(name) {
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
    if length(field, "minItems").is_some() || kind != "array" {
        values.push(Some(json!([])));
    }
    if field["format"].is_string() {
        values.extend([
            Some(json!("")),
            Some(json!("2026-13-40")),
            Some(json!("a b")),
        ]);
    }
    if let Some(min) = length(field, "minLength") {
        values.push(Some(json!("é".repeat(min - 1))));
    }
    if let Some(max) = length(field, "maxLength") {
        values.push(Some(json!("é".repeat(max + 1))));
    }
    if let Some(min) = field["minimum"].as_i64() {
        values.push(Some(json!(min - 1)));
    }
    if let Some(max) = field["maximum"].as_i64() {
        values.push(Some(json!(max + 1)));
    }
    if let Some(min) = field["minimum"].as_f64() {
        values.push(Some(json!(min - 1e9)));
    }
    if let Some(max) = field["maximum"].as_f64() {
        values.push(Some(json!(max * 2.0 + 1e9)));
    }
    select(values).boxed()
}

fn answer() -> impl Strategy<Value = Map<String, Value>> {
    let schema = schema();
    let members: Vec<_> = names()
        .into_iter()
        .map(|name| {
            let value = fitting(&schema["properties"][&name]).prop_map(Some);
            let member = if is_required(&name) {
                value.boxed()
            } else {
                prop_oneof![value, Just(None), Just(Some(Value::Null))].boxed()
            };
            member.prop_map(move |value| value.map(|value| (name.clone(), value)))
        })
        .collect();
    members.prop_map(|members| members.into_iter().flatten().collect())
}

fn violation() -> impl Strategy<Value = (String, Option<Value>)> {
    select(names()).prop_flat_map(|name| {
        let broken = breaking(&name, &schema()["properties"][&name]);
        (Just(name), broken)
    })
}

/// Equal, however a number is written; an `f32` is the nearest one.
fn is_same(given: &Value, read: &Value) -> bool {
    match (given.as_f64(), read.as_f64()) {
        (Some(given), Some(read)) => (given - read).abs() <= given.abs() * f64::from(f32::EPSILON),
        _ => given == read,
    }
}

proptest! {
    #[test]
    fn what_the_schema_allows_is_read(answer in answer()) {
        let read = match Everything::read(&answer) {
            Ok(read) => serde_json::to_value(read).expect("JSON"),
            Err(problems) => return Err(TestCaseError::fail(problems.to_string())),
        };
        for name in names() {
            let given = answer.get(&name).unwrap_or(&Value::Null);
            prop_assert!(is_same(given, &read[&name]), "{given} is not {}", read[&name]);
        }
    }

    #[test]
    fn one_violation_is_told_on_its_field(
        mut answer in answer(),
        (name, value) in violation(),
    ) {
        match value {
            Some(value) => answer.insert(name.clone(), value),
            None => answer.remove(&name),
        };
        let problems = Everything::read(&answer).expect_err("a violation");
        let fields: Vec<_> = problems.iter().map(|problem| problem.field.clone()).collect();
        prop_assert_eq!(fields, [Some(name)]);
    }
}
