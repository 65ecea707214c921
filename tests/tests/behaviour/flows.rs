//! Flows that call flows: what is asked is the innermost one's, and none of them runs code again.

use std::fmt::Display;

use mrtr::{ask, flow, mrtr_flow, mrtr_tool};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::harness::{Log, Shelf, accept, run};

#[mrtr_flow]
async fn sure(what: &str, log: &Log) -> mrtr::Result<bool> {
    log.note(format!("begin-{what}"));
    let first = ask!(bool, "{what}?").accepted()?;
    log.note(format!("first-{what}"));
    let second = ask!(bool, "Really {what}?").accepted()?;
    Ok(first && second)
}

#[mrtr_tool]
async fn in_a_row(name: String, log: &Log) -> mrtr::Result<String> {
    let count = log.pass("count", 2);
    let delete = flow!(sure(&name, log))?;
    log.note("between");
    let purge = flow!(sure("purge", log))?;
    Ok(format!("{delete} {purge} {count}"))
}

#[tokio::test]
async fn one_flow_is_called_twice() {
    let trace = run(
        in_a_row,
        json!({"name": "delete"}),
        &[accept(true), accept(true), accept(true), accept(false)],
    )
    .await;
    assert_eq!(
        trace.asked,
        [
            "first: delete?",
            "second: Really delete?",
            "first: purge?",
            "second: Really purge?"
        ]
    );
    assert_eq!(
        trace.effects,
        "count begin-delete|first-delete|between begin-purge|first-purge|"
    );
    assert_eq!(trace.result, "true false 2");
}

#[tokio::test]
async fn an_error_of_a_flow_is_its_callers_to_handle() {
    let decline = json!({"action": "decline"});
    let trace = run(in_a_row, json!({"name": "x"}), &[accept(true), decline]).await;
    assert_eq!(trace.effects, "count begin-x|first-x|");
    assert_eq!(
        trace.result,
        "error: the user declined; do not ask again unless the user wants it"
    );
}

#[mrtr_tool]
async fn in_a_loop(names: Vec<String>, log: &Log) -> mrtr::Result<String> {
    let mut kept = Vec::new();
    for name in names {
        if !flow!(sure(&format!("drop-{name}"), log))? {
            kept.push(name);
        }
    }
    Ok(kept.join(" "))
}

#[tokio::test]
async fn a_computed_argument_is_carried() {
    let trace = run(
        in_a_loop,
        json!({"names": ["a", "b"]}),
        &[accept(true), accept(true), accept(false), accept(true)],
    )
    .await;
    assert_eq!(
        trace.effects,
        "begin-drop-a|first-drop-a|begin-drop-b|first-drop-b|"
    );
    assert_eq!(trace.result, "b");
}

/// Asks for the parts of a tree, depth first.
#[mrtr_flow]
async fn parts(path: String, depth: u32, log: &Log) -> mrtr::Result<Vec<String>> {
    let count = ask!(u32, "How many in {path}?").accepted()?;
    log.note(format!("{path}:{count}"));
    let mut found = vec![path.clone()];
    for index in 0..count {
        if depth > 0 {
            let inner = flow!(parts(format!("{path}/{index}"), depth - 1, log))?;
            found.extend(inner);
        }
    }
    Ok(found)
}

#[mrtr_tool]
async fn tree(log: &Log) -> mrtr::Result<String> {
    Ok(flow!(parts("r".into(), 2, log))?.join(" "))
}

#[tokio::test]
async fn a_flow_calls_itself() {
    let answers = [2, 1, 0, 0].map(accept);
    let trace = run(tree, json!({}), &answers).await;
    assert_eq!(trace.effects, "|r:2|r/0:1|r/0/0:0|r/1:0");
    assert_eq!(trace.result, "r r/0 r/0/0 r/1");
}

#[mrtr_flow]
async fn choose<T, E>(options: Vec<T>, fallback: T, kind: impl Display) -> Result<T, E>
where
    T: Serialize + DeserializeOwned + Display + Send + Sync + 'static,
    E: From<mrtr::NotAccepted>,
{
    let kind = kind.to_string();
    let mut options = options;
    options.truncate(9);
    let index = ask!(usize, "Which {kind} of {}?", options.len()).accepted()?;
    Ok(options.into_iter().nth(index).unwrap_or(fallback))
}

#[mrtr_tool]
async fn generic() -> mrtr::Result<String> {
    let number = flow!(choose::<u8, mrtr::Error>(vec![3, 5], 0, "number"))?;
    let name: Result<String, mrtr::NotAccepted> =
        flow!(choose(vec!["a".to_owned()], "none".to_owned(), 'n'));
    Ok(format!("{number} {}", name?))
}

#[tokio::test]
async fn a_flow_may_be_generic() {
    let trace = run(generic, json!({}), &[accept(1), accept(7)]).await;
    assert_eq!(
        trace.asked,
        ["index: Which number of 2?", "index: Which n of 1?"]
    );
    assert_eq!(trace.result, "5 none");
}

impl Log {
    #[mrtr_flow]
    async fn noted(&self, what: &str, times: u8) -> mrtr::Result<u8> {
        let mut total = times;
        let more = ask!(u8, "{what}?").accepted()?;
        total += more;
        self.note(format!("{what}={total}"));
        Ok(total)
    }

    #[mrtr_tool]
    async fn method(&self, what: String) -> mrtr::Result<String> {
        self.note("start");
        let first = flow!(self.noted(&what, 1))?;
        let second = flow!(self.noted("own", first + 1))?;
        let end = ask!(u8, "End?").accepted()?;
        self.note("end");
        Ok(format!("{first} {second} {end}"))
    }

    #[mrtr_tool]
    async fn without_self() -> mrtr::Result<String> {
        let log = Self::default();
        log.note("nobody sees this");
        Ok(ask!(String, "Text?").accepted()?)
    }
}

#[tokio::test]
async fn methods_are_tools_and_flows() {
    let trace = run(
        Log::method,
        json!({"what": "x"}),
        &[accept(1), accept(2), accept(3)],
    )
    .await;
    assert_eq!(trace.effects, "start|x=2|own=5|end");
    assert_eq!(trace.result, "2 5 3");
    let trace = run(Log::without_self, json!({}), &[accept("t")]).await;
    assert_eq!(trace.result, "t");
}

impl<T: Copy + Into<u32> + Send + Sync + 'static> Shelf<T> {
    const LIMIT: u32 = 5;

    #[mrtr_tool]
    async fn put(&self, more: u32) -> mrtr::Result<String> {
        let sure = ask!(bool, "Put {more} to {} of {}?", self.0.into(), Self::LIMIT).accepted()?;
        let total = self.0.into() + more;
        Ok(format!("{} {}", sure, matches!(total, 0..=5)))
    }
}

#[tokio::test]
async fn a_method_of_a_generic_type_is_a_tool() {
    let trace = run(Shelf::<u8>::put, json!({"more": 2}), &[accept(true)]).await;
    assert_eq!(trace.asked, ["sure: Put 2 to 3 of 5?"]);
    assert_eq!(trace.result, "true true");
}

#[mrtr_flow]
async fn twice(n: u32) -> mrtr::Result<u32> {
    Ok(n + ask!(u32, "{n} and?").accepted()?)
}

#[mrtr_flow]
async fn quiet(n: u32) -> u32 {
    n * 10
}

#[mrtr_flow]
async fn tells(log: &Log) {
    let _ = ask!(bool, "Heard?");
    log.note("told");
}

#[mrtr_tool]
async fn positions(log: &Log) -> mrtr::Result<String> {
    flow!(tells(log));
    let sum = log.pass("a", 1) + flow!(twice(log.pass("b", 2)))? + log.pass("c", 3);
    let nested = flow!(twice(flow!(twice(5))? + ask!(u32, "Add?").accepted()?))?;
    let many = match flow!(twice(7)) {
        Ok(n) if n > 100 => flow!(quiet(n)),
        Ok(n) => n,
        Err(_) => 0,
    };
    Ok(format!("{sum} {nested} {many}"))
}

#[tokio::test]
async fn a_call_stands_where_a_step_may() {
    let answers = [
        accept(true),
        accept(10),
        accept(20),
        accept(30),
        accept(40),
        accept(500),
    ];
    let trace = run(positions, json!({}), &answers).await;
    assert_eq!(trace.effects, "|told a b|c||||");
    assert_eq!(trace.result, "16 95 5070");
}

#[mrtr_tool]
async fn lends<'a>(log: &'a Log) -> mrtr::Result<String> {
    let mine: &'a Log = log;
    mine.note("lent");
    let go = ask!(bool, "Go?").accepted()?;
    log.note("gone");
    Ok(go.to_string())
}

#[tokio::test]
async fn what_is_injected_may_name_its_lifetime() {
    let trace = run(lends, json!({}), &[accept(true)]).await;
    assert_eq!(trace.effects, "lent|gone");
}
