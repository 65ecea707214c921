//! All rounds of a call are one trace, and what its spans say: U06.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use mrtr::client::{CallErrorKind, Connect, Pending, Step, Trace};
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use tracing::Dispatch;
use tracing::instrument::WithSubscriber as _;
use tracing::subscriber::NoSubscriber;

use crate::server::{Does, Sent, agreeable, asks, client, done, form, params, scripted};

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

fn results() -> Vec<Value> {
    vec![
        asks(json!({"approval": form("the question")}), "the state"),
        asks(json!({"b": form("?"), "a\n": form("?")}), "S2"),
        done(),
    ]
}

fn meta(sent: &Sent, field: &str) -> Vec<Value> {
    let calls = sent.calls();
    calls.iter().map(|it| it["_meta"][field].clone()).collect()
}

#[tokio::test]
async fn all_rounds_are_one_trace() {
    let (client, sent) = client(results(), agreeable()).await;
    let trace: Trace = PARENT.parse().expect("a trace");
    let trace = trace.with_state("a=1,b=2").expect("a state");
    client.call(params()).trace(trace).await.expect("finished");
    assert_eq!(meta(&sent, "traceparent"), [PARENT; 3]);
    assert_eq!(meta(&sent, "tracestate"), ["a=1,b=2"; 3]);
}

#[tokio::test]
async fn without_a_tracer_there_is_no_trace() {
    let (client, sent) = client(results(), agreeable()).await;
    client.call(params()).await.expect("finished");
    assert_eq!(
        meta(&sent, "traceparent"),
        [Value::Null, Value::Null, Value::Null]
    );
}

#[tokio::test]
async fn a_tracer_is_asked_once_for_each_call_that_has_no_trace() {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let connect = || {
        let count = Arc::clone(&count);
        Connect::new("test", "1").tracer(move || {
            count.fetch_add(1, Ordering::SeqCst);
            Some(Trace::begin())
        })
    };
    let script = || results().into_iter().map(Does::Returns).collect();
    let (transport, first) = scripted(script());
    let client = connect().over(transport, agreeable()).await;
    let client = client.expect("connected");
    let step = client.call(params()).step().await.expect("a round");
    let Step::Asked(pending) = step else {
        panic!("{step:?}");
    };
    let stored = serde_json::to_string(&pending).expect("JSON");

    // Another process: it has a tracer too, and the call stays in its trace.
    let pending: Pending<CallToolRequestParams> = serde_json::from_str(&stored).expect("a call");
    let (transport, rest) = scripted(script());
    let client = connect().over(transport, agreeable()).await;
    let client = client.expect("connected");
    client.resume(pending).await.expect("finished");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let traces = [meta(&first, "traceparent"), meta(&rest, "traceparent")].concat();
    assert_eq!(traces.len(), 4);
    assert!(traces[0].is_string());
    assert!(traces.iter().all(|it| *it == traces[0]), "{traces:?}");
}

/// While there is a single subscriber, `tracing` lets the thread that meets an event first decide
/// for all threads whether it is of interest, and other tests run without one.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("lines").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Each span as it was closed, and each event, of this crate only.
async fn logged(work: impl Future<Output = ()>) -> Vec<String> {
    LazyLock::force(&SECOND);
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    work.with_subscriber(subscriber).await;
    let bytes = lines.0.lock().expect("lines").clone();
    let text = String::from_utf8(bytes).expect("text");
    let own = text.lines().filter(|line| line.contains("mrtr::client"));
    own.map(str::to_owned).collect()
}

fn has(line: &str, parts: &[&str]) {
    for part in parts {
        assert!(line.contains(part), "{part}: {line}");
    }
}

#[tokio::test]
async fn spans_tell_of_each_round_and_of_no_answer() {
    let (client, _) = client(results(), agreeable()).await;
    let lines = logged(async {
        let trace = PARENT.parse().expect("a trace");
        client.call(params()).trace(trace).await.expect("finished");
    })
    .await;
    let [first, answer, second, answers, third, whole] = &lines[..] else {
        panic!("{lines:#?}");
    };
    let call =
        "call{method=\"tools/call\" name=\"t\" trace_id=\"0af7651916cd43dd8448eb211c80319c\"}";
    has(first, &[call, "request{round=1}"]);
    has(answer, &[call, "answer{round=1 questions=[\"approval\"]}"]);
    has(second, &[call, "request{round=2}"]);
    // The server chose the keys: they make no line of their own.
    has(
        answers,
        &[call, "answer{round=2 questions=[\"a\\n\", \"b\"]}"],
    );
    has(third, &[call, "request{round=3}"]);
    has(whole, &[call]);
    let all = lines.concat();
    for secret in ["the state", "the question"] {
        assert!(!all.contains(secret), "{all}");
    }
}

#[tokio::test]
async fn a_call_that_does_not_finish_says_why() {
    let (client, _) = client(results(), mrtr::client::Handlers::new()).await;
    let lines = logged(async {
        let error = client.call(params()).await.expect_err("nobody answers");
        assert!(matches!(error.kind(), CallErrorKind::Unanswered { .. }));
    })
    .await;
    let told = "the call did not finish reason=\"a question has no answer\" round=1";
    assert!(lines.iter().any(|line| line.contains(told)), "{lines:#?}");
}
