//! The flow that most tests run, as the macro would write it:
//!
//! ```text
//! async fn deploy(environment: String, ledger: &Ledger) -> mrtr::Result<String> {
//!     ledger.note("plan");
//!     let plan = vec!["db", "web"];
//!     let go = ask!(bool, "Apply {} changes to {environment}?", plan.len());
//!     let Answer::Accept(true) = go else { return Ok(format!("{go:?}")) };
//!     ledger.note("build");
//!     let (label, roots) = ask_all!(ask!(String, "Label for {environment}?"), roots!());
//!     ledger.note("ship");
//!     Ok(format!("{plan:?} as {label:?} from {roots:?} to {environment}"))
//! }
//! ```

use std::sync::{Arc, Mutex};

use mrtr::__private::{
    Arguments, CannotRun, Carried, FlowInfo, Injected, Machine, PointInfo, QuestionSpec, Rendered,
    Running, Saving, State, ToolInfo, inject, load,
};
use mrtr::Answer;
use mrtr::IntoToolOutput as _;
use serde_json::{Map, Value};

use super::questions::{Label, RootList, YesNo};

/// What a flow has done to the world.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<Vec<String>>>);

impl Ledger {
    pub(crate) fn note(&self, effect: impl Into<String>) {
        self.0.lock().expect("a ledger").push(effect.into());
    }

    pub(crate) fn effects(&self) -> Vec<String> {
        self.0.lock().expect("a ledger").clone()
    }
}

/// What differs between two versions of the flow.
pub(crate) trait Version: 'static {
    const FLOW: FlowInfo;
    /// The point of the first question.
    const GO: usize = 1;
    /// The point of the second question.
    const LABEL: usize = 2;
}

const ASKS_GO: PointInfo = PointInfo {
    fingerprint: 0xc0de,
    carried: &["plan"],
    questions: &[QuestionSpec::of::<YesNo>("go")],
};
const ASKS_LABEL: PointInfo = PointInfo {
    fingerprint: 0xc0df,
    carried: &["plan"],
    questions: &[
        QuestionSpec::of::<Label>("label"),
        QuestionSpec::of::<RootList>("roots"),
    ],
};

/// The version that is served.
pub(crate) struct Served;

impl Version for Served {
    const FLOW: FlowInfo = FlowInfo {
        name: "deploy",
        points: &[ASKS_GO, ASKS_LABEL],
    };
}

/// Its code was edited.
pub(crate) struct Edited;

impl Version for Edited {
    const FLOW: FlowInfo = FlowInfo {
        points: &[
            PointInfo {
                fingerprint: 0xed17,
                ..ASKS_GO
            },
            ASKS_LABEL,
        ],
        ..Served::FLOW
    };
}

/// The type of the first question was edited, which the fingerprint does not see.
pub(crate) struct AsksOtherwise;

impl Version for AsksOtherwise {
    const FLOW: FlowInfo = FlowInfo {
        points: &[
            PointInfo {
                questions: &[QuestionSpec::of::<Label>("go")],
                ..ASKS_GO
            },
            ASKS_LABEL,
        ],
        ..Served::FLOW
    };
}

/// The first question has another key.
pub(crate) struct AsksUnderAnotherKey;

impl Version for AsksUnderAnotherKey {
    const FLOW: FlowInfo = FlowInfo {
        points: &[
            PointInfo {
                questions: &[QuestionSpec::of::<YesNo>("go2")],
                ..ASKS_GO
            },
            ASKS_LABEL,
        ],
        ..Served::FLOW
    };
}

/// It has more steps before the first question; the code behind that is the same.
pub(crate) struct Longer;

impl Version for Longer {
    const FLOW: FlowInfo = FlowInfo {
        points: &[
            PointInfo {
                fingerprint: 0x1a55,
                ..ASKS_LABEL
            },
            ASKS_LABEL,
            ASKS_GO,
        ],
        ..Served::FLOW
    };
    const GO: usize = 3;
}

/// The tool `name`, which runs the flow in the version `V`.
pub(crate) fn tool<V: Version>(name: &'static str) -> ToolInfo {
    ToolInfo::new(
        name,
        "",
        const { &V::FLOW },
        Map::new,
        || vec![Injected::of::<Ledger>()],
        run::<V>,
    )
}

fn run<'a, V: Version>(
    machine: &'a Machine,
    arguments: &Map<String, Value>,
    state: &'a State,
) -> Result<Running<'a>, CannotRun> {
    let mut reader = Arguments::new(arguments);
    let environment: Option<String> = reader.read("environment");
    let ledger: &Ledger = inject(state, machine.call())?;
    let Some(environment) = environment else {
        return Err(reader.problems().into());
    };
    Ok(Box::pin(async move {
        deploy::<V>(machine, &environment, ledger)
            .await
            .into_tool_output()
    }))
}

async fn deploy<V: Version>(
    machine: &Machine,
    environment: &str,
    ledger: &Ledger,
) -> mrtr::Result<String> {
    let info = const { &V::FLOW };
    let plan_type = Carried::new();
    match machine.enter(info).await {
        0 => {
            ledger.note("plan");
            let plan = vec!["db".to_owned(), "web".to_owned()];
            let mut saving = Saving::default();
            plan_type.tie(&plan);
            saving.save("plan", &plan);
            let text = format!("Apply {} changes to {environment}?", plan.len());
            machine.ask(info, V::GO, saving, vec![Rendered::Form(text)]);
            match machine.leave().await {}
        }
        point if point == V::GO => {
            let Some(plan) = load(machine, "plan", plan_type) else {
                match machine.leave().await {}
            };
            let Some(go) = machine.answer::<Answer<bool>>(0) else {
                match machine.leave().await {}
            };
            let Answer::Accept(true) = go else {
                return Ok(format!("{go:?}"));
            };
            ledger.note("build");
            let mut saving = Saving::default();
            plan_type.tie(&plan);
            saving.save("plan", &plan);
            let text = Rendered::Form(format!("Label for {environment}?"));
            machine.ask(info, V::LABEL, saving, vec![text, Rendered::Roots]);
            match machine.leave().await {}
        }
        _ => {
            let Some(plan) = load(machine, "plan", plan_type) else {
                match machine.leave().await {}
            };
            let (Some(label), Some(roots)) = (
                machine.answer::<Answer<String>>(0),
                machine.answer::<Vec<String>>(1),
            ) else {
                match machine.leave().await {}
            };
            ledger.note("ship");
            Ok(format!(
                "{plan:?} as {label:?} from {roots:?} to {environment}"
            ))
        }
    }
}
