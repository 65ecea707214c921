//! Fields of locals: where only they are needed behind a step, they alone travel.

use mrtr::{Answer, Form, ask, flow, mrtr_flow, mrtr_tool};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::harness::{Log, accept, run};

/// A form cannot be saved by itself.
#[derive(Form)]
struct Approval {
    approved: bool,
    label: String,
    count: u32,
}

/// Neither can this one, nor may it be copied.
struct Plan {
    name: String,
    steps: Vec<String>,
    inner: Inner,
    connection: std::rc::Rc<u8>,
}

#[derive(Serialize, Deserialize)]
struct Inner {
    total: u32,
    rest: (u8, String),
}

impl Plan {
    fn new() -> Self {
        Self {
            name: "plan".into(),
            steps: vec!["one".into(), "two".into()],
            inner: Inner {
                total: 5,
                rest: (7, "rest".into()),
            },
            connection: std::rc::Rc::new(1),
        }
    }
}

#[mrtr_tool]
async fn of_a_form(log: &Log) -> mrtr::Result<String> {
    let mut approval = match ask!(Approval, "Go?") {
        Answer::Accept(a) if a.approved => a,
        _ => return Ok("no".into()),
    };
    let sure = ask!(bool, "Ship {}?", approval.label).accepted()?;
    approval.count += 1;
    log.note(format!("{}-{}", approval.label, approval.count));
    if sure {
        approval.label.push('!');
        let really = ask!(bool, "Really?").accepted()?;
        log.note(format!("{really}"));
    }
    let label = approval.label;
    Ok(format!("{label} {}", approval.count))
}

#[tokio::test]
async fn a_form_needs_no_serde() {
    let form =
        json!({"action": "accept", "content": {"approved": true, "label": "v1", "count": 3}});
    let trace = run(
        of_a_form,
        json!({}),
        &[form.clone(), accept(true), accept(true)],
    )
    .await;
    assert_eq!(
        trace.asked,
        ["approval: Go?", "sure: Ship v1?", "really: Really?"]
    );
    assert_eq!(trace.effects, "||v1-4|true");
    assert_eq!(trace.result, "v1! 4");
    let trace = run(of_a_form, json!({}), &[form, accept(false)]).await;
    assert_eq!(trace.result, "v1 4");
}

#[mrtr_tool]
async fn of_a_plan(log: &Log) -> mrtr::Result<String> {
    let plan = Plan::new();
    log.note(format!("{}", plan.connection));
    let connection = plan.connection;
    drop(connection);
    let mut seen = 0;
    for step in &plan.steps {
        if ask!(bool, "{} {step}?", plan.name).accepted()? {
            seen += plan.inner.rest.0;
            continue;
        }
        log.note(step);
    }
    let spread = format!("{:?} {}", plan.steps, plan.inner.rest.1);
    Ok(format!("{spread} {seen}"))
}

#[tokio::test]
async fn a_local_that_was_moved_in_part() {
    let trace = run(of_a_plan, json!({}), &[accept(true), accept(false)]).await;
    assert_eq!(trace.asked, ["answer: plan one?", "answer: plan two?"]);
    assert_eq!(trace.result, "[\"one\", \"two\"] rest 7");
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Target {
    url: String,
    count: u32,
    tags: Vec<String>,
}

fn open(url: String, log: &Log) {
    log.note(url);
}

#[mrtr_tool]
async fn of_an_argument(target: Target, log: &Log) -> mrtr::Result<String> {
    open(target.url, log);
    let go = if target.count > 1 {
        ask!(bool, "All {}?", target.count).accepted()?
    } else {
        true
    };
    log.note(target.tags.join("+"));
    let more = ask!(u32, "More?").accepted()?;
    Ok(format!("{go} {}", target.count + more))
}

#[tokio::test]
async fn an_argument_that_was_moved_in_part() {
    let arguments = json!({"target": {"url": "u", "count": 2, "tags": ["a", "b"]}});
    let trace = run(of_an_argument, arguments, &[accept(true), accept(5)]).await;
    assert_eq!(trace.effects, "u|a+b|");
    assert_eq!(trace.result, "true 7");
    let arguments = json!({"target": {"url": "u", "count": 1, "tags": []}});
    let trace = run(of_an_argument, arguments, &[accept(5)]).await;
    assert_eq!(trace.effects, "u |");
    assert_eq!(trace.result, "true 6");
}

#[mrtr_flow]
async fn confirm(what: &str, count: u32) -> mrtr::Result<u32> {
    Ok(count + ask!(u32, "{what}?").accepted()?)
}

#[mrtr_tool]
async fn for_a_flow() -> mrtr::Result<String> {
    let plan = Plan::new();
    let mut pair = (1, Plan::new());
    pair.0 += flow!(confirm(&plan.name, pair.0))?;
    let total = flow!(confirm(&format!("{}", pair.0), plan.inner.total))?;
    (pair.0) += 1;
    Ok(format!("{total} {} {}", pair.0, plan.name))
}

#[tokio::test]
async fn parts_are_lent_to_flows() {
    let trace = run(for_a_flow, json!({}), &[accept(10), accept(20)]).await;
    assert_eq!(trace.asked, ["answer: plan?", "answer: 12?"]);
    assert_eq!(trace.result, "25 13 plan");
}
