//! What is published and what is taken are the same, for forms of every kind.

use std::collections::{BTreeSet, HashSet};

use mrtr::question::{Ask, FormSchema, Problems};
use mrtr::{Choice, Form};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::Serialize;
use serde_json::{Map, Value};

use super::answers::{conforming, names, violation};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Choice)]
enum Plain {
    One,
    Two,
    Three,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Choice)]
#[serde(rename_all = "kebab-case")]
enum Titled {
    Red,
    #[choice(title = "Dark blue")]
    DarkBlue,
}

#[derive(Debug, Serialize, Form)]
struct Age(#[form(min = 0, max = 150)] u8);

#[derive(Debug, Serialize, Form)]
struct Code(#[form(min_length = 2, max_length = 8)] String);

include!(concat!(env!("OUT_DIR"), "/forms.rs"));

/// A form, without its type.
struct Case {
    name: &'static str,
    schema: fn() -> FormSchema,
    /// What an answer is read as, as JSON.
    read: fn(&Map<String, Value>) -> Result<Value, Problems>,
    /// What was declared.
    expected: &'static str,
}

impl Case {
    const fn of<T: Ask + Serialize>(name: &'static str, expected: &'static str) -> Self {
        Self {
            name,
            schema: T::schema,
            read: |answer| T::read(answer).map(|form| serde_json::to_value(form).expect("JSON")),
            expected,
        }
    }

    fn schema(&self) -> Value {
        serde_json::to_value((self.schema)()).expect("JSON")
    }
}

/// Runs a property for each form, on some cases of each.
fn for_each_form(property: impl Fn(&Case, &Value, &mut TestRunner)) {
    for case in FORMS {
        let mut runner = TestRunner::new(Config {
            cases: 40,
            failure_persistence: None,
            ..Config::default()
        });
        property(case, &case.schema(), &mut runner);
    }
}

#[test]
fn what_is_declared_is_published_in_its_order() {
    for case in FORMS {
        let expected: Value = serde_json::from_str(case.expected).expect("JSON");
        assert_eq!(case.schema(), expected, "{}", case.name);
        assert_eq!(names(&case.schema()), names(&expected), "{}", case.name);
    }
}

#[test]
fn what_the_schema_allows_is_read_as_it_was_given() {
    for_each_form(|case, schema, runner| {
        let names = names(schema);
        let property = |answer: Map<String, Value>| {
            let read = (case.read)(&answer)
                .map_err(|problems| TestCaseError::fail(format!("{}: {problems}", case.name)))?;
            for name in &names {
                let given = answer.get(name).unwrap_or(&Value::Null);
                prop_assert!(is_same(given, &read[name]), "{given} is not {}", read[name]);
            }
            Ok(())
        };
        let ran = runner.run(&conforming(schema), property);
        ran.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    });
}

#[test]
fn each_single_violation_is_told_on_its_field() {
    for_each_form(|case, schema, runner| {
        let property =
            |(mut answer, (name, value)): (Map<String, Value>, (String, Option<Value>))| {
                match value {
                    Some(value) => answer.insert(name.clone(), value),
                    None => answer.remove(&name),
                };
                let Err(problems) = (case.read)(&answer) else {
                    return Err(TestCaseError::fail(format!("{name} is taken")));
                };
                let fields: Vec<_> = problems
                    .iter()
                    .map(|problem| problem.field.clone())
                    .collect();
                prop_assert_eq!(fields, [Some(name)]);
                Ok(())
            };
        let ran = runner.run(&(conforming(schema), violation(schema)), property);
        ran.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    });
}

/// Equal, however a number is written; an `f32` is the nearest one.
fn is_same(given: &Value, read: &Value) -> bool {
    match (given.as_f64(), read.as_f64()) {
        (Some(given), Some(read)) => (given - read).abs() <= given.abs() * f64::from(f32::EPSILON),
        _ => match (given, read) {
            // A set has no order of its own.
            (Value::Array(given), Value::Array(read)) => {
                given.len() == read.len() && given.iter().all(|item| read.contains(item))
            }
            _ => given == read,
        },
    }
}
