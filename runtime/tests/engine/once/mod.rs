//! Tools that run once: on each store, on a new engine for every request.

mod at_one_moment;
mod idempotency;
mod interrupted;
mod no_good;
mod other_code;
mod repeated;
mod store;

use mrtr::__private::{
    FlowInfo, Injected, Machine, PointInfo, QuestionSpec, Rendered, Saving, ToolInfo, inject,
};
use mrtr::engine::Outcome;
use mrtr::wire::ToolOutput;
use serde_json::{Map, Value, json};

use super::flow::{Ledger, Served, tool};
use super::questions::{Label, YesNo};
use super::stores::stores;
use super::world::{Counting, World, accept, failed};

pub(super) fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

pub(super) fn no() -> Value {
    json!({"go": accept(&json!({"ok": false}))})
}

pub(super) fn deploy() -> ToolInfo {
    tool::<Served>("deploy").once()
}

/// A world for each store.
pub(super) async fn worlds() -> Vec<(&'static str, World)> {
    let world = |(name, once)| {
        let world = World {
            entropy: Counting::from_anywhere(),
            once,
            ..World::default()
        };
        (name, world)
    };
    stores().await.into_iter().map(world).collect()
}

static CHARGE: FlowInfo = FlowInfo {
    name: "charge",
    points: &[PointInfo {
        fingerprint: 4,
        carried: &[],
        questions: &[
            QuestionSpec::of::<YesNo>("go"),
            QuestionSpec::of::<Label>("label"),
        ],
    }],
};

/// Asks twice in one round, then takes its time over its effect, and panics where the label says
/// so.
pub(super) fn charge() -> ToolInfo {
    async fn flow(machine: &Machine, ledger: &Ledger) -> ToolOutput {
        if machine.enter(&CHARGE).await == 0 {
            let texts = ["Go?", "Label?"].map(|text| Rendered::Form(text.to_owned()));
            machine.ask(&CHARGE, 1, Saving::default(), texts);
            match machine.leave().await {}
        }
        ledger.note("charge");
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let label = machine.answer::<mrtr::Answer<String>>(1);
        assert_ne!(label, Some(mrtr::Answer::Accept("panic".to_owned())));
        ToolOutput::text(format!("charge {}", ledger.effects().len()))
    }

    ToolInfo::new(
        "charge",
        "",
        &CHARGE,
        Map::new,
        || vec![Injected::of::<Ledger>()],
        |machine, _, state| {
            let ledger = inject(state, machine.call())?;
            Ok(Box::pin(async move { Ok(flow(machine, ledger).await) }))
        },
    )
    .once()
}

pub(super) fn labelled(label: &str) -> Value {
    let label = accept(&json!({"label": label}));
    json!({"go": accept(&json!({"ok": true})), "label": label})
}

pub(super) fn wire(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Complete(output) => serde_json::to_value(output),
        Outcome::InputRequired(asked) => serde_json::to_value(asked),
        Outcome::Error(error) => serde_json::to_value(error),
        other => panic!("{other:?}"),
    }
    .expect("JSON")
}

pub(super) fn is_refused(outcome: Outcome) -> bool {
    failed(outcome).data == Some(json!({"reason": "invalid_request_state"}))
}
