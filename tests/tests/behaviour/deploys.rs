//! Builds of one tool while a flow is in progress: what may go on, and what is refused.

use serde_json::json;

use crate::harness::{accept, roll};

macro_rules! build {
    ($name:ident($log:ident) { $($body:tt)* }) => {
        mod $name {
            use mrtr::{ask, mrtr_tool};

            use crate::harness::Log;

            #[mrtr_tool]
            pub(super) async fn ship($log: &Log) -> mrtr::Result<String> {
                $($body)*
            }
        }
    };
}

build!(first(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("build");
    let sure = ask!(bool, "Ship {label}?").accepted()?;
    Ok(format!("{plan} {label} {sure}"))
});

// Before the first step: another effect, another step. Its text: better.
build!(more_before(log) {
    let early = ask!(u8, "How early?").accepted()?;
    let plan = log.pass("plan", format!("p{}", early + 1));
    let label = ask!(String, "Which label shall it have?").accepted()?;
    log.note("build");
    let sure = ask!(bool, "Ship {label}?").accepted()?;
    Ok(format!("{plan} {label} {sure}"))
});

// Between the steps.
build!(other_between(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("test");
    log.note("build");
    let sure = ask!(bool, "Ship {label}?").accepted()?;
    Ok(format!("{plan} {label} {sure}"))
});

// Behind both.
build!(other_end(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("build");
    let sure = ask!(bool, "Ship {label}?").accepted()?;
    Ok(format!("{plan}-{label}-{sure}"))
});

// The two questions in the other order.
build!(swapped(log) {
    let plan = log.pass("plan", String::from("p1"));
    let sure = ask!(bool, "Ship?").accepted()?;
    log.note("build");
    let label = ask!(String, "Which label?").accepted()?;
    Ok(format!("{plan} {label} {sure}"))
});

const ANSWERS: fn() -> [serde_json::Value; 2] = || [accept("v1"), accept(true)];

#[tokio::test]
async fn a_flow_goes_on_over_an_edit_before_its_point() {
    let builds = [first::ship(), more_before::ship(), first::ship()];
    let trace = roll(&builds, json!({}), &ANSWERS()).await;
    assert_eq!(trace.effects, "plan|build|");
    assert_eq!(trace.result, "p1 v1 true");

    // And back: a round that began with the new build goes on with the old one.
    let builds = [more_before::ship(), more_before::ship(), first::ship()];
    let answers = [accept(6), accept("v1"), accept(true)];
    let trace = roll(&builds, json!({}), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "early: How early?",
            "label: Which label shall it have?",
            "sure: Ship v1?"
        ]
    );
    assert_eq!(trace.result, "p7 v1 true");
}

#[tokio::test]
async fn a_flow_goes_on_over_an_edit_that_it_is_past() {
    let builds = [first::ship(), first::ship(), other_between::ship()];
    assert_eq!(
        roll(&builds, json!({}), &ANSWERS()).await.result,
        "p1 v1 true"
    );
}

#[tokio::test]
async fn an_edit_of_what_is_still_to_come_is_refused() {
    for edited in [other_between::ship(), other_end::ship(), swapped::ship()] {
        for builds in [[first::ship(), edited], [edited, first::ship()]] {
            let trace = roll(&builds, json!({}), &ANSWERS()).await;
            assert!(
                trace.result.contains("invalid_request_state"),
                "{}",
                trace.result
            );
            assert_eq!(trace.effects, "plan|", "no code of the flow runs");
        }
    }
}
