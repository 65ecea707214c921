//! A local that gets another value in place of its own.

use std::rc::Rc;

use mrtr::{ask, flow, mrtr_flow, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

/// It cannot be carried.
struct Handle(String);

#[mrtr_tool]
async fn moved_before(name: String, log: &Log) -> mrtr::Result<String> {
    let mut text = name + "!";
    let mut handle = Handle("first".to_owned());
    log.note(format!("{} {text}", handle.0));
    drop(text);
    let go = ask!(u32, "Go?").accepted()?;
    text = format!("{go}?");
    handle = Handle("second".to_owned());
    log.note(format!("{} {text}", handle.0));
    let end = ask!(bool, "{text}").accepted()?;
    Ok(format!("{text} {end}"))
}

#[tokio::test]
async fn a_local_that_is_replaced_behind_the_step_may_be_moved_before() {
    let trace = run(
        moved_before,
        json!({"name": "a"}),
        &[accept(3), accept(true)],
    )
    .await;
    assert_eq!(trace.asked, ["go: Go?", "end: 3?"]);
    assert_eq!(trace.effects, "first a!|second 3?|");
    assert_eq!(trace.result, "3? true");
}

#[mrtr_tool]
async fn pages(mut page: String, log: &Log) -> mrtr::Result<String> {
    let mut seen = Vec::new();
    loop {
        seen.push(page);
        match ask!(u8, "Which way, from {}?", seen.len()).accepted()? {
            0 => break,
            1 => page = log.pass("next", format!("page {}", seen.len())),
            2 => {
                log.note("home");
                page = "home".into();
            }
            way => {
                if way == 9 {
                    return Err(mrtr::Error::msg("nowhere"));
                }
                page = way.to_string();
            }
        }
    }
    Ok(seen.join(", "))
}

#[tokio::test]
async fn a_loop_moves_what_it_replaces_in_each_turn() {
    let answers = [1, 2, 7, 0].map(accept);
    let trace = run(pages, json!({"page": "start"}), &answers).await;
    assert_eq!(trace.effects, "|next|home||");
    assert_eq!(trace.result, "start, page 1, home, 7");
    let trace = run(pages, json!({"page": "start"}), &[1, 9].map(accept)).await;
    assert_eq!(trace.result, "error: nowhere");
}

#[mrtr_tool]
async fn kept_on_one_way(log: &Log) -> mrtr::Result<String> {
    let mut text = "old".to_owned();
    let first = ask!(bool, "First?").accepted()?;
    if first {
        text = String::from("new");
    }
    let second = ask!(bool, "{text}: second?").accepted()?;
    if second {
        log.note("both");
        text = String::from("newer");
    } else {
        text.push('!');
    }
    let third = ask!(bool, "{text}: third?").accepted()?;
    Ok(format!("{text} {third}"))
}

#[tokio::test]
async fn a_value_that_may_be_kept_travels() {
    let trace = run(
        kept_on_one_way,
        json!({}),
        &[false, false, true].map(accept),
    )
    .await;
    assert_eq!(
        trace.asked,
        [
            "first: First?",
            "second: old: second?",
            "third: old!: third?"
        ]
    );
    let trace = run(kept_on_one_way, json!({}), &[true, true, true].map(accept)).await;
    assert_eq!(trace.result, "newer true");
}

#[mrtr_tool]
async fn replaced_on_some_ways(start: String, log: &Log) -> mrtr::Result<String> {
    let mut last = start;
    let steps = 'outer: {
        for turn in 0..3 {
            log.note(last);
            let next = ask!(String, "Next?").accepted()?;
            if next == "end" {
                last = "at the end".to_owned();
                log.note(last.as_str());
                break 'outer turn;
            }
            if next.is_empty() {
                last = "nothing".into();
                break 'outer turn;
            }
            last = next;
        }
        last = "too long".into();
        9
    };
    Ok(format!("{last} {steps}"))
}

#[tokio::test]
async fn a_value_is_replaced_on_the_way_that_was_taken() {
    let answers = ["a", "end"].map(accept);
    let trace = run(replaced_on_some_ways, json!({"start": "s"}), &answers).await;
    assert_eq!(trace.effects, "s|a|at the end");
    assert_eq!(trace.result, "at the end 1");
    let trace = run(replaced_on_some_ways, json!({"start": "s"}), &[accept("")]).await;
    assert_eq!(trace.result, "nothing 0");
    let answers = ["a", "b", "c"].map(accept);
    let trace = run(replaced_on_some_ways, json!({"start": "s"}), &answers).await;
    assert_eq!(trace.result, "too long 9");
}

/// What a question's text assigns, what a branch looks at where it ends, and a constant in parts.
#[allow(clippy::used_underscore_binding)] // `_1` could be a constant's name
#[mrtr_tool]
async fn here_and_there(log: &Log) -> mrtr::Result<String> {
    const DEFAULT: Pair = Pair {
        left: String::new(),
        right: String::new(),
    };
    let default = DEFAULT;
    log.note(default.left);
    let mut label = "old".to_owned();
    log.note(label.as_str());
    let go = ask!(u64, "Go?").accepted()?;
    let more = ask!(bool, {
        label = format!("{go}?");
        &label
    })
    .accepted()?;
    let mut kept = "kept".to_owned();
    let Some(number) = (if more {
        kept = String::from("new");
        Some(1)
    } else {
        None
    }) else {
        return Ok(kept);
    };
    kept = format!("{kept} {number}{}", default.right);
    let mut _1 = 5_u64;
    let before = _1;
    _1 += go;
    let end = ask!(bool, "{kept}").accepted()?;
    Ok(format!("{label} {kept} {before} {_1} {end}"))
}

#[tokio::test]
async fn a_value_is_what_it_was_where_it_is_looked_at() {
    let answers = [accept(3), accept(true), accept(true)];
    let trace = run(here_and_there, json!({}), &answers).await;
    assert_eq!(trace.asked, ["go: Go?", "more: 3?", "end: new 1"]);
    assert_eq!(trace.result, "3? new 1 5 8 true");
    let trace = run(here_and_there, json!({}), &[accept(3), accept(false)]).await;
    assert_eq!(trace.result, "kept");
}

#[mrtr_flow]
async fn pick(from: &[String], log: &Log) -> mrtr::Result<String> {
    log.note(from.len().to_string());
    let at = ask!(usize, "Which of {}?", from.join(", ")).accepted()?;
    Ok(from.get(at).cloned().unwrap_or_default())
}

/// Code that is not there, a value that is given on one way, and a slice for another flow.
#[mrtr_tool]
async fn partly_there(names: Vec<String>, log: &Log) -> mrtr::Result<String> {
    #[cfg(any())]
    let absent = 5_u8;
    let mut last = "first".to_owned();
    loop {
        log.note(last);
        let next = ask!(u8, "Next?").accepted()?;
        #[cfg(any())]
        log.note(absent.to_string());
        if next > 0 {
            #[cfg(any())]
            return Ok(String::new());
            if next == 1 {
                last = "left".to_owned();
                break;
            }
            last = "more".to_owned();
        } else {
            last = "none".to_owned();
        }
    }
    let picked = flow!(pick(&names[1..], log))?;
    let lock;
    let number = if picked.is_empty() {
        lock = std::sync::Mutex::new(3);
        return Ok(lock.lock().map_or(0, |number| *number).to_string());
    } else {
        ask!(u32, "How many?").accepted()?
    };
    Ok(format!("{last} {picked} {number}"))
}

#[tokio::test]
async fn what_is_not_there_is_not_looked_at() {
    let arguments = json!({"names": ["a", "b", "c"]});
    let answers = [accept(0), accept(2), accept(1), accept(1), accept(9)];
    let trace = run(partly_there, arguments.clone(), &answers).await;
    assert_eq!(trace.effects, "first|none|more|2||");
    assert_eq!(trace.asked[3], "at: Which of b, c?");
    assert_eq!(trace.result, "left c 9");
    let trace = run(partly_there, arguments, &[accept(1), accept(7)]).await;
    assert_eq!(trace.result, "3");
}

/// The first value alone, or the second alone, says which type the local has.
#[allow(clippy::default_trait_access)] // its type is told elsewhere
#[mrtr_tool]
async fn typed_elsewhere() -> mrtr::Result<String> {
    let mut first = Some(7_u8);
    let mut second = None;
    let mut third = Default::default();
    let (mut fourth, fifth) = (200_u8, 1);
    let shown = format!("{first:?} {second:?} {third:?} {fourth}");
    let go = ask!(u32, "{shown}?").accepted()?;
    first = "9".parse().ok();
    second = Some(go);
    third = vec![go];
    fourth = 255;
    let end = ask!(bool, "{}?", fourth.wrapping_add(fifth)).accepted()?;
    Ok(format!("{first:?} {second:?} {third:?} {fourth} {end}"))
}

#[tokio::test]
async fn both_values_have_one_type() {
    let trace = run(typed_elsewhere, json!({}), &[accept(3), accept(true)]).await;
    assert_eq!(trace.asked, ["go: Some(7) None [] 200?", "end: 0?"]);
    assert_eq!(trace.result, "Some(9) Some(3) [3] 255 true");
}

/// What a pattern, an arm, or a parameter declares is replaced too.
#[mrtr_flow]
async fn declared(mut names: Vec<String>, start: Option<u64>, log: &Log) -> mrtr::Result<String> {
    log.note(names.join("-"));
    let Some(mut number) = start else {
        return Ok("none".to_owned());
    };
    match (Rc::new(number), number) {
        (shared, mut copy) if *shared > 1 => {
            log.note(format!("{copy}"));
            let go = ask!(u64, "Arm?").accepted()?;
            copy = go + 1;
            number = copy;
        }
        _ => {
            let go = ask!(u64, "Other?").accepted()?;
            number = go;
        }
    }
    names = vec![number.to_string()];
    if let Some(mut last) = names.pop() {
        log.note(last);
        last = ask!(String, "Last?").accepted()?;
        names.push(last);
    }
    Ok(names.join("+"))
}

#[mrtr_tool]
async fn declares(start: Option<u64>, log: &Log) -> mrtr::Result<String> {
    let names = vec!["a".to_owned(), "b".to_owned()];
    flow!(declared(names, start, log))
}

#[tokio::test]
async fn whatever_declared_it() {
    let trace = run(declares, json!({"start": 5}), &[accept(8), accept("z")]).await;
    assert_eq!(trace.effects, "a-b 5|9|");
    assert_eq!(trace.result, "z");
    let trace = run(declares, json!({"start": 1}), &[accept(8), accept("z")]).await;
    assert_eq!(trace.effects, "a-b|8|");
}

struct Pair {
    left: String,
    right: String,
}

/// Parts of the old value, and the new one.
#[mrtr_tool]
async fn parted(log: &Log) -> mrtr::Result<String> {
    let mut pair = Pair {
        left: "l".to_owned(),
        right: "r".to_owned(),
    };
    let go = ask!(u64, "Go?").accepted()?;
    log.note(&*pair.left);
    pair.left = format!("{go}");
    let end = ask!(bool, "{}?", pair.left).accepted()?;
    Ok(format!("{}{} {end}", pair.left, pair.right))
}

#[tokio::test]
async fn a_part_is_replaced() {
    let trace = run(parted, json!({}), &[accept(8), accept(true)]).await;
    assert_eq!(trace.effects, "|l|");
    assert_eq!(trace.result, "8r true");
}

/// A `mut` that is needed behind the step only is no warning before it.
#[deny(warnings)]
#[mrtr_tool]
async fn changed_behind(number: Option<u64>) -> mrtr::Result<String> {
    let mut all = Vec::new();
    if let Some(mut first) = number {
        first += ask!(u64, "More than {first}?").accepted()?;
        all.push(first);
    }
    match number {
        Some(mut second) if second > 0 => {
            second += ask!(u64, "Again?").accepted()?;
            all.push(second);
        }
        _ => {}
    }
    let Some(mut third) = number else {
        return Ok("none".to_owned());
    };
    third += ask!(u64, "A third?").accepted()?;
    all.push(third);
    for mut fourth in [third] {
        fourth += ask!(u64, "A fourth?").accepted()?;
        all.push(fourth);
    }
    let mut left = all.clone();
    while let Some(mut fifth) = left.pop() {
        fifth += ask!(u64, "A fifth?").accepted()?;
        all.push(fifth);
        left.truncate(1);
    }
    let (mut sixth, _) = (number, 0);
    let go = ask!(u64, "At last?").accepted()?;
    sixth = sixth.map(|sixth| sixth + go);
    let Some(mut seventh) = sixth else {
        let more = ask!(u64, "None?").accepted()?;
        return Ok(more.to_string());
    };
    let end = ask!(u64, "End?").accepted()?;
    seventh += end;
    Ok(format!("{all:?} {sixth:?} {seventh}"))
}

#[tokio::test]
async fn what_a_pattern_declares_is_changed_behind_a_step() {
    let answers = [3, 5, 7, 9, 11, 13, 15, 17].map(accept);
    let trace = run(changed_behind, json!({"number": 1}), &answers).await;
    assert_eq!(trace.result, "[4, 6, 8, 17, 28, 17] Some(16) 33");
}
