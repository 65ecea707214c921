//! What an operator can find out about a state.

use std::time::Duration;

use mrtr::Principal;
use mrtr::engine::{Clock as _, Method, Refusal, Request};
use mrtr::seal::inspect::{self, Contents, Expected};
use mrtr::seal::{KeyRing, Signed};
use serde_json::{Map, Value, json};

use super::flow::{Edited, Served, tool};
use super::world::{World, accept, asked, key, named, object, request, retry};

const LEEWAY: Duration = Duration::from_secs(30);

/// The state of the second round, in which one of two questions is answered.
async fn state(world: &World) -> String {
    let deploy = tool::<Served>("deploy");
    let by_ann = |request| Request {
        principal: named("ann"),
        ..request
    };
    let yes = json!({"go": accept(&json!({"ok": true}))});
    let first = asked(world.round(&deploy, by_ann(request())).await);
    let second = by_ann(retry(first.request_state, yes));
    let second = asked(world.round(&deploy, second).await);
    let label = json!({"label": accept(&json!({"label": "v1"}))});
    let third = by_ann(retry(second.request_state, label));
    asked(world.round(&deploy, third).await).request_state
}

fn opened(world: &World, state: &str) -> Contents {
    inspect::open(state, &world.keys).expect("it is ours")
}

#[tokio::test]
async fn what_a_state_holds_is_told() {
    for world in [World::default(), World::signed()] {
        let text = state(&world).await;
        let contents = opened(&world, &text);
        let now = world.clock.now();
        assert_eq!(contents.server(), "deployer");
        assert_eq!(
            (contents.flow(), contents.method()),
            ("deploy", "tools/call")
        );
        assert_eq!(contents.round(), 3);
        assert_eq!(contents.issued(), now);
        assert_eq!(contents.expires(), now + Duration::from_secs(600));
        assert_eq!(contents.deadline(), now + Duration::from_secs(24 * 3600));
        assert_eq!(contents.questions(), (2, 1));
        assert!(!contents.has_secret());
        assert!(contents.is_of(&named("ann")));
        assert!(!contents.is_of(&named("bob")) && !contents.is_of(&Principal::anonymous()));

        let [place] = &contents.places()[..] else {
            panic!("one flow")
        };
        assert_eq!((place.point, place.fingerprint), (2, 0xc0df));
        assert_eq!(place.locals.len(), 1);
        assert_eq!(place.locals[0].value, Some(json!(["db", "web"])));
        // A list of two, and two texts with their lengths.
        assert_eq!(place.locals[0].bytes, 1 + 3 + 4);
        assert_eq!(
            contents.names(&tool::<Served>("deploy")),
            Some(&["plan"][..])
        );
        let id = world.keys.active().to_string();
        let version = if text.starts_with('x') { "x1" } else { "m1" };
        assert_eq!(inspect::header(&text), Some((version, &*id)));
    }
}

#[tokio::test]
async fn a_state_that_its_server_takes_has_no_reason_to_be_refused() {
    let world = World::default();
    let contents = opened(&world, &state(&world).await);
    let (ann, arguments) = (named("ann"), request().arguments);
    let mut expected = Expected::default();
    expected.server = Some("deployer");
    expected.flow = Some("deploy");
    expected.method = Some(Method::CallTool);
    expected.principal = Some(&ann);
    expected.arguments = Some(&arguments);
    assert_eq!(contents.refusals(&expected, world.clock.now(), LEEWAY), []);
}

#[tokio::test]
async fn the_names_of_locals_come_from_the_code_that_fits() {
    let world = World::default();
    let first = asked(world.round(&tool::<Served>("deploy"), request()).await);
    let contents = opened(&world, &first.request_state);
    assert_eq!(
        contents.names(&tool::<Served>("deploy")),
        Some(&["plan"][..])
    );
    assert_eq!(contents.names(&tool::<Edited>("deploy")), None);
}

#[tokio::test]
async fn all_reasons_are_told_at_once() {
    let world = World::default();
    let contents = opened(&world, &state(&world).await);
    let (bob, other): (_, Map<String, Value>) = (named("bob"), object(json!({})));
    let mut expected = Expected::default();
    expected.server = Some("deployer2");
    expected.flow = Some("destroy");
    expected.method = Some(Method::GetPrompt);
    expected.principal = Some(&bob);
    expected.arguments = Some(&other);
    let second = Duration::from_secs(1);
    let end = world.clock.now() + Duration::from_secs(630);
    let late = end + second;
    assert_eq!(
        contents.refusals(&expected, late, LEEWAY),
        [
            Refusal::Expired,
            Refusal::OtherAudience,
            Refusal::OtherMethod,
            Refusal::OtherFlow,
            Refusal::OtherPrincipal,
            Refusal::OtherArguments,
        ]
    );
    let nothing = Expected::default();
    let refusals = |now| contents.refusals(&nothing, now, LEEWAY);
    assert_eq!(refusals(end), []);
    assert_eq!(
        refusals(contents.issued().saturating_sub(LEEWAY + second)),
        [Refusal::FromTheFuture]
    );
    let next_day = world.clock.now() + Duration::from_secs(25 * 3600);
    assert_eq!(refusals(next_day), [Refusal::DeadlinePassed]);
}

#[tokio::test]
async fn what_cannot_be_opened_says_why() {
    let world = World::default();
    let text = state(&world).await;
    let elsewhere = KeyRing::new(&key(2));
    let other = if &text[40..41] == "A" { "B" } else { "A" };
    let changed = format!("{}{other}{}", &text[..40], &text[41..]);
    for (text, keys, refusal) in [
        (&*text, &elsewhere, Refusal::UnknownKey),
        (&*changed, &world.keys, Refusal::BadTag),
        ("x2.a.b", &world.keys, Refusal::UnknownVersion),
        ("hello", &world.keys, Refusal::Malformed),
        ("", &world.keys, Refusal::Malformed),
    ] {
        let refused = inspect::open(text, keys).expect_err("refused");
        assert_eq!(refused, refusal, "{text}");
        assert!(refused.to_string().starts_with("it"), "{refused}");
    }
}

#[tokio::test]
async fn an_envelope_of_ones_own_is_opened_too() {
    let world = World::signed();
    let text = state(&world).await;
    let envelope = Signed::new(world.keys.clone());
    let contents = inspect::open_in(&text, &envelope)
        .await
        .expect("it is ours");
    assert!(contents.is_of(&named("ann")));
    assert!(inspect::open_in("x", &envelope).await.is_err());
}
