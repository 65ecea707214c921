//! Faults of the author, the host and the machine: internal errors that tell the client nothing.

use mrtr::__private::{
    Arguments, CannotRun, Carried, FlowInfo, Machine, PointInfo, QuestionSpec, Rendered, Running,
    Saving, State, ToolInfo, load,
};
use mrtr::engine::{Engine, Entropy, EntropyError, OsEntropy, Request};
use mrtr::wire::{ErrorObject, ToolOutput};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::flow::{Served, tool};
use super::log::logged;
use super::questions::YesNo;
use super::world::{World, accept, asked, failed, finished, request, retry};

/// How a tool is run, as its description has it.
type Run =
    for<'a> fn(&'a Machine, &Map<String, Value>, &'a State) -> Result<Running<'a>, CannotRun>;

static INFO: FlowInfo = FlowInfo {
    name: "faulty",
    points: &[PointInfo {
        fingerprint: 2,
        carried: &["handle"],
        questions: &[QuestionSpec::of::<YesNo>("go")],
    }],
};

fn faulty(run: Run) -> ToolInfo {
    ToolInfo::new("faulty", "", &INFO, Map::new, Vec::new, run)
}

fn internal() -> ErrorObject {
    ErrorObject::new(
        -32603,
        "The server failed to run the tool; its log says why.",
    )
}

#[derive(Serialize, Deserialize)]
struct Unlucky;

impl Drop for Unlucky {
    fn drop(&mut self) {
        panic!("the password is hunter2 (in drop)");
    }
}

#[tokio::test]
async fn a_panic_ends_the_call_and_stays_in_the_log() {
    let while_reading: Run = |_, _, _| panic!("the password is hunter2 (while reading)");
    let at_once: Run = |_, _, _| {
        Ok(Box::pin(async {
            panic!("the password is {}", "hunter2 (at once)")
        }))
    };
    let later: Run = |_, _, _| {
        Ok(Box::pin(async {
            tokio::task::yield_now().await;
            panic!("the password is hunter2 (later)")
        }))
    };
    let in_drop: Run = |machine, _, _| {
        Ok(Box::pin(async move {
            let _unlucky = Unlucky;
            machine.ask(
                &INFO,
                1,
                Saving::default(),
                vec![Rendered::Form("Go?".to_owned())],
            );
            match machine.leave().await {}
        }))
    };

    let world = World::default();
    for (run, place) in [
        (while_reading, "while reading"),
        (at_once, "at once"),
        (later, "later"),
        (in_drop, "in drop"),
    ] {
        let (outcome, log) = logged(world.round(&faulty(run), request())).await;
        assert_eq!(failed(outcome), internal());
        assert!(log.contains(&format!("hunter2 ({place})")), "{log}");
        assert!(log.contains("flow=\"faulty\""), "{log}");
    }
}

#[tokio::test]
async fn an_engine_lives_on_after_a_panic() {
    let run: Run = |_, _, _| Ok(Box::pin(async { panic!("once") }));
    let world = World::default();
    let engine = world.engine();
    failed(engine.round(&faulty(run), &world.state(), request()).await);
    asked(
        engine
            .round(&tool::<Served>("deploy"), &world.state(), request())
            .await,
    );
}

/// A handle: there is no writing it.
struct Handle;

impl Serialize for Handle {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("a handle is of one process"))
    }
}

impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Ok(Self)
    }
}

#[tokio::test]
async fn a_local_that_cannot_be_written_is_found_before_anybody_is_asked() {
    let run: Run = |machine, _, _| {
        Ok(Box::pin(async move {
            let mut saving = Saving::default();
            saving.save("handle", &Handle);
            machine.ask(&INFO, 1, saving, vec![Rendered::Form("Go?".to_owned())]);
            match machine.leave().await {}
        }))
    };
    let (outcome, log) = logged(World::default().round(&faulty(run), request())).await;
    assert_eq!(failed(outcome), internal());
    assert!(log.contains("local=\"handle\""), "{log}");
    assert!(log.contains("a handle is of one process"), "{log}");
}

#[tokio::test]
async fn a_local_of_another_type_makes_the_state_stale() {
    // Loads its local in another type than it saves it in, as if the type had changed meanwhile.
    let retyped: Run = |machine, _, _| {
        Ok(Box::pin(async move {
            if machine.enter(&INFO).await == 0 {
                let mut saving = Saving::default();
                saving.save("handle", &"hunter2".to_owned());
                machine.ask(&INFO, 1, saving, vec![Rendered::Form("Go?".to_owned())]);
                match machine.leave().await {}
            }
            match load::<u32>(machine, "handle", Carried::new()) {
                Some(_) => Ok(ToolOutput::text("a number")),
                None => match machine.leave().await {},
            }
        }))
    };
    let world = World::default();
    let first = asked(world.round(&faulty(retyped), request()).await);
    let answers = json!({"go": accept(&json!({"ok": true}))});
    let again = retry(first.request_state, answers);
    let (outcome, log) = logged(world.round(&faulty(retyped), again)).await;
    let reason = json!({"reason": "invalid_request_state"});
    assert_eq!(failed(outcome).data, Some(reason));
    assert!(
        log.contains("carried local `handle`: it has another type now"),
        "{log}"
    );
    assert!(!log.contains("hunter2"), "{log}");
}

#[tokio::test]
async fn a_flow_that_goes_on_after_it_stopped_has_no_say() {
    let run: Run = |machine, _, _| {
        Ok(Box::pin(async move {
            if machine.answer::<bool>(0).is_none() {
                return Ok(ToolOutput::text("nobody was asked"));
            }
            Ok(ToolOutput::text("somebody was asked"))
        }))
    };
    let (outcome, log) = logged(World::default().round(&faulty(run), request())).await;
    assert_eq!(failed(outcome), internal());
    assert!(log.contains("mrtr is at fault"), "{log}");
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_told_to_the_model() {
    let world = World::default();
    let without = Request {
        arguments: Map::new(),
        ..request()
    };
    let (text, error) = finished(world.round(&tool::<Served>("deploy"), without).await);
    assert_eq!(text, "argument `environment`: it is required");
    assert!(error);
}

#[tokio::test]
async fn a_host_without_the_tools_state_is_at_fault() {
    let world = World::default();
    let round = async {
        let engine = world.engine();
        engine
            .round(&tool::<Served>("deploy"), &State::new(), request())
            .await
    };
    let (outcome, log) = logged(round).await;
    assert_eq!(failed(outcome), internal());
    assert!(log.contains("Ledger"), "{log}");
}

#[tokio::test]
async fn an_error_of_the_protocol_is_the_authors_own() {
    let run: Run = |_, arguments, _| {
        let mut reader = Arguments::new(arguments);
        let name: Option<String> = reader.read("environment");
        Ok(Box::pin(async move {
            Err(ErrorObject::new(-32002, name.unwrap_or_default()))
        }))
    };
    let error = failed(World::default().round(&faulty(run), request()).await);
    assert_eq!(error, ErrorObject::new(-32002, "production"));
}

/// Fails from the fill with this number on.
#[derive(Debug)]
struct Failing(std::sync::atomic::AtomicU32);

impl Entropy for Failing {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        use std::sync::atomic::Ordering::SeqCst;
        let left = self
            .0
            .fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1));
        match left {
            Ok(_) => OsEntropy.fill(buffer),
            Err(_) => Err(EntropyError("the source is dry".to_owned())),
        }
    }
}

#[tokio::test]
async fn without_randomness_nothing_is_sealed() {
    let world = World::default();
    for fills in [0, 1] {
        let engine: Engine = world.engine().entropy(Failing(fills.into()));
        let deploy = tool::<Served>("deploy");
        let (outcome, log) = logged(engine.round(&deploy, &world.state(), request())).await;
        assert_eq!(failed(outcome), internal());
        assert!(log.contains("the source is dry"), "{log}");
    }
}
