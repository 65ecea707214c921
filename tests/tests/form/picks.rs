//! Several options of a choice.

use std::collections::{BTreeSet, HashSet};

use mrtr::question::Ask;
use mrtr::{Choice, Form};
use serde_json::{Value, json};

use super::{content, told};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Choice)]
#[choice(rename_all = "lowercase")]
enum Perm {
    Read,
    #[choice(title = "Write (careful)")]
    Write,
    Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Day {
    Monday,
    Tuesday,
}

#[derive(Debug, PartialEq, Form)]
struct Grant {
    /// What is allowed
    #[form(min_items = 1, max_items = 2, default = [Perm::Read, "run"])]
    perms: Vec<Perm>,
    #[form(title = "Days", default = [])]
    days: Option<Vec<Day>>,
    sorted: BTreeSet<Perm>,
    #[form(rename = "any-order")]
    hashed: HashSet<Perm>,
}

fn good() -> Value {
    json!({
        "perms": ["write", "read"],
        "days": ["Tuesday"],
        "sorted": ["run", "read"],
        "any-order": [],
    })
}

#[test]
fn a_list_is_published_as_an_array_of_options() {
    let titled = json!({"anyOf": [
        {"const": "read", "title": "read"},
        {"const": "write", "title": "Write (careful)"},
        {"const": "run", "title": "run"},
    ]});
    assert_eq!(
        serde_json::to_value(Grant::schema()).expect("JSON"),
        json!({
            "type": "object",
            "properties": {
                "perms": {
                    "type": "array",
                    "description": "What is allowed",
                    "minItems": 1,
                    "maxItems": 2,
                    "items": titled,
                    "default": ["read", "run"],
                },
                "days": {
                    "type": "array",
                    "title": "Days",
                    "items": {"type": "string", "enum": ["Monday", "Tuesday"]},
                    "default": [],
                },
                "sorted": {"type": "array", "items": titled},
                "any-order": {"type": "array", "items": titled},
            },
            "required": ["perms", "sorted", "any-order"],
        })
    );
}

#[test]
fn what_was_picked_is_read_in_its_order() {
    assert_eq!(
        Grant::read(&content(good())),
        Ok(Grant {
            perms: vec![Perm::Write, Perm::Read],
            days: Some(vec![Day::Tuesday]),
            sorted: BTreeSet::from([Perm::Read, Perm::Run]),
            hashed: HashSet::new(),
        })
    );
    let mut without_days = content(good());
    without_days.insert("days".to_owned(), Value::Null);
    assert_eq!(Grant::read(&without_days).expect("a grant").days, None);
}

#[test]
fn what_cannot_be_picked_is_told() {
    for (perms, problem) in [
        (json!([]), "must have at least 1 item, not 0"),
        (
            json!(["read", "write", "run"]),
            "must have at most 2 items, not 3",
        ),
        (
            json!(["fly"]),
            "must have only: read, Write (careful) (write), run",
        ),
        (
            json!(["read", "read"]),
            "must have each only once (read is there twice)",
        ),
        (json!("read"), "must be a list"),
        (Value::Null, "is required"),
    ] {
        let mut answer = content(good());
        answer.insert("perms".to_owned(), perms);
        let problems = Grant::read(&answer).expect_err(problem);
        assert_eq!(told(&problems), [(Some("perms"), problem)]);
    }
    // A set does not hide that an option came twice: the bounds count what was picked.
    for (field, name) in [("sorted", "run"), ("any-order", "read")] {
        let mut answer = content(good());
        answer.insert(field.to_owned(), json!([name, name]));
        let problems = Grant::read(&answer).expect_err("picked twice");
        assert_eq!(problems.iter().count(), 1);
    }
}

#[test]
fn a_list_is_a_form_of_its_own() {
    let schema = serde_json::to_value(<Vec<Day> as Ask>::schema()).expect("JSON");
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "answer": {
                    "type": "array",
                    "items": {"type": "string", "enum": ["Monday", "Tuesday"]},
                },
            },
            "required": ["answer"],
        })
    );
    let answer = content(json!({"answer": ["Tuesday", "Monday"]}));
    assert_eq!(
        <Vec<Day> as Ask>::read(&answer),
        Ok(vec![Day::Tuesday, Day::Monday])
    );
    assert_eq!(
        <BTreeSet<Perm> as Ask>::read(&content(json!({"answer": []}))),
        Ok(BTreeSet::new())
    );
}
