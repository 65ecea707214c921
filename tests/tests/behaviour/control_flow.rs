//! Branches, loops and ways out.

use std::collections::BTreeMap;

use mrtr::{Answer, ask, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

#[mrtr_tool]
async fn branches(kind: u32, log: &Log) -> mrtr::Result<String> {
    let why = match kind {
        0 => return Ok("nothing".into()),
        1 => log.pass("short", "one".to_owned()),
        n if n > 5 => match ask!(String, "{n}: why?") {
            Answer::Accept(text) if text.is_empty() => "no reason".to_owned(),
            Answer::Accept(text) => text,
            Answer::Decline => return Ok("declined".into()),
            Answer::Cancel => "cancelled".to_owned(),
        },
        _ => if ask!(bool, "Many?").accepted()? {
            "many"
        } else {
            "few"
        }
        .to_owned(),
    };
    log.note("end");
    Ok(why)
}

#[tokio::test]
async fn each_branch_goes_its_way() {
    let cases = [
        (0, vec![], "nothing", ""),
        (1, vec![], "one", "short end"),
        (2, vec![accept(true)], "many", "|end"),
        (2, vec![accept(false)], "few", "|end"),
        (9, vec![accept("")], "no reason", "|end"),
        (9, vec![accept("so")], "so", "|end"),
        (9, vec![json!({"action": "decline"})], "declined", "|"),
        (9, vec![json!({"action": "cancel"})], "cancelled", "|end"),
    ];
    for (kind, answers, result, effects) in cases {
        let trace = run(branches, json!({"kind": kind}), &answers).await;
        assert_eq!(
            (trace.result.as_str(), trace.effects.as_str()),
            (result, effects),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn a_decline_that_nobody_handles_ends_the_tool_with_its_reason() {
    let trace = run(
        branches,
        json!({"kind": 3}),
        &[json!({"action": "decline"})],
    )
    .await;
    assert!(
        trace.result.starts_with("error: the user declined"),
        "{}",
        trace.result
    );
    let trace = run(branches, json!({"kind": 3}), &[json!({"action": "cancel"})]).await;
    assert!(
        trace.result.starts_with("error: the user cancelled"),
        "{}",
        trace.result
    );
}

#[mrtr_tool]
async fn loops(names: Vec<String>, log: &Log) -> mrtr::Result<String> {
    let mut kept = Vec::new();
    'names: for name in names.clone() {
        if name.starts_with('_') {
            continue;
        }
        for letter in name.chars() {
            if letter == '!' && ask!(bool, "Stop at {name}?").accepted()? {
                break 'names;
            }
        }
        let times = loop {
            let times = ask!(u32, "How often {name}?").accepted()?;
            if times < 3 {
                break times;
            }
            log.note("too-often");
        };
        kept.push(format!("{name}{times}"));
    }
    Ok(kept.join(","))
}

#[tokio::test]
async fn loops_go_on_where_they_were() {
    let names = json!({"names": ["a", "_b", "c!", "d"]});
    let answers = [accept(7), accept(1), accept(false), accept(2), accept(0)];
    let trace = run(loops, names.clone(), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "times: How often a?",
            "times: How often a?",
            "answer: Stop at c!?",
            "times: How often c!?",
            "times: How often d?",
        ]
    );
    assert_eq!(trace.effects, "|too-often||||");
    assert_eq!(trace.result, "a1,c!2,d0");

    let trace = run(loops, names, &[accept(1), accept(true)]).await;
    assert_eq!(trace.result, "a1");
}

#[mrtr_tool]
async fn borrows(log: &Log) -> mrtr::Result<String> {
    let prices = BTreeMap::from([
        ("a".to_owned(), 1),
        ("b".to_owned(), 2),
        ("c".to_owned(), 3),
    ]);
    let mut sum = 0;
    for (name, price) in &prices {
        let take = ask!(bool, "Take {name}?").accepted()?;
        log.note(name.as_str());
        if take {
            sum += price;
        }
    }
    for step in 1..=2 {
        sum += step * ask!(i32, "Factor {step}?").accepted()?;
    }
    Ok(format!("{sum} of {}", prices.len()))
}

#[tokio::test]
async fn a_borrowed_collection_is_borrowed_again() {
    let answers = [
        accept(true),
        accept(false),
        accept(true),
        accept(10),
        accept(100),
    ];
    let trace = run(borrows, json!({}), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "take: Take a?",
            "take: Take b?",
            "take: Take c?",
            "answer: Factor 1?",
            "answer: Factor 2?"
        ]
    );
    assert_eq!(trace.effects, "|a|b|c||");
    assert_eq!(trace.result, "214 of 3");
}

#[mrtr_tool]
async fn endless() -> mrtr::Result<String> {
    for number in 0_u64.. {
        if ask!(bool, "{number}?").accepted()? {
            return Ok(number.to_string());
        }
    }
    Ok("the end".into())
}

#[tokio::test]
async fn a_loop_without_an_end_asks_nobody() {
    let trace = run(endless, json!({}), &[]).await;
    assert!(trace.result.contains("-32603"), "{}", trace.result);
    assert_eq!(trace.asked, [""; 0]);
}

#[mrtr_tool]
async fn rooms(log: &Log) -> mrtr::Result<String> {
    let Some(first) = log.pass("first", Some(3)).filter(|n| *n > 5) else {
        let sure = ask!(bool, "Sure?").accepted()?;
        return Ok(format!("small {sure}"));
    };
    Ok(first.to_string())
}

#[mrtr_tool]
async fn late(home: bool) -> mrtr::Result<String> {
    let city;
    if home {
        city = "here".to_owned();
    } else {
        city = ask!(String, "Which city?").accepted()?;
    }
    let sure = ask!(bool, "{city}?").accepted()?;
    let picked = 'pick: {
        if sure {
            break 'pick city;
        }
        ask!(String, "Which then?").accepted()?
    };
    Ok(picked)
}

#[tokio::test]
async fn other_ways_in_and_out() {
    assert_eq!(
        run(rooms, json!({}), &[accept(true)]).await.result,
        "small true"
    );
    assert_eq!(
        run(late, json!({"home": true}), &[accept(true)])
            .await
            .result,
        "here"
    );
    let answers = [accept("there"), accept(false), accept("nowhere")];
    let trace = run(late, json!({"home": false}), &answers).await;
    assert_eq!(
        trace.asked,
        ["city: Which city?", "sure: there?", "picked: Which then?"]
    );
    assert_eq!(trace.result, "nowhere");
}

/// Loops over borrows in another way than element by element. What they bind is not carried.
#[mrtr_tool]
async fn listed(text: String, mut tags: Vec<String>, log: &Log) -> mrtr::Result<String> {
    for (at, line) in text.lines().enumerate() {
        let mut words = 0;
        for word in line.split(' ').rev().take(2) {
            if ask!(bool, "{at} {word}?").accepted()? {
                words += 1;
            }
            log.note(word);
        }
        tags.push(format!("{line}:{words}"));
    }
    let ages = BTreeMap::from([
        ("a".to_owned(), 1),
        ("b".to_owned(), 2),
        ("c".to_owned(), 3),
    ]);
    for ((index, pair), age) in tags.chunks(2).enumerate().zip(ages.values()) {
        let go = ask!(bool, "{index} {} {age}", pair.join("+")).accepted()?;
        log.note(format!("{} {go}", pair.len()));
    }
    for ((tag, (name, age)), n) in tags.iter().rev().zip(&ages).skip(1).zip(7_u8..) {
        if ask!(u8, "{tag} {name} {age} {n}").accepted()? == 0 {
            break;
        }
        log.note(tag);
    }
    Ok(tags.len().to_string())
}

#[tokio::test]
async fn loops_over_borrows_go_on_where_they_were() {
    let answers = [true, false, true, true, true].map(accept);
    let answers = [&answers[..], &[accept(5), accept(0)]].concat();
    let trace = run(listed, json!({"text": "x y z\nu", "tags": ["t"]}), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "answer: 0 z?",
            "answer: 0 y?",
            "answer: 1 u?",
            "go: 0 t+x y z:1 1",
            "go: 1 u:1 2",
            "answer: x y z:1 b 2 7",
            "answer: t c 3 8",
        ]
    );
    assert_eq!(trace.effects, "|z|y|u|2 true|1 true|x y z:1|");
    assert_eq!(trace.result, "3");
}
