//! A newtype is a field that behaves as what is inside.

use mrtr::question::Ask;
use mrtr::{Choice, Form};
use serde_json::{Value, json};

use super::{content, told};

#[derive(Debug, PartialEq, Form)]
struct Age(#[form(min = 0, max = 150, title = "Age")] u8);

#[derive(Debug, PartialEq, Form)]
struct Mail(#[form(format = "email")] String);

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Day {
    Monday,
    Tuesday,
}

#[derive(Debug, PartialEq, Form)]
struct Days(#[form(min_items = 1)] Vec<Day>);

#[derive(Debug, PartialEq, Form)]
struct Person {
    /// How old?
    #[form(min = 18)]
    age: Age,
    mail: Option<Mail>,
    days: Days,
}

#[test]
fn nothing_of_it_is_published() {
    assert_eq!(
        serde_json::to_value(Person::schema()).expect("JSON"),
        json!({
            "type": "object",
            "properties": {
                "age": {
                    "type": "integer",
                    "title": "Age",
                    "description": "How old?",
                    "minimum": 18,
                    "maximum": 150,
                },
                "mail": {"type": "string", "format": "email"},
                "days": {
                    "type": "array",
                    "minItems": 1,
                    "items": {"type": "string", "enum": ["Monday", "Tuesday"]},
                },
            },
            "required": ["age", "days"],
        })
    );
}

#[test]
fn it_is_read_and_checked_as_what_is_inside() {
    let read = |value: Value| Person::read(&content(value));
    assert_eq!(
        read(json!({"age": 18.0, "mail": "a@example.org", "days": ["Monday"]})),
        Ok(Person {
            age: Age(18),
            mail: Some(Mail("a@example.org".to_owned())),
            days: Days(vec![Day::Monday]),
        })
    );
    let problems = read(json!({"age": 17, "mail": "a", "days": []})).expect_err("all is wrong");
    assert_eq!(
        told(&problems),
        [
            (Some("age"), "must be at least 18"),
            (
                Some("mail"),
                "must be an email address, such as name@example.org"
            ),
            (Some("days"), "must have at least 1 item, not 0"),
        ]
    );
}

#[test]
fn it_is_a_form_of_its_own() {
    let read = |value: Value| <Age as Ask>::read(&content(json!({"answer": value})));
    assert_eq!(read(json!(150)), Ok(Age(150)));
    assert!(read(json!(151)).is_err());
    assert!(read(Value::Null).is_err());
}
