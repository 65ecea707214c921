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

fn letter(text: &str, at: usize) -> Option<char> {
    text.chars().nth(at)
}

fn between(before: u32, answer: u32, after: u32) -> u32 {
    before * 100 + answer * 10 + after
}

#[mrtr_tool]
async fn positions(log: &Log) -> mrtr::Result<String> {
    let sum = {
        let left = ask!(u32, "left").accepted()?;
        left * 10
    } + ask!(u32, "right").accepted()?;
    let called = between(
        log.pass("before", 1),
        ask!(u32, "argument").accepted()?,
        log.pass("after", 3),
    );
    let numbers = [log.pass("zero", 7), log.pass("one", 8)];
    let number = numbers[ask!(usize, "index").accepted()?];
    let Some(letter) = letter("abc", ask!(usize, "nth").accepted()?) else {
        return Ok(log.pass("none", "no letter".to_owned()));
    };
    let mut letters = String::new();
    for letter in ask!(String, "letters").accepted()?.chars().rev() {
        letters.push(letter);
    }
    let broken = 'out: loop {
        log.note("loop");
        break 'out ask!(u32, "break").accepted()?;
    };
    let pair = [ask!(u32, "pair").accepted()?; 2];
    let kind = match ask!(u32, "kind").accepted()? {
        n if n > 3 => "many",
        _ => "few",
    };
    Ok(format!(
        "{sum} {called} {number} {letter} {letters} {broken} {kind} {pair:?}"
    ))
}

#[tokio::test]
async fn steps_stand_wherever_a_value_may() {
    let answers = [
        accept(1),
        accept(2),
        accept(2),
        accept(1),
        accept(2),
        accept("xyz"),
        accept(4),
        accept(6),
        accept(5),
    ];
    let trace = run(positions, json!({}), &answers).await;
    assert_eq!(trace.effects, "||before|after zero one|||loop|||");
    assert_eq!(trace.result, "12 123 8 c zyx 4 many [6, 6]");

    let trace = run(
        positions,
        json!({}),
        &[accept(1), accept(2), accept(2), accept(1), accept(9)],
    )
    .await;
    assert_eq!(trace.result, "no letter");
}
