//! A tool whose steps are written by hand has what every other tool has.

use mrtr::by_hand::{
    FormKey, Injected, Key, Next, NoArguments, QuestionSpec, RootsKey, Round, Steps, tool,
};
use mrtr::engine::Request;
use mrtr::{Answer, Secret};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::flow::Ledger;
use super::log::logged;
use super::world::{World, accept, asked, failed, finished, keys, named, object, request, retry};

const CITY: FormKey<String> = FormKey::new("city");
const NIGHTS: FormKey<u8> = FormKey::new("nights");
const SURE: FormKey<bool> = FormKey::new("sure");
const ROOTS: RootsKey = Key::new("roots");

#[derive(Deserialize, schemars::JsonSchema)]
struct Traveller {
    /// Who travels
    name: String,
}

#[derive(Serialize, Deserialize)]
enum Stage {
    Where,
    Sure { city: String, nights: u8 },
}

/// Books a room: goes back to its first question until the traveller is sure.
struct Book<const VERSION: u64 = 0>;

fn ask_where() -> Next<Stage> {
    Next::ask(Stage::Where)
        .form(CITY, "Where to?")
        .form(NIGHTS, "For how many nights?")
        .into()
}

impl<const V: u64> Steps for Book<V> {
    const NAME: &'static str = "book";
    const DESCRIPTION: &'static str = "Books a room";
    const QUESTIONS: &'static [QuestionSpec] = &[SURE.spec(), CITY.spec(), NIGHTS.spec()];
    const ONCE: bool = true;
    const VERSION: u64 = V;
    type Arguments = Traveller;
    type State = Stage;

    fn needs() -> Vec<Injected> {
        vec![Injected::of::<Ledger>()]
    }

    async fn step(
        traveller: Traveller,
        stage: Option<Stage>,
        mut round: Round<'_>,
    ) -> mrtr::Result<Next<Stage>> {
        let ledger = round.get::<Ledger>()?;
        match stage {
            None => Ok(ask_where()),
            Some(Stage::Where) => {
                let (city, nights) = (round.answer(CITY), round.answer(NIGHTS));
                // What was not asked has no answer, and an answer is taken once.
                assert_eq!(round.answer(SURE), None);
                assert_eq!(round.answer(CITY), None);
                let (Some(city), Some(nights)) = (city, nights) else {
                    return Err(mrtr::Error::msg("an answer is missing"));
                };
                let (city, nights) = (city.accepted()?, nights.accepted()?);
                let text = format!("{nights} nights in {city}?");
                let sure = Next::ask(Stage::Sure { city, nights });
                Ok(sure.form(SURE, text).into())
            }
            Some(Stage::Sure { city, nights }) => match round.answer(SURE) {
                Some(Answer::Accept(true)) => {
                    ledger.note("book");
                    let name = traveller.name;
                    Ok(Next::done(format!("{nights} nights in {city} for {name}")))
                }
                Some(Answer::Accept(false)) => Ok(ask_where()),
                _ => Ok(Next::done("Nothing was booked")),
            },
        }
    }
}

fn by_ann(request: Request) -> Request {
    Request {
        arguments: object(json!({"name": "Ann"})),
        ..request
    }
}

fn answer(value: impl Into<Value>) -> Value {
    accept(&json!({"answer": value.into()}))
}

fn to_rome() -> Value {
    json!({"city": answer("Rome"), "nights": answer(3)})
}

#[tokio::test]
async fn a_dialogue_goes_where_its_state_says() {
    let world = World::default();
    let book = tool::<Book>();
    let first = asked(world.round(&book, by_ann(request())).await);
    assert_eq!(keys(&first), ["city", "nights"]);
    let second = by_ann(retry(first.request_state, to_rome()));
    let second = asked(world.round(&book, second).await);
    assert_eq!(
        serde_json::to_value(&second.input_requests["sure"]).expect("JSON")["params"]["message"],
        "3 nights in Rome?"
    );
    // Back to the start, and through it once more.
    let back = by_ann(retry(second.request_state, json!({"sure": answer(false)})));
    let back = asked(world.round(&book, back).await);
    assert_eq!(keys(&back), ["city", "nights"]);
    let again = by_ann(retry(back.request_state, to_rome()));
    let again = asked(world.round(&book, again).await);
    let last = || by_ann(retry(&*again.request_state, json!({"sure": answer(true)})));
    let text = ("3 nights in Rome for Ann".to_owned(), false);
    assert_eq!(finished(world.round(&book, last()).await), text);
    // It runs once.
    assert_eq!(finished(world.round(&book, last()).await), text);
    assert_eq!(world.ledger.effects(), ["book"]);
}

#[tokio::test]
async fn answers_are_checked_kept_and_asked_for_again() {
    let world = World::default();
    let book = tool::<Book>();
    let first = asked(world.round(&book, by_ann(request())).await);
    let half = json!({"city": answer("Rome"), "nights": answer("three"), "sure": answer(true)});
    let again = by_ann(retry(first.request_state, half));
    let again = asked(world.round(&book, again).await);
    assert_eq!(keys(&again), ["nights"]);
    let rest = by_ann(retry(again.request_state, json!({"nights": answer(3)})));
    assert_eq!(keys(&asked(world.round(&book, rest).await)), ["sure"]);
}

#[tokio::test]
async fn a_decline_ends_it_as_its_author_says() {
    let world = World::default();
    let book = tool::<Book>();
    let first = asked(world.round(&book, by_ann(request())).await);
    let declined = json!({"city": {"action": "decline"}, "nights": answer(1)});
    let last = by_ann(retry(first.request_state, declined));
    let (text, is_error) = finished(world.round(&book, last).await);
    assert!(is_error, "{text}");
}

#[tokio::test]
async fn its_state_is_bound_like_any_other() {
    let world = World::default();
    let book = tool::<Book>();
    let first = asked(world.round(&book, by_ann(request())).await);
    let again = |request: Request| by_ann(Request { ..request });
    let bob = Request {
        arguments: object(json!({"name": "Bob"})),
        ..retry(&*first.request_state, to_rome())
    };
    let stranger = Request {
        principal: named("bob"),
        ..again(retry(&*first.request_state, to_rome()))
    };
    // Of other code last: what that has refused is not run any more.
    let other = asked(world.round(&book, by_ann(request())).await);
    let newer = tool::<Book<1>>();
    for (tool, request, reason) in [
        (&book, bob, "OtherArguments"),
        (&book, stranger, "OtherPrincipal"),
        (
            &newer,
            again(retry(other.request_state, to_rome())),
            "flow `book` has changed at point 1",
        ),
    ] {
        let (outcome, log) = logged(world.round(tool, request)).await;
        let data = json!({"reason": "invalid_request_state"});
        assert_eq!(failed(outcome).data, Some(data));
        assert!(log.contains(reason), "{reason}: {log}");
    }
    asked(
        world
            .round(&book, again(retry(first.request_state, to_rome())))
            .await,
    );
}

#[tokio::test]
async fn arguments_and_needs_are_checked() {
    let world = World::default();
    let book = tool::<Book>();
    assert_eq!(
        (book.input_schema)()["properties"]["name"]["description"],
        "Who travels"
    );
    let (text, is_error) = finished(world.round(&book, request()).await);
    assert!(is_error && text.contains("missing field `name`"), "{text}");

    let bare = mrtr::State::new();
    let round = world.engine();
    let (outcome, log) = logged(round.round(&book, &bare, by_ann(request()))).await;
    assert_eq!(failed(outcome).code, -32603);
    assert!(log.contains("Ledger"), "{log}");
}

/// Asks what it is told to ask.
struct Asks<const WHAT: u8>;

impl<const WHAT: u8> Steps for Asks<WHAT> {
    const NAME: &'static str = "asks";
    const QUESTIONS: &'static [QuestionSpec] = match WHAT {
        // Another question under the key, or none in its place.
        6 => &[FormKey::<u8>::new("sure").spec(), ROOTS.spec()],
        7 => &[ROOTS.spec()],
        _ => &[SURE.spec(), ROOTS.spec()],
    };
    type Arguments = NoArguments;
    type State = Secret<String>;

    async fn step(
        _: NoArguments,
        state: Option<Secret<String>>,
        mut round: Round<'_>,
    ) -> mrtr::Result<Next<Secret<String>>> {
        if let Some(state) = state {
            let roots = round.answer(ROOTS).map_or(0, |roots| roots.len());
            let text = format!("{} characters, {roots} roots", state.expose().len());
            return Ok(Next::done(text));
        }
        let ask = Next::ask(Secret::new("hunter2".to_owned()));
        Ok(match WHAT {
            0 => ask,
            1 => ask.form(CITY, "Where?"),
            2 => ask.roots(ROOTS).roots(ROOTS),
            3 => ask.roots(ROOTS),
            _ => ask.form(SURE, "Sure?"),
        }
        .into())
    }
}

fn bare(request: Request) -> Request {
    Request {
        arguments: serde_json::Map::new(),
        ..request
    }
}

#[tokio::test]
async fn what_cannot_be_asked_is_its_authors_fault() {
    let world = World::default();
    for (tool, reason) in [
        (tool::<Asks<0>>(), "there is no question"),
        (tool::<Asks<1>>(), "`city` is not one of its `QUESTIONS`"),
        (tool::<Asks<2>>(), "`roots` is asked twice in one round"),
    ] {
        let (outcome, log) = logged(world.round(&tool, bare(request()))).await;
        assert_eq!(failed(outcome).code, -32603);
        assert!(log.contains(reason), "{log}");
    }
}

#[tokio::test]
async fn only_what_is_asked_needs_a_capability() {
    let world = World::default();
    let with = |capabilities: Value, request| Request {
        capabilities: serde_json::from_value(capabilities).expect("capabilities"),
        ..bare(request)
    };
    let roots = json!({"roots": {}});
    let first = with(roots.clone(), request());
    let first = asked(world.round(&tool::<Asks<3>>(), first).await);
    let two = json!({"roots": {"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]}});
    let last = with(roots.clone(), retry(first.request_state, two));
    let (text, _) = finished(world.round(&tool::<Asks<3>>(), last).await);
    assert_eq!(text, "7 characters, 2 roots");
    let form = with(roots, request());
    assert_eq!(
        failed(world.round(&tool::<Asks<4>>(), form).await).code,
        -32021
    );
}

#[tokio::test]
async fn an_answer_satisfies_the_question_that_was_asked_and_no_other() {
    let world = World::default();
    let first = asked(world.round(&tool::<Asks<4>>(), bare(request())).await);
    for changed in [tool::<Asks<6>>(), tool::<Asks<7>>()] {
        let last = bare(retry(&*first.request_state, json!({"sure": answer(1)})));
        let (outcome, log) = logged(world.round(&changed, last)).await;
        let data = json!({"reason": "invalid_request_state"});
        assert_eq!(failed(outcome).data, Some(data));
        assert!(log.contains("asks other questions now"), "{log}");
    }
    let last = bare(retry(first.request_state, json!({"sure": answer(true)})));
    finished(world.round(&tool::<Asks<4>>(), last).await);
}

#[tokio::test]
async fn a_secret_state_needs_an_envelope_that_hides() {
    let (outcome, log) = logged(World::signed().round(&tool::<Asks<4>>(), bare(request()))).await;
    assert_eq!(failed(outcome).code, -32603);
    assert!(log.contains("local=\"state\""), "{log}");
}
