//! The driver, against a server that follows a script and notes what it is sent.

use std::sync::{Arc, Mutex};

use mrtr::Answer;
use mrtr::client::{
    Answerer, Answering, CallError, Client, FormHandler, FormQuestion, Limits, Root, RootsHandler,
    Round,
};
use rmcp::model::{CallToolRequestParams, CallToolResult};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

/// What the server was sent: each `tools/call`, whole.
type Sent = Arc<Mutex<Vec<Value>>>;

/// A server that answers `server/discover`, and each `tools/call` with the next of `results`.
fn scripted(results: Vec<Value>) -> (DuplexStream, Sent) {
    let (ours, theirs) = duplex(1 << 20);
    let sent = Sent::default();
    let noted = Arc::clone(&sent);
    tokio::spawn(async move {
        let (reader, mut writer) = split(theirs);
        let mut lines = BufReader::new(reader).lines();
        let mut results = results.into_iter();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).expect("JSON");
            let result = match request["method"].as_str() {
                Some("server/discover") => json!({
                    "resultType": "complete",
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {}},
                    "ttlMs": 0,
                    "cacheScope": "private",
                }),
                Some("tools/call") => {
                    noted.lock().expect("no panic").push(request.clone());
                    results.next().expect("the script goes on")
                }
                _ => continue,
            };
            let response = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
            let line = format!("{response}\n");
            writer
                .write_all(line.as_bytes())
                .await
                .expect("the client reads");
        }
    });
    (ours, sent)
}

/// A round's number, keys and length of state.
type Told = (u32, Vec<String>, Option<usize>);

/// Accepts every form with the number of its question, and has one root.
#[derive(Default)]
struct Agreeable {
    asked: Mutex<Vec<String>>,
    rounds: Mutex<Vec<Told>>,
}

impl Answerer for Agreeable {
    fn forms(&self) -> Option<&dyn FormHandler> {
        Some(self)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        Some(self)
    }

    fn on_round(&self, round: &Round<'_>) {
        let keys = round.keys.iter().map(|&key| key.to_owned()).collect();
        let mut rounds = self.rounds.lock().expect("no panic");
        rounds.push((round.number, keys, round.state_bytes));
    }
}

impl FormHandler for Agreeable {
    fn answer<'a>(&'a self, form: FormQuestion<'a>) -> Answering<'a, Answer<Map<String, Value>>> {
        Box::pin(async move {
            let mut asked = self.asked.lock().expect("no panic");
            asked.push(form.message.to_owned());
            let content = Map::from_iter([("n".to_owned(), json!(asked.len()))]);
            Ok(Answer::Accept(content))
        })
    }
}

impl RootsHandler for Agreeable {
    fn list<'a>(&'a self, _: &'a str) -> Answering<'a, Vec<Root>> {
        Box::pin(async {
            Ok(vec![Root {
                uri: "file:///here".to_owned(),
                name: None,
            }])
        })
    }
}

/// The same handlers, still in the hands of the test.
struct Shared(Arc<Agreeable>);

impl Answerer for Shared {
    fn forms(&self) -> Option<&dyn FormHandler> {
        self.0.forms()
    }

    fn on_round(&self, round: &Round<'_>) {
        self.0.on_round(round);
    }
}

/// Has no handler at all.
struct Nobody;

impl Answerer for Nobody {}

fn form(message: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
        },
    })
}

fn asks(requests: Value, state: Option<&str>) -> Value {
    let mut result = json!({"resultType": "input_required"});
    if requests != json!({}) {
        result["inputRequests"] = requests;
    }
    if let Some(state) = state {
        result["requestState"] = json!(state);
    }
    result
}

fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]})
}

fn params() -> CallToolRequestParams {
    let arguments = Map::from_iter([("a".to_owned(), json!(1))]);
    CallToolRequestParams::new("t").with_arguments(arguments)
}

async fn call<A: Answerer>(
    results: Vec<Value>,
    answerer: A,
    limits: Limits,
) -> (Result<CallToolResult, CallError>, Vec<Value>) {
    let (transport, sent) = scripted(results);
    let client = Client::connect("test", "1", answerer, transport)
        .await
        .expect("connected");
    let result = client.limits(limits).call_tool(params()).await;
    let sent = sent.lock().expect("no panic").clone();
    (result, sent)
}

fn at_most(max_rounds: u32) -> Limits {
    let mut limits = Limits::default();
    limits.max_rounds = max_rounds;
    limits
}

#[tokio::test]
async fn a_retry_is_the_call_plus_this_rounds_answers_and_state() {
    let results = vec![
        asks(
            json!({"one": form("1"), "where": {"method": "roots/list"}}),
            Some("S1"),
        ),
        asks(json!({"two": form("2")}), None),
        asks(json!({}), Some("S3")),
        done(),
    ];
    let (result, sent) = call(results, Agreeable::default(), Limits::default()).await;
    assert_eq!(result.expect("finished").is_error, None);

    let retries: Vec<(Option<&Value>, Option<&Value>)> = sent
        .iter()
        .map(|request| {
            assert_eq!(request["params"]["name"], "t");
            assert_eq!(request["params"]["arguments"], json!({"a": 1}));
            let params = &request["params"];
            (params.get("inputResponses"), params.get("requestState"))
        })
        .collect();
    let one = json!({
        "one": {"action": "accept", "content": {"n": 1}},
        "where": {"roots": [{"uri": "file:///here"}]},
    });
    let two = json!({"two": {"action": "accept", "content": {"n": 2}}});
    let (first, third) = (json!("S1"), json!("S3"));
    assert_eq!(
        retries,
        [
            (None, None),
            (Some(&one), Some(&first)),
            (Some(&two), None),
            (None, Some(&third)),
        ]
    );
    let mut ids: Vec<String> = sent
        .iter()
        .map(|request| request["id"].to_string())
        .collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), sent.len(), "an id was used twice");
}

#[tokio::test]
async fn fields_of_an_earlier_call_are_not_sent() {
    let (transport, sent) = scripted(vec![done()]);
    let client = Client::connect("test", "1", Nobody, transport)
        .await
        .expect("connected");
    let stale = params()
        .with_request_state("old")
        .with_input_responses([("old".to_owned(), json!({}))].into());
    client.call_tool(stale).await.expect("finished");
    let sent = sent.lock().expect("no panic");
    assert_eq!(sent[0]["params"].get("requestState"), None);
    assert_eq!(sent[0]["params"].get("inputResponses"), None);
}

#[tokio::test]
async fn state_is_echoed_byte_for_byte() {
    for state in [
        " lead\ttail \n",
        "\0",
        "ünïcödé😀",
        "{\"a\" : 1}",
        "",
        &"x".repeat(1 << 18),
    ] {
        let results = vec![asks(json!({"q": form("?")}), Some(state)), done()];
        let (result, sent) = call(results, Agreeable::default(), Limits::default()).await;
        result.expect("finished");
        assert_eq!(sent[1]["params"]["requestState"], state);
    }
}

#[tokio::test]
async fn the_limit_counts_rounds_that_are_answered() {
    let interim = |number: u32| asks(json!({"q": form("?")}), Some(&format!("S{number}")));
    let (result, _) = call(
        vec![interim(1), interim(2), interim(3), done()],
        Agreeable::default(),
        at_most(3),
    )
    .await;
    result.expect("the third answer is the last one, and it was enough");

    let (result, sent) = call(
        vec![interim(1), interim(2), interim(3), interim(4)],
        Agreeable::default(),
        at_most(3),
    )
    .await;
    match result {
        Err(CallError::TooManyRounds {
            max_rounds: 3,
            asked,
        }) => {
            assert_eq!(asked.request_state.as_deref(), Some("S4"));
            assert!(asked.input_requests.expect("questions").contains_key("q"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(sent.len(), 4);
}

#[tokio::test]
async fn a_question_without_a_handler_is_an_error_that_holds_it() {
    for (key, question) in [("q", form("?")), ("where", json!({"method": "roots/list"}))] {
        let results = vec![asks(json!({key: question}), Some("S1"))];
        let (result, sent) = call(results, Nobody, Limits::default()).await;
        match result {
            Err(CallError::Unanswered { key: at, asked, .. }) => {
                assert_eq!(at, key);
                assert_eq!(asked.request_state.as_deref(), Some("S1"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(sent.len(), 1, "nothing is sent in a person's name");
    }
}

#[tokio::test]
async fn what_is_declared_follows_the_handlers() {
    let declared = |sent: &[Value]| {
        sent[0]["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].clone()
    };
    let (_, sent) = call(vec![done()], Nobody, Limits::default()).await;
    assert_eq!(declared(&sent), json!({}));
    let (_, sent) = call(vec![done()], Agreeable::default(), Limits::default()).await;
    assert_eq!(
        declared(&sent),
        json!({"elicitation": {"form": {}}, "roots": {}})
    );
}

#[tokio::test]
async fn the_kind_of_a_result_is_looked_at_before_anything_else() {
    // With every field of a finished result beside it, it still asks.
    let mut asking = asks(json!({"q": form("?")}), Some("S1"));
    asking["content"] = json!([]);
    asking["isError"] = json!(false);
    asking["_meta"] = json!({"x/y": 1});
    let (result, sent) = call(
        vec![asking, done()],
        Agreeable::default(),
        Limits::default(),
    )
    .await;
    result.expect("finished");
    assert_eq!(sent.len(), 2);

    // Without the field it is finished, whatever else is there.
    let old = json!({"content": [], "inputRequests": {"q": form("?")}, "requestState": "S"});
    let (result, sent) = call(vec![old], Agreeable::default(), Limits::default()).await;
    result.expect("finished");
    assert_eq!(sent.len(), 1);

    // A kind that nobody knows is no result.
    let unknown = json!({"resultType": "acme/later", "content": []});
    let (result, _) = call(vec![unknown], Agreeable::default(), Limits::default()).await;
    assert!(matches!(result, Err(CallError::Unexpected)), "{result:?}");
}

#[tokio::test]
async fn each_round_is_told_before_it_is_answered() {
    let results = vec![
        asks(json!({"b": form("?"), "a": form("?")}), Some("12345")),
        asks(json!({}), Some("")),
        asks(json!({"c": form("?")}), None),
        done(),
    ];
    let (transport, _) = scripted(results);
    let answerer = Arc::new(Agreeable::default());

    let shared = Shared(Arc::clone(&answerer));
    let client = Client::connect("test", "1", shared, transport)
        .await
        .expect("connected");
    client.call_tool(params()).await.expect("finished");
    let own = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        *answerer.rounds.lock().expect("no panic"),
        [
            (1, own(&["a", "b"]), Some(5)),
            (2, own(&[]), Some(0)),
            (3, own(&["c"]), None),
        ]
    );
}
