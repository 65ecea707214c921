//! A tool, and engines to run it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mrtr::engine::{Engine, Entropy, Method, Outcome, Refusal, Request};
use mrtr::seal::{Closing, Envelope, NotOpened, Opening};
use mrtr::{Form, Principal, State, ask, ask_all, mrtr_tool, roots};
use serde::{Deserialize, Serialize};

/// The details of a release.
#[derive(Form, Serialize, Deserialize)]
struct Details {
    /// A label
    #[form(min_length = 1, max_length = 8)]
    label: String,
    /// How many
    count: u8,
    /// Mail to
    #[form(format = "email")]
    mail: Option<String>,
}

/// Asks in a loop, with all kinds of locals alive.
#[mrtr_tool]
pub async fn release(limit: u8) -> mrtr::Result<String> {
    let plan: BTreeMap<String, Vec<Option<i64>>> =
        BTreeMap::from([("a".to_owned(), vec![None, Some(-1)])]);
    let (details, roots) = ask_all!(ask!(Details, "Details?"), roots!());
    let details = details.accepted()?;
    let mut sum = 0_u32;
    let mut rounds = 0_u8;
    while rounds < limit {
        rounds += 1;
        sum += ask!(u32, "Number {rounds} of {limit}?").accepted()? % 100;
    }
    let Details { label, count, mail } = details;
    let all = plan.len() + roots.len() + usize::from(count);
    Ok(format!("{label} {mail:?} {sum} {all}"))
}

/// No envelope at all: what is in it comes from the fuzzer.
#[derive(Debug)]
pub struct Bare;

impl Envelope for Bare {
    fn close<'a>(&'a self, payload: &'a [u8], _: &'a dyn Entropy) -> Closing<'a> {
        Box::pin(async move { Ok(URL_SAFE_NO_PAD.encode(payload)) })
    }

    fn open<'a>(&'a self, text: &'a str) -> Opening<'a> {
        Box::pin(async move {
            URL_SAFE_NO_PAD
                .decode(text)
                .map_err(|_| NotOpened::Refused(Refusal::Malformed))
        })
    }
}

pub fn request(state: Option<String>, responses: BTreeMap<String, serde_json::Value>) -> Request {
    Request {
        method: Method::CallTool,
        arguments: serde_json::from_str(r#"{"limit": 3}"#).expect("arguments"),
        responses,
        state,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_str(r#"{"elicitation": {}, "roots": {}}"#)
            .expect("capabilities"),
        notices: mrtr::notice::Notices::default(),
    }
}

/// One round. A panic is caught by the engine, so it shows as an internal error.
pub fn round(engine: &Engine, request: Request) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let outcome = runtime.block_on(engine.round(&release(), &State::new(), request));
    if let Outcome::Error(error) = &outcome {
        assert_ne!(error.code, -32603, "{error:?}");
    }
    outcome
}

/// State of a first round.
pub fn first(engine: &Engine) -> String {
    match round(engine, request(None, BTreeMap::new())) {
        Outcome::InputRequired(asked) => asked.request_state.expect("state"),
        other => panic!("not asked: {other:?}"),
    }
}

/// Writes a seed, once, where `cargo fuzz` looks for them.
pub fn seed(target: &str, bytes: &[u8]) {
    let corpus = std::path::Path::new("fuzz/corpus").join(target);
    if corpus.is_dir() {
        let _ = std::fs::write(corpus.join("seed"), bytes);
    }
}
