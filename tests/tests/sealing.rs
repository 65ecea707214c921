//! What a host seals its state with, and what it says at start about what travels in it.

mod support;

use std::sync::{Arc, Mutex};

use mrtr::engine::{Entropy, Refusal};
use mrtr::host::{Host, Server, StartProblem};
use mrtr::once::{MemoryStore, OnceStore};
use mrtr::seal::{Closing, Encrypted, Envelope, KeyRing, NotOpened, Opening, SealKey, Signed};
use mrtr::{CarryingPoint, Secret, State, Tool, ask, mrtr_tool};
use serde_json::{Value, json};
use support::wire::{Wire, able};
use support::{greet_args, key, server, sure_and_roots, text};

fn keyless() -> Server {
    Server::new("tests", "1.0")
        .state(support::tool::Greeting("Hello"))
        .tool(support::greet)
}

async fn first_state(server: Server) -> String {
    let asked = Wire::to(server).call(greet_args(), able()).await;
    let state = asked["result"]["requestState"].as_str();
    state.unwrap_or_else(|| panic!("{asked}")).to_owned()
}

/// The second round of `greet`.
async fn second(server: Server, state: &str) -> Value {
    let mut params = greet_args();
    params["requestState"] = state.into();
    params["inputResponses"] = sure_and_roots();
    Wire::to(server).call(params, able()).await
}

fn is_refused(response: &Value) -> bool {
    response["error"]["data"]["reason"] == "invalid_request_state"
}

#[tokio::test]
async fn state_is_encrypted_unless_it_is_to_be_signed() {
    let encrypted = first_state(server()).await;
    assert!(encrypted.starts_with("x1."), "{encrypted}");
    let signed = first_state(server().signed()).await;
    assert!(signed.starts_with("m1."), "{signed}");

    assert!(is_refused(&second(server(), &signed).await));
    assert!(is_refused(&second(server().signed(), &encrypted).await));
    let both = Encrypted::new(KeyRing::new(&key())).accepting_signed();
    let asked = second(keyless().envelope(both), &signed).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
}

/// A service elsewhere that holds the keys, and takes its time.
#[derive(Debug)]
struct Elsewhere(Signed);

impl Envelope for Elsewhere {
    fn close<'a>(&'a self, payload: &'a [u8], entropy: &'a dyn Entropy) -> Closing<'a> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            Ok(format!("kms:{}", self.0.close(payload, entropy).await?))
        })
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            let inner = text.strip_prefix("kms:");
            let inner = inner.ok_or(NotOpened::Refused(Refusal::Malformed))?;
            self.0.open(inner).await
        })
    }
}

#[tokio::test]
async fn an_envelope_of_ones_own_takes_its_time() {
    let own = || keyless().envelope(Elsewhere(Signed::new(KeyRing::new(&key()))));
    let state = first_state(own()).await;
    assert!(state.starts_with("kms:m1."), "{state}");
    let asked = second(own(), &state).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    assert!(is_refused(&second(server(), &state).await));
}

/// Says who calls
#[mrtr_tool]
async fn whoami(call: &mrtr::Call) -> String {
    call.principal().name().unwrap_or("nobody").to_owned()
}

#[tokio::test]
async fn over_stdio_the_local_user_calls() {
    let server = Server::new("tests", "1.0").key(&key()).tool(whoami);
    let told = Wire::to(server)
        .call(json!({"name": "whoami"}), able())
        .await;
    assert!(text(&told).starts_with("local:"), "{told}");
    let local_user = mrtr::Principal::local_user();
    assert_eq!(Some(text(&told)), local_user.name());
}

#[test]
fn two_ways_to_seal_are_none() {
    let own = || Elsewhere(Signed::new(KeyRing::new(&key())));
    for server in [server().envelope(own()), keyless().signed().envelope(own())] {
        let error = server.http_service().expect_err("two ways");
        assert!(matches!(error.problems(), [StartProblem::Key(_)]));
    }
}

#[tokio::test]
async fn keys_are_changed_while_two_instances_are_a_step_apart() {
    let new = SealKey::from_bytes([8; 32]).expect("a key");
    let ring = |active: &SealKey| KeyRing::new(active);
    let old_only = || keyless().keys(ring(&key()));
    let new_opens = || keyless().keys(ring(&key()).accept(&new).expect("two keys"));
    let new_seals = || keyless().keys(ring(&new).accept(&key()).expect("two keys"));
    let new_only = || keyless().keys(ring(&new));

    // At each of the three changes the instances before it and after it take each other's state.
    let stages: [&dyn Fn() -> Server; 4] = [&old_only, &new_opens, &new_seals, &new_only];
    for (number, pair) in stages.windows(2).enumerate() {
        for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let taken = second(to(), &first_state(from()).await).await;
            let asked = taken["result"]["resultType"] == "input_required";
            assert!(asked, "change {number}: {taken}");
        }
    }
    // What must not be done: to seal with a key that others do not know yet, and to let go of one
    // whose state has not expired.
    for (from, to) in [(stages[2], stages[0]), (stages[1], stages[3])] {
        assert!(is_refused(&second(to(), &first_state(from()).await).await));
    }
}

/// Counts, and is asked in between
#[mrtr_tool(once)]
async fn count(tally: &Mutex<u32>) -> Result<String, mrtr::NotAccepted> {
    ask!(bool, key = "sure", "Count?").accepted()?;
    let mut tally = tally.lock().unwrap();
    *tally += 1;
    Ok(tally.to_string())
}

#[tokio::test]
async fn instances_share_a_store() {
    let counting = |store: &Arc<dyn OnceStore>| {
        Server::new("tests", "1.0")
            .key(&key())
            .state(Mutex::new(0_u32))
            .once_store(Arc::clone(store))
            .tool(count)
    };
    let store: Arc<dyn OnceStore> = Arc::new(MemoryStore::new());
    let mut params = json!({"name": "count", "arguments": {}});
    let asked = Wire::to(counting(&store))
        .call(params.clone(), able())
        .await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = json!({"sure": {"action": "accept", "content": {"answer": true}}});

    let other: Arc<dyn OnceStore> = Arc::new(MemoryStore::new());
    for store in [&store, &store, &other] {
        // Each of them counts for itself: two would come from a second run.
        let done = Wire::to(counting(store)).call(params.clone(), able()).await;
        assert_eq!(text(&done), "1", "{done}");
    }
    let one = counting(&store);
    let mut wire = Wire::to(one);
    for _ in 0..3 {
        assert_eq!(text(&wire.call(params.clone(), able()).await), "1");
    }
}

/// Signs in, and asks meanwhile
#[mrtr_tool]
async fn sign_in(name: String, attempts: &Mutex<u32>) -> Result<String, mrtr::NotAccepted> {
    let token = Secret::new(format!("token of {name}"));
    let tries = { *attempts.lock().unwrap() };
    let sure = ask!(bool, "Sign {name} in?").accepted()?;
    let again = ask!(bool, "Are you sure, after {tries}?").accepted()?;
    Ok(format!("{}", sure && again && token.expose().len() > 3))
}

#[test]
fn a_flow_says_what_it_carries_without_running() {
    let mut state = State::new();
    let attempts = Mutex::new(7_u32);
    state.insert(attempts);
    let points = sign_in
        .describe()
        .carries(&state)
        .expect("it is registered");
    let told = |point: &CarryingPoint| -> Vec<_> {
        let locals = point.locals.iter();
        locals
            .map(|local| (local.name, local.type_name, local.is_secret))
            .collect()
    };
    let token = ("token", "mrtr::secret::Secret<alloc::string::String>", true);
    let tries = ("tries", "u32", false);
    assert_eq!(points[0].asks, ["sure"]);
    assert_eq!(told(&points[0]), [token, tries]);
    assert_eq!(points[1].asks, ["again"]);
    assert_eq!(told(&points[1]), [token, ("sure", "bool", false)]);
    assert!(sign_in.describe().carries(&State::new()).is_err());
}

#[test]
fn what_flows_carry_is_listed_at_start() {
    let server = Server::new("tests", "1.0")
        .key(&key())
        .state(Mutex::new(0_u32))
        .tool(sign_in)
        .tool(count);
    let log = support::log::logged(|| server.http_service().expect("it starts"));
    let listed: Vec<_> = log.lines().filter(|line| line.contains("INFO")).collect();
    let token = "token: mrtr::secret::Secret<alloc::string::String>";
    for (line, parts) in listed.iter().zip([
        [
            "flow=\"sign_in\"",
            "asks=\"sure\"",
            &format!("carries=\"{token}, tries: u32\""),
        ],
        [
            "flow=\"sign_in\"",
            "asks=\"again\"",
            &format!("carries=\"{token}, sure: bool\""),
        ],
        ["flow=\"count\"", "asks=\"sure\"", "carries=\"\""],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
    assert_eq!(listed.len(), 3, "{log}");
}

#[test]
fn a_secret_that_could_be_read_keeps_a_server_from_starting() {
    let with_state = || {
        Server::new("tests", "1.0")
            .state(Mutex::new(0_u32))
            .tool(sign_in)
            .tool(count)
    };
    let problem = StartProblem::ReadableSecret {
        name: "sign_in",
        local: "token",
    };
    let error = with_state().key(&key()).signed().http_service();
    let error = error.expect_err("it can be read");
    assert_eq!(error.problems(), std::slice::from_ref(&problem));
    let told = error.to_string();
    assert!(
        told.contains("`sign_in` carries `token`, a `Secret`, over a step"),
        "{told}"
    );
    // An envelope of one's own says whether it hides.
    let own = Elsewhere(Signed::new(KeyRing::new(&key())));
    let error = with_state().envelope(own).http_service();
    assert_eq!(
        error.expect_err("it can be read").problems(),
        std::slice::from_ref(&problem)
    );
    assert!(with_state().key(&key()).http_service().is_ok());

    let host = |host: mrtr::host::HostBuilder| {
        let host = host.key(&key()).state(Mutex::new(0_u32)).build();
        host.expect("a host")
    };
    let signed = host(Host::builder("tests").signed());
    let error = signed.route::<(), _>(sign_in).expect_err("it can be read");
    assert_eq!(error.problems(), [problem]);
    let encrypted = host(Host::builder("tests"));
    assert!(encrypted.route::<(), _>(sign_in).is_ok());
}
