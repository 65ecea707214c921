//! State in an envelope of the author's own, and locals that need one that hides.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use mrtr::__private::{
    Carried, FlowInfo, Machine, PointInfo, QuestionSpec, Rendered, Saving, ToolInfo, load,
};
use mrtr::Secret;
use mrtr::engine::{Engine, Entropy, Refusal};
use mrtr::seal::{Closing, Envelope, EnvelopeError, NotOpened, Opening};
use mrtr::wire::ToolOutput;
use serde_json::{Map, Value, json};

use super::flow::{Served, tool};
use super::log::logged;
use super::questions::YesNo;
use super::world::{Closed, World, accept, asked, failed, finished, named, request, retry};

fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

/// A service elsewhere: it takes its time, and can be down. Hexadecimal stands for its cipher.
#[derive(Debug, Clone, Default)]
struct Elsewhere {
    is_down: Arc<AtomicBool>,
}

impl Elsewhere {
    async fn answers(&self) -> Result<(), EnvelopeError> {
        tokio::task::yield_now().await;
        if self.is_down.load(SeqCst) {
            return Err(EnvelopeError::msg("the service is down"));
        }
        Ok(())
    }
}

impl Envelope for Elsewhere {
    fn close<'a>(&'a self, payload: &'a [u8], _: &'a dyn Entropy) -> Closing<'a> {
        Box::pin(async move {
            self.answers().await?;
            let digits = |mut text: String, byte: &u8| {
                write!(text, "{byte:02x}").expect("a string takes it");
                text
            };
            Ok(payload.iter().fold(String::new(), digits))
        })
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        Box::pin(async move {
            self.answers().await.map_err(NotOpened::Failed)?;
            let bytes = (0..text.len()).step_by(2).map(|at| {
                let digits = text.get(at..at + 2).ok_or(Refusal::BadTag)?;
                u8::from_str_radix(digits, 16).map_err(|_| Refusal::BadTag)
            });
            Ok(bytes.collect::<Result<_, _>>()?)
        })
    }
}

#[tokio::test]
async fn an_envelope_of_ones_own_has_all_the_bindings() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let engine =
        |name: &str| Engine::with_envelope(name, Elsewhere::default()).clock(world.clock.clone());
    let round =
        async |engine: Engine, request| engine.round(&deploy, &world.state(), request).await;
    let by = |name: &str, request: mrtr::engine::Request| mrtr::engine::Request {
        principal: named(name),
        ..request
    };

    let first = asked(round(engine("here"), by("ann", request())).await);
    let again = || by("ann", retry(&*first.request_state, yes()));
    asked(round(engine("here"), again()).await);

    let effects = world.ledger.effects();
    for (engine, request, reason) in [
        (engine("there"), again(), "OtherAudience"),
        (engine("here"), by("bob", again()), "OtherPrincipal"),
        (
            engine("here"),
            by("ann", retry("no digits", yes())),
            "BadTag",
        ),
    ] {
        let (outcome, log) = logged(round(engine, request)).await;
        assert_eq!(failed(outcome).code, -32602);
        assert!(log.contains(&format!("reason={reason}")), "{log}");
    }
    assert_eq!(world.ledger.effects(), effects);
}

#[tokio::test]
async fn an_envelope_that_is_down_does_not_end_a_call() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let elsewhere = Elsewhere::default();
    let engine = Engine::with_envelope("here", elsewhere.clone());
    let state = world.state();
    let first = asked(engine.round(&deploy, &state, request()).await);

    elsewhere.is_down.store(true, SeqCst);
    let down = engine.round(&deploy, &state, retry(&*first.request_state, yes()));
    let (outcome, log) = logged(down).await;
    // Not the error that tells the client to throw the state away.
    let error = failed(outcome);
    assert_eq!((error.code, error.data), (-32603, None));
    assert!(log.contains("the service is down"), "{log}");
    assert_eq!(world.ledger.effects(), ["plan"]);

    elsewhere.is_down.store(false, SeqCst);
    let up = retry(first.request_state, yes());
    asked(engine.round(&deploy, &state, up).await);
}

static KEEPS_A_SECRET: FlowInfo = FlowInfo {
    name: "keeps",
    points: &[PointInfo {
        fingerprint: 3,
        carried: &["count", "token"],
        questions: &[QuestionSpec::of::<YesNo>("go")],
    }],
};

/// Asks once, and carries a secret meanwhile.
fn keeps_a_secret() -> ToolInfo {
    async fn flow(machine: &Machine) -> ToolOutput {
        let (count_type, token_type) = (Carried::new(), Carried::new());
        if machine.enter(&KEEPS_A_SECRET).await == 0 {
            let count = 1_u8;
            let token = Secret::new("hunter2".to_owned());
            let mut saving = Saving::default();
            count_type.tie(&count);
            saving.save("count", &count);
            token_type.tie(&token);
            saving.save("token", &token);
            let text = Rendered::Form("Go?".to_owned());
            machine.ask(&KEEPS_A_SECRET, 1, saving, vec![text]);
            match machine.leave().await {}
        }
        let (Some(_), Some(token)) = (
            load(machine, "count", count_type),
            load(machine, "token", token_type),
        ) else {
            match machine.leave().await {}
        };
        ToolOutput::text(format!("{} characters", token.expose().len()))
    }

    ToolInfo::new(
        "keeps",
        "",
        &KEEPS_A_SECRET,
        Map::new,
        Vec::new,
        |machine, _, _| Ok(Box::pin(async move { Ok(flow(machine).await) })),
    )
}

#[tokio::test]
async fn a_secret_is_carried_where_nobody_can_read_it() {
    let world = World::default();
    let first = asked(world.round(&keeps_a_secret(), request()).await);
    let last = world
        .round(&keeps_a_secret(), retry(first.request_state, yes()))
        .await;
    assert_eq!(finished(last), ("7 characters".to_owned(), false));
}

#[tokio::test]
async fn a_secret_is_not_carried_where_it_can_be_read() {
    let (outcome, log) = logged(World::signed().round(&keeps_a_secret(), request())).await;
    let error = failed(outcome);
    assert_eq!(error.code, -32603);
    assert!(!error.message.contains("token"), "{}", error.message);
    for part in ["flow=\"keeps\"", "local=\"token\"", "is a `Secret`"] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert!(!log.contains("hunter2"), "{log}");
}

#[tokio::test]
async fn a_secret_does_not_become_readable_when_its_question_is_asked_again() {
    // A server that encrypted, and signs now: asking again would seal the same frame readably.
    let encrypted = World::default();
    let first = asked(encrypted.round(&keeps_a_secret(), request()).await);
    let signed = World {
        closed: Closed::SignedNow,
        ..World::default()
    };
    let again = retry(&*first.request_state, json!({}));
    let (outcome, log) = logged(signed.round(&keeps_a_secret(), again)).await;
    assert_eq!(failed(outcome).code, -32603);
    assert!(log.contains("is a `Secret`"), "{log}");
    // With its answer it can finish.
    let last = retry(first.request_state, yes());
    finished(signed.round(&keeps_a_secret(), last).await);
}
