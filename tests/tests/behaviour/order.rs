//! What is evaluated before a step in the source is evaluated before it.

use mrtr::{ask, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

fn join(parts: &[String]) -> String {
    parts.join("-")
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Pair {
    left: String,
    right: String,
}

#[mrtr_tool]
async fn operands(log: &Log) -> mrtr::Result<String> {
    let called = join(&[
        log.pass("one", "1".to_owned()),
        ask!(String, "two").accepted()?,
        log.pass("three", "3".to_owned()),
    ]);
    let pair = Pair {
        right: log.pass("right", "r".to_owned()),
        left: ask!(String, "left").accepted()?,
    };
    let mut sum = 1;
    sum += log.pass("four", 4) * ask!(i32, "five").accepted()?;
    Ok(format!("{called} {}{} {sum}", pair.left, pair.right))
}

#[tokio::test]
async fn operands_keep_their_order() {
    let trace = run(operands, json!({}), &[accept("2"), accept("l"), accept(5)]).await;
    assert_eq!(trace.effects, "one|three right|four|");
    assert_eq!(trace.result, "1-2-3 lr 21");
}

#[mrtr_tool]
async fn conditions(log: &Log) -> mrtr::Result<String> {
    let mut path = String::new();
    if log.pass("a", false) && ask!(bool, "never").accepted()? {
        path.push('1');
    }
    if log.pass("b", true) || ask!(bool, "never").accepted()? {
        path.push('2');
    }
    while path.len() < 4 && ask!(bool, "more?").accepted()? {
        path.push('x');
    }
    let mut x = 1;
    let pair = (x, {
        x += 1;
        ask!(i32, "y").accepted()?
    });
    Ok(format!("{path} {pair:?} {x}"))
}

#[tokio::test]
async fn conditions_are_short_and_places_are_read_in_time() {
    let trace = run(
        conditions,
        json!({}),
        &[accept(true), accept(false), accept(9)],
    )
    .await;
    assert_eq!(trace.asked, ["answer: more?", "answer: more?", "pair: y"]);
    assert_eq!(trace.effects, "a b|||");
    assert_eq!(trace.result, "2x (1, 9) 2");
}
