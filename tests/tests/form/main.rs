//! Forms as an author writes them: what is published, and what is made of an answer.

mod agreement;
mod answers;
mod newtypes;
mod picks;
mod surroundings;

use mrtr::question::{Answer, Ask, Form as AskForm, Problems, Question};
use mrtr::{Choice, Form};
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, Choice)]
#[serde(rename_all = "lowercase")]
enum Environment {
    Staging,
    #[choice(title = "Production (careful)")]
    Production,
}

#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, Choice)]
enum Channel {
    Stable = 3,
    Nightly = -1,
}

/// Not shown.
#[derive(Debug, PartialEq, Form)]
struct Release {
    /// Ship it now?
    approved: bool,
    /// A label for the release
    ///
    ///  - short
    ///  - "unique"
    #[form(title = "Label", min_length = 1, max_length = 4)]
    label: String,
    #[doc = concat!("In", " percent")]
    #[form(min = 0, max = 100, default = 10)]
    share: u8,
    #[form(min = 0.1, max = 0.9, default = 0.3)]
    risk: f32,
    #[form(default = Environment::Staging)]
    environment: Environment,
    #[form(default = "Nightly", rename = "release-channel")]
    channel: Option<Channel>,
    #[form(format = "email", default = "name@example.org")]
    tell: Option<String>,
    #[form(format = "date")]
    r#on: Option<Box<str>>,
    #[form(description = "")]
    count: i64,
}

fn content(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(content) => content,
        _ => panic!("an object"),
    }
}

fn good() -> Value {
    json!({
        "approved": true,
        "label": "v1",
        "share": 50,
        "risk": 0.5,
        "environment": "production",
        "release-channel": "Stable",
        "tell": "ann@example.org",
        "on": "2026-07-28",
        "count": -3,
    })
}

/// The answer with one member changed.
fn with(name: &str, value: Value) -> Map<String, Value> {
    let mut answer = content(good());
    answer.insert(name.to_owned(), value);
    answer
}

fn told(problems: &Problems) -> Vec<(Option<&str>, &str)> {
    problems
        .iter()
        .map(|problem| (problem.field.as_deref(), problem.text.as_str()))
        .collect()
}

#[test]
fn the_schema_is_published_in_the_order_of_the_fields() {
    let schema = serde_json::to_string_pretty(&Release::schema()).expect("JSON");
    let expected = r#"{
  "type": "object",
  "properties": {
    "approved": {
      "type": "boolean",
      "description": "Ship it now?"
    },
    "label": {
      "type": "string",
      "title": "Label",
      "description": "A label for the release\n\n - short\n - \"unique\"",
      "minLength": 1,
      "maxLength": 4
    },
    "share": {
      "type": "integer",
      "description": "In percent",
      "minimum": 0,
      "maximum": 100,
      "default": 10
    },
    "risk": {
      "type": "number",
      "minimum": 0.1,
      "maximum": 0.9,
      "default": 0.3
    },
    "environment": {
      "type": "string",
      "oneOf": [
        {
          "const": "staging",
          "title": "staging"
        },
        {
          "const": "production",
          "title": "Production (careful)"
        }
      ],
      "default": "staging"
    },
    "release-channel": {
      "type": "string",
      "enum": [
        "Stable",
        "Nightly"
      ],
      "default": "Nightly"
    },
    "tell": {
      "type": "string",
      "format": "email",
      "default": "name@example.org"
    },
    "on": {
      "type": "string",
      "format": "date"
    },
    "count": {
      "type": "integer",
      "minimum": -9007199254740991,
      "maximum": 9007199254740991
    }
  },
  "required": [
    "approved",
    "label",
    "share",
    "risk",
    "environment",
    "count"
  ]
}"#;
    assert_eq!(schema, expected);
}

#[test]
fn a_good_answer_is_read() {
    let read = Release::read(&content(good())).expect("a release");
    assert_eq!(
        read,
        Release {
            approved: true,
            label: "v1".to_owned(),
            share: 50,
            risk: 0.5,
            environment: Environment::Production,
            channel: Some(Channel::Stable),
            tell: Some("ann@example.org".to_owned()),
            r#on: Some("2026-07-28".into()),
            count: -3,
        }
    );
}

#[test]
fn optional_fields_may_be_absent_or_null() {
    for (name, value) in [("tell", Value::Null), ("release-channel", Value::Null)] {
        let read = Release::read(&with(name, value)).expect("a release");
        assert!(read.tell.is_none() || read.channel.is_none());
    }
    let mut answer = content(good());
    answer.remove("on");
    assert_eq!(Release::read(&answer).expect("a release").r#on, None);
}

#[test]
fn a_default_does_not_answer_for_the_person() {
    let mut answer = content(good());
    answer.remove("share");
    answer.insert("environment".to_owned(), Value::Null);
    let problems = Release::read(&answer).expect_err("two are missing");
    assert_eq!(
        told(&problems),
        [
            (Some("share"), "is required"),
            (Some("environment"), "is required")
        ]
    );
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_fields() {
    let answer = content(json!({
        "count": 5.5,
        "on": "2026-13-40",
        "tell": "not-an-email",
        "release-channel": "nightly",
        "environment": "qa",
        "risk": 0.91,
        "share": 101,
        "label": "",
        "approved": "yes",
    }));
    let problems = Release::read(&answer).expect_err("nothing is right");
    assert_eq!(
        told(&problems),
        [
            (Some("approved"), "must be true or false"),
            (Some("label"), "must be at least 1 character long, not 0"),
            (Some("share"), "must be at most 100"),
            (Some("risk"), "must be at most 0.9"),
            (
                Some("environment"),
                "must be one of: staging, Production (careful) (production)"
            ),
            (Some("release-channel"), "must be one of: Stable, Nightly"),
            (
                Some("tell"),
                "must be an email address, such as name@example.org"
            ),
            (Some("on"), "must be a date, such as 2026-07-28"),
            (Some("count"), "must be a whole number"),
        ]
    );
    let text = problems.to_string();
    assert!(
        text.starts_with("Please correct:\n- approved: must be true or false (given: \"yes\")\n"),
        "{text}"
    );
}

#[test]
fn length_is_in_characters() {
    assert!(Release::read(&with("label", json!("日本語é"))).is_ok());
    assert!(Release::read(&with("label", json!("abcde"))).is_err());
}

#[test]
fn whole_numbers_are_whole_however_they_are_written() {
    for (written, expected) in [("5.0", 5), ("1e1", 10), ("0", 0)] {
        let value = serde_json::from_str(written).expect("a number");
        let read = Release::read(&with("share", value)).expect(written);
        assert_eq!(read.share, expected);
    }
    for written in ["5.5", "-1", "101", "1e300", "9007199254740993", "-1e300"] {
        let value = serde_json::from_str(written).expect("a number");
        let problems = Release::read(&with("share", value)).expect_err(written);
        assert_eq!(problems.iter().count(), 1, "{written}");
    }
    for written in ["9007199254740993", "-9007199254740992", "1e16"] {
        let value = serde_json::from_str(written).expect("a number");
        assert!(Release::read(&with("count", value)).is_err(), "{written}");
    }
}

#[test]
fn fields_that_nobody_asked_for_are_ignored() {
    assert!(Release::read(&with("zzz", json!({"deep": [1]}))).is_ok());
}

#[test]
fn the_outcome_is_read_before_the_content() {
    let read = |response: Value| AskForm::<Release>::read(&content(response));
    assert_eq!(
        read(json!({"action": "decline", "content": {"label": 5}})),
        Ok(Answer::Decline)
    );
    assert_eq!(
        read(json!({"action": "cancel", "content": {}})),
        Ok(Answer::Cancel)
    );
    assert!(matches!(
        read(json!({"action": "accept", "resultType": "complete", "content": good()})),
        Ok(Answer::Accept(_))
    ));
    for response in [
        json!({}),
        json!({"action": "accept"}),
        json!({"action": "yes", "content": good()}),
    ] {
        let problems = read(response.clone()).expect_err("no answer");
        assert!(
            matches!(told(&problems).as_slice(), [(None, _)]),
            "{response}"
        );
    }
}

#[test]
fn one_choice_is_a_form_of_its_own() {
    let schema = serde_json::to_value(<Channel as Ask>::schema()).expect("JSON");
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {"answer": {"type": "string", "enum": ["Stable", "Nightly"]}},
            "required": ["answer"],
        })
    );
    let read = <Channel as Ask>::read(&content(json!({"answer": "Nightly"})));
    assert_eq!(read, Ok(Channel::Nightly));
}

#[test]
fn an_answer_can_be_carried() {
    for answer in [Answer::Accept(5_u8), Answer::Decline, Answer::Cancel] {
        let written = serde_json::to_string(&answer).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Answer<u8>>(&written).expect("an answer"),
            answer
        );
    }
}

/// Names of serde count, so that a type has one set of names.
#[test]
fn serde_names_count() {
    #[derive(serde::Serialize, Form)]
    #[serde(rename_all = "camelCase")]
    struct Names {
        first_name: String,
        #[serde(rename = "surname", default)]
        last_name: String,
        #[form(rename = "age")]
        #[serde(rename = "years")]
        how_old: u8,
    }

    let schema = serde_json::to_value(Names::schema()).expect("JSON");
    assert_eq!(schema["required"], json!(["firstName", "surname", "age"]));
    let Names {
        first_name,
        last_name,
        how_old,
    } = Names::read(&content(
        json!({"firstName": "Ann", "surname": "Lee", "age": 40}),
    ))
    .expect("names");
    assert_eq!(
        (first_name.as_str(), last_name.as_str(), how_old),
        ("Ann", "Lee", 40)
    );
}
