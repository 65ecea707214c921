//! A tool that asks twice, and one that does not ask.

use mrtr::__private::{
    Arguments, ArgumentsSchema, CannotRun, Carried, FlowInfo, Form, Injected, IntoToolOutput,
    Machine, PointInfo, QuestionSpec, Rendered, Running, Saving, State, Tool, ToolInfo, inject,
};
use mrtr::{Answer, Roots};
use serde_json::{Map, Value};

/// What `greet` takes by reference.
pub(crate) struct Greeting(pub &'static str);

/// Lowered by hand:
///
/// ```ignore
/// async fn greet(name: String, greeting: &Greeting) -> Result<String, NotAccepted> {
///     let (sure, roots) = ask_all!(ask!(bool, "Greet {name}?"), roots!());
///     if !sure.accepted()? { return Ok("not greeted") }
///     let times = ask!(u8, "How often?").accepted()?;
///     Ok(format!("{} {name} {times} times, {} roots", greeting.0, roots.len()))
/// }
/// ```
#[derive(Clone, Copy)]
#[allow(non_camel_case_types)]
pub(crate) struct greet;

impl Tool for greet {
    fn describe(self) -> ToolInfo {
        ToolInfo::new("greet", "Greets somebody", &GREET, schema, injected, run)
    }
}

static GREET: FlowInfo = FlowInfo {
    name: "greet",
    fingerprint: 1,
    points: &[
        PointInfo {
            carried: &[],
            questions: &[
                QuestionSpec::of::<Form<bool>>("sure"),
                QuestionSpec::of::<mrtr::__private::RootsList>("roots"),
            ],
        },
        PointInfo {
            carried: &["roots"],
            questions: &[QuestionSpec::of::<Form<u8>>("times")],
        },
    ],
};

fn schema() -> Map<String, Value> {
    ArgumentsSchema::default()
        .argument::<String>("name", "Who is greeted")
        .finish()
}

fn injected() -> Vec<Injected> {
    vec![Injected::of::<Greeting>()]
}

fn run<'a>(
    machine: &'a Machine,
    given: &Map<String, Value>,
    state: &'a State,
) -> Result<Running<'a>, CannotRun> {
    let mut arguments = Arguments::new(given);
    let Some(name) = arguments.read::<String>("name") else {
        return Err(arguments.problems().into());
    };
    let greeting = inject::<Greeting>(state, machine.call())?;
    Ok(Box::pin(async move {
        let text: Result<String, mrtr::NotAccepted> = flow(machine, name, greeting).await;
        text.into_tool_output()
    }))
}

async fn flow(
    machine: &Machine,
    name: String,
    greeting: &Greeting,
) -> Result<String, mrtr::NotAccepted> {
    match machine.enter(&GREET).await {
        0 => {
            let rendered = vec![Rendered::Form(format!("Greet {name}?")), Rendered::Roots];
            machine.ask(&GREET, 1, Saving::default(), rendered);
        }
        1 => {
            let (Some(sure), Some(roots)) = (
                machine.answer::<Answer<bool>>(0),
                machine.answer::<Roots>(1),
            ) else {
                match machine.leave().await {}
            };
            if !sure.accepted()? {
                return Ok("not greeted".to_owned());
            }
            let mut saving = Saving::default();
            saving.save(&Carried::new(), "roots", &roots);
            machine.ask(
                &GREET,
                2,
                saving,
                vec![Rendered::Form("How often?".to_owned())],
            );
        }
        _ => {
            let roots = machine.load::<Roots>(&Carried::new(), "roots");
            let (Some(roots), Some(times)) = (roots, machine.answer::<Answer<u8>>(0)) else {
                match machine.leave().await {}
            };
            let times = times.accepted()?;
            let roots = roots.len();
            return Ok(format!(
                "{} {name} {times} times, {roots} roots",
                greeting.0
            ));
        }
    }
    match machine.leave().await {}
}

/// Does not ask.
#[derive(Clone, Copy)]
#[allow(non_camel_case_types)]
pub(crate) struct add;

impl Tool for add {
    fn describe(self) -> ToolInfo {
        ToolInfo::new("add", "", &ADD, add_schema, Vec::new, add_run)
    }
}

static ADD: FlowInfo = FlowInfo {
    name: "add",
    fingerprint: 1,
    points: &[],
};

fn add_schema() -> Map<String, Value> {
    ArgumentsSchema::default()
        .argument::<i64>("a", "")
        .argument::<i64>("b", "")
        .finish()
}

fn add_run<'a>(
    machine: &'a Machine,
    given: &Map<String, Value>,
    _: &'a State,
) -> Result<Running<'a>, CannotRun> {
    let mut arguments = Arguments::new(given);
    let (a, b) = (arguments.read::<i64>("a"), arguments.read::<i64>("b"));
    let (Some(a), Some(b)) = (a, b) else {
        return Err(arguments.problems().into());
    };
    Ok(Box::pin(async move {
        machine.enter(&ADD).await;
        (a + b).to_string().into_tool_output()
    }))
}
