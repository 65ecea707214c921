//! What travels, and what is dropped at a step.

use std::rc::Rc;

use mrtr::{ask, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

/// Notes when it is dropped. It cannot be saved.
struct Noisy<'a>(&'a Log, &'static str);

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.0.note(format!("drop-{}", self.1));
    }
}

#[mrtr_tool]
async fn drops(log: &Log) -> mrtr::Result<String> {
    let first = Noisy(log, "first");
    let _second = first.1.len();
    log.note("work");
    let shared = Rc::new(5);
    let number = *shared + 1;
    let go = ask!(bool, "Go?").accepted()?;
    log.note("go on");
    Ok(format!("{go} {number}"))
}

#[tokio::test]
async fn what_is_not_needed_is_dropped_at_the_step_once() {
    let trace = run(drops, json!({}), &[accept(true)]).await;
    assert_eq!(trace.effects, "work drop-first|go on");
    assert_eq!(trace.result, "true 6");
}

#[mrtr_tool]
async fn remembers(mut count: u32, name: String, log: &Log) -> mrtr::Result<String> {
    count += 1;
    let id = log.pass("id", 17);
    let label = "label";
    let view = &name;
    let first = ask!(u32, "{id}?").accepted()?;
    count += first;
    let second = ask!(u32, "{label} {count}?").accepted()?;
    Ok(format!("{view} {id} {count} {second} {label}"))
}

#[tokio::test]
async fn a_value_is_computed_once_and_stays_what_it_was() {
    let trace = run(
        remembers,
        json!({"count": 1, "name": "x"}),
        &[accept(10), accept(20)],
    )
    .await;
    assert_eq!(trace.asked, ["first: 17?", "second: label 12?"]);
    assert_eq!(trace.effects, "id||");
    assert_eq!(trace.result, "x 17 12 20 label");
}

#[mrtr_tool]
async fn hides(log: &Log) -> mrtr::Result<String> {
    let x = String::from("outer");
    let inner = {
        let x = x.len();
        let more = ask!(u32, "{x}?").accepted()?;
        {
            let x = more * 2;
            log.note(format!("{x}"));
        }
        x
    };
    let x = format!("{x}-{inner}");
    let end = ask!(bool, "{x}?").accepted()?;
    Ok(format!("{x} {end}"))
}

#[tokio::test]
async fn names_that_hide_each_other_stay_apart() {
    let trace = run(hides, json!({}), &[accept(4), accept(true)]).await;
    assert_eq!(trace.asked, ["more: 5?", "end: outer-5?"]);
    assert_eq!(trace.effects, "|8|");
    assert_eq!(trace.result, "outer-5 true");
}

struct Plan {
    steps: Vec<String>,
}

/// Borrows of what is carried are made again, of items and slices too. Nothing of them travels.
#[mrtr_tool]
async fn borrows(names: Vec<String>, log: &Log) -> mrtr::Result<String> {
    let plan = Plan {
        steps: vec![names.concat(), "end".to_owned()],
    };
    let at = names.len() - 1;
    let first = &names[0];
    let last = &names[at];
    let rest = &names[1..];
    let first_step = &plan.steps[0];
    let head = &first_step[..1];
    let boxed = Box::new((at, "boxed".to_owned()));
    let inside = &*boxed;
    let second = &rest[at - 1];
    log.note(format!("{first} {last} {rest:?}"));
    let go = ask!(bool, "{head} {second}?").accepted()?;
    Ok(format!("{first_step} {head} {inside:?} {second} {go}"))
}

#[tokio::test]
async fn borrows_of_items_and_slices_are_made_again() {
    let trace = run(borrows, json!({"names": ["a", "b", "c"]}), &[accept(true)]).await;
    assert_eq!(trace.asked, ["go: a c?"]);
    assert_eq!(trace.effects, "a c [\"b\", \"c\"]|");
    assert_eq!(trace.result, "abc a (2, \"boxed\") c true");
}

/// A local may have the name of the tool.
#[mrtr_tool]
async fn same_name() -> mrtr::Result<String> {
    let same_name = ask!(String, "Name?").accepted()?;
    let again = ask!(bool, "{same_name}?").accepted()?;
    Ok(format!("{same_name} {again}"))
}

#[tokio::test]
async fn a_local_may_be_named_like_its_tool() {
    let trace = run(same_name, json!({}), &[accept("a"), accept(false)]).await;
    assert_eq!(trace.result, "a false");
}

const KINDS: [(&str, u32); 2] = [("small", 1), ("large", 20)];

/// Text of the program travels as text, and is text of the program again.
#[mrtr_tool]
async fn program_text(many: bool, log: &Log) -> mrtr::Result<&'static str> {
    let size = if many { "many" } else { "one" };
    let mut seen: Vec<(&'static str, Option<&'static str>)> = Vec::new();
    for environment in ["test", "prod"] {
        let kind: &'static str = match ask!(u32, "How large is {environment}?").accepted()? {
            1 => "small",
            _ => "large",
        };
        seen.push((environment, (kind == "large").then_some(kind)));
    }
    let (named, weight) = KINDS[usize::from(many)];
    let raw: &'static [u8] = if many { b"raw" } else { b"" };
    let path = std::path::Path::new(if many { "a/b" } else { "a" });
    let go = ask!(bool, "{size}, {named}?").accepted()?;
    log.note(format!("{seen:?} {weight} {raw:?} {}", path.display()));
    Ok(if go { size } else { named })
}

#[tokio::test]
async fn text_of_the_program_is_carried() {
    let answers = [accept(1), accept(9), accept(true)];
    let trace = run(program_text, json!({"many": true}), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "kind: How large is test?",
            "kind: How large is prod?",
            "go: many, large?"
        ]
    );
    assert_eq!(
        trace.effects,
        "|||[(\"test\", None), (\"prod\", Some(\"large\"))] 20 [114, 97, 119] a/b"
    );
    assert_eq!(trace.result, "many");
}
