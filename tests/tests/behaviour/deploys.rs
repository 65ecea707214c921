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

macro_rules! tagged_build {
    ($options:tt $name:ident($log:ident) { $($body:tt)* }) => {
        mod $name {
            use mrtr::{ask, flow, mrtr_flow, mrtr_tool};

            use crate::harness::Log;

            #[mrtr_flow]
            async fn tell(text: String) -> mrtr::Result<String> {
                Ok(text + &ask!(String, key = "more", "More?").accepted()?)
            }

            #[mrtr_tool $options]
            pub(super) async fn ship($log: &Log) -> mrtr::Result<String> {
                $($body)*
            }
        }
    };
}

tagged_build!((compatible = "v1") tagged(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("build");
    let told = flow!(key = "end", tell(label))?;
    Ok(format!("{plan} {told}"))
});

// Other code, and a step between; the same keys, and the same that is carried.
tagged_build!((compatible = "v1") tagged_again(log) {
    let plan = log.pass("plan", String::from("p1"));
    log.note("early");
    let label = ask!(String, "Which label shall it have?").accepted()?;
    log.note("build-better");
    let extra = ask!(String, key = "between", "Extra?").accepted()?;
    let label = label + &extra;
    let told = flow!(key = "end", tell(label))?;
    Ok(format!("{plan}: {told}"))
});

tagged_build!((compatible = "v2") other_tag(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("build");
    let told = flow!(key = "end", tell(label))?;
    Ok(format!("{plan} {told}"))
});

// Something else is carried.
tagged_build!((compatible = "v1") other_frame(log) {
    let plans = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    let told = flow!(key = "end", tell(label))?;
    Ok(format!("{plans} {told}"))
});

#[tokio::test]
async fn a_tag_says_that_other_code_may_go_on() {
    let answers = [accept("v1"), accept("x"), accept("!")];
    let builds = [tagged::ship(), tagged_again::ship()];
    let trace = roll(&builds, json!({}), &answers).await;
    assert_eq!(trace.effects, "plan|build-better||");
    assert_eq!(trace.result, "p1: v1x!");

    // And back, in the middle of the flow that both call.
    let builds = [
        tagged_again::ship(),
        tagged_again::ship(),
        tagged_again::ship(),
        tagged::ship(),
    ];
    let trace = roll(&builds, json!({}), &answers).await;
    assert_eq!(trace.result, "p1 v1x!");
}

#[tokio::test]
async fn another_tag_or_another_frame_is_refused() {
    for other in [other_tag::ship(), other_frame::ship(), first::ship()] {
        for builds in [[tagged::ship(), other], [other, tagged::ship()]] {
            let trace = roll(&builds, json!({}), &[accept("v1")]).await;
            assert!(
                trace.result.contains("invalid_request_state"),
                "{}",
                trace.result
            );
        }
    }
}

tagged_build!((read_only, restart) again(log) {
    let plan = log.pass("plan", String::from("p1"));
    let label = ask!(String, "Which label?").accepted()?;
    log.note("look");
    let told = flow!(tell(label))?;
    Ok(format!("{plan} {told}"))
});

tagged_build!((read_only, restart) again_changed(log) {
    let plan = log.pass("plan-2", String::from("p2"));
    let label = ask!(String, "Which label, please?").accepted()?;
    log.note("look-2");
    let told = flow!(tell(label))?;
    Ok(format!("{plan}/{told}"))
});

#[tokio::test]
async fn a_tool_that_changes_nothing_may_start_again() {
    let builds = [again::ship(), again_changed::ship()];
    let answers = [accept("lost"), accept("v1"), accept("!")];
    let trace = roll(&builds, json!({}), &answers).await;
    assert_eq!(
        trace.asked,
        [
            "label: Which label?",
            "label: Which label, please?",
            "more: More?"
        ]
    );
    assert_eq!(trace.effects, "plan|plan-2|look-2|");
    assert_eq!(trace.result, "p2/v1!");

    // In the middle of a flow, too.
    let builds = [again::ship(), again::ship(), again_changed::ship()];
    let answers = [accept("v0"), accept("lost"), accept("v1"), accept("!")];
    let trace = roll(&builds, json!({}), &answers).await;
    assert_eq!(trace.effects, "plan|look|plan-2|look-2|");
    assert_eq!(trace.result, "p2/v1!");
}

macro_rules! nested_build {
    ($name:ident($what:ident, $log:ident) { $($inner:tt)* } { $($outer:tt)* }) => {
        mod $name {
            use mrtr::{ask, flow, mrtr_flow, mrtr_tool};

            use crate::harness::Log;

            #[mrtr_flow]
            async fn confirm($what: String, $log: &Log) -> mrtr::Result<bool> {
                $($inner)*
            }

            #[mrtr_tool]
            pub(super) async fn ship($log: &Log) -> mrtr::Result<String> {
                $($outer)*
            }
        }
    };
}

nested_build!(nested(what, log) {
    log.note("ask");
    let sure = ask!(bool, "{what}?").accepted()?;
    log.note("asked");
    Ok(sure)
} {
    let sure = flow!(confirm(log.pass("name", "it".to_owned()), log))?;
    Ok(format!("{sure}"))
});

nested_build!(nested_before(what, log) {
    log.note("ask-kindly");
    let sure = ask!(bool, "Please, {what}?").accepted()?;
    log.note("asked");
    Ok(sure)
} {
    log.note("begin");
    let sure = flow!(confirm(log.pass("name", "it".to_owned()), log))?;
    Ok(format!("{sure}"))
});

nested_build!(nested_inner(what, log) {
    log.note("ask");
    let sure = ask!(bool, "{what}?").accepted()?;
    log.note("asked-again");
    Ok(sure)
} {
    let sure = flow!(confirm(log.pass("name", "it".to_owned()), log))?;
    Ok(format!("{sure}"))
});

nested_build!(nested_outer(what, log) {
    log.note("ask");
    let sure = ask!(bool, "{what}?").accepted()?;
    log.note("asked");
    Ok(sure)
} {
    let sure = flow!(confirm(log.pass("name", "it".to_owned()), log))?;
    Ok(format!("sure: {sure}"))
});

nested_build!(in_line(what, log) {
    Ok(log.pass("ask", what.is_empty()))
} {
    let what = log.pass("name", "it".to_owned());
    log.note("ask");
    let sure = ask!(bool, "{what}?").accepted()?;
    log.note("asked");
    let _ = flow!(confirm(what, log))?;
    Ok(format!("{sure}"))
});

#[tokio::test]
async fn flows_in_flows_are_kept_or_refused_as_a_whole() {
    let trace = roll(
        &[nested::ship(), nested_before::ship()],
        json!({}),
        &[accept(true)],
    )
    .await;
    assert_eq!(trace.effects, "name ask|asked");
    assert_eq!(trace.result, "true");

    for edited in [
        nested_inner::ship(),
        nested_outer::ship(),
        in_line::ship(),
        first::ship(),
    ] {
        for builds in [[nested::ship(), edited], [edited, nested::ship()]] {
            let trace = roll(&builds, json!({}), &[accept("true")]).await;
            assert!(
                trace.result.contains("invalid_request_state"),
                "{}",
                trace.result
            );
            assert!(!trace.effects.contains("asked"), "{}", trace.effects);
        }
    }
}
