//! What happens with each server: every kind of question, over several rounds.

use std::sync::{Arc, Mutex, PoisonError};

use mrtr::Answer;
use mrtr::client::{
    ByHand, CallErrorKind, FormQuestion, Handlers, Pending, Response, Root, RootsQuestion,
    SamplingQuestion, Step, Unanswered, UrlQuestion,
};
use rmcp::ServiceError;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, CreateMessageResult, ErrorCode,
    GetPromptRequestParams, ReadResourceRequestParams, ResourceContents,
};
use serde_json::{Map, Value, json};

use crate::line::Line;

/// Each question by what the person reads.
type Asked = Arc<Mutex<Vec<String>>>;

fn note(asked: &Asked, text: &str) {
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    asked.push(text.to_owned());
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other}"),
    }
}

fn root() -> Root {
    serde_json::from_value(json!({"uri": "file:///here"})).expect("a root")
}

fn named() -> CreateMessageResult {
    let content = json!({"type": "text", "text": "Earl"});
    let result = json!({"role": "assistant", "model": "m", "content": content});
    serde_json::from_value(result).expect("a result")
}

/// Orders three, with the form's own default for the rest; agrees to pay; is not sure.
fn person(asked: &Asked) -> Handlers {
    let (forms, urls, models) = (Arc::clone(asked), Arc::clone(asked), Arc::clone(asked));
    Handlers::new()
        .on_form(move |question: FormQuestion| {
            note(&forms, &question.message);
            async move {
                if question.message == "Sure?" {
                    return Ok(Answer::Decline);
                }
                let mut content = object(match &*question.message {
                    "Who?" => json!({"name": "Ann"}),
                    _ => json!({"count": 3}),
                });
                question.form()?.fill_in_defaults(&mut content);
                Ok(Answer::Accept(content))
            }
        })
        .on_url(move |question: UrlQuestion| {
            note(&urls, question.link.as_str());
            async { Ok(Answer::Accept(())) }
        })
        .on_sampling(move |question: SamplingQuestion| {
            note(&models, &format!("{} tokens", question.params.max_tokens));
            async { Ok(named()) }
        })
        .on_roots(|_: RootsQuestion| async { Ok(vec![root()]) })
}

fn call() -> CallToolRequestParams {
    CallToolRequestParams::new("journey").with_arguments(object(json!({"item": "tea"})))
}

fn text(result: &CallToolResult) -> &str {
    match &result.content[..] {
        [ContentBlock::Text(text)] => &text.text,
        other => panic!("{other:?}"),
    }
}

pub(crate) const PASSED: &str = "a tool, a prompt and a resource that ask: forms, a decline, a page, a model, roots, state alone";
pub(crate) const PASSED_IN_2025: &str =
    "a tool that asks: forms, a decline, a page, a model, roots; a page that a failure asks for";
const ARRIVED: &str = "3 black tea for file:///here, paid accept, named Earl, sure decline";

fn asked_in_order(asked: &Asked) {
    let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    let page = "https://pay.example/tea?n=1";
    let mut sorted: Vec<&str> = asked.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    assert_eq!(sorted, ["10 tokens", "How many tea?", "Sure?", page]);
}

pub(crate) async fn ends(line: &Line) {
    let asked = Asked::default();
    let client = line.connect(person(&asked)).await;
    let result = client.call(call()).await.expect("finished");
    assert_eq!(text(&result), ARRIVED);
    asked_in_order(&asked);

    // Two questions, a page, a round with nothing to answer, a model, and the one that is declined.
    let kinds = line.said("/result/resultType");
    let interim = kinds.iter().filter(|kind| *kind == "input_required");
    assert_eq!(interim.count(), 5);
    let states = line.said("/result/requestState");
    let echoed = line.was_sent("/params/requestState");
    assert_eq!(states, echoed);
    assert_eq!(states.len(), 5);
    let calls = line.was_sent("/params/name");
    assert_eq!(calls.len(), 6);
    client.close().await;
}

/// Each round is answered by hand, after a night in a file, over a connection of its own.
pub(crate) async fn goes_on_elsewhere(line: &Line) {
    let by_hand = || {
        Handlers::new()
            .on_form(ByHand)
            .on_url(ByHand)
            .on_sampling(ByHand)
            .on_roots(ByHand)
    };
    let first = line.connect(by_hand()).await;
    let mut step = first.call(call()).step().await.expect("a round");
    first.close().await;
    for round in 1..=5 {
        let Step::Asked(pending) = step else {
            panic!("{step:?}");
        };
        assert_eq!(pending.interim().round, round);
        let stored = serde_json::to_string(&pending).expect("JSON");

        let mut pending: Pending<CallToolRequestParams> =
            serde_json::from_str(&stored).expect("a call");
        answer(&mut pending);
        let other = line.connect(by_hand()).await;
        step = other.resume(pending).step().await.expect("a round");
        other.close().await;
    }
    let Step::Complete(result) = step else {
        panic!("{step:?}");
    };
    assert_eq!(text(&result), ARRIVED);
}

fn answer(pending: &mut Pending<CallToolRequestParams>) {
    let open: Vec<String> = pending
        .unanswered()
        .map(|(key, _)| key.to_owned())
        .collect();
    for key in open {
        let accept = json!({"count": 3, "kind": "black"});
        let taken = match &*key {
            "size" => pending.answer(&key, Response::Form(Answer::Accept(object(accept)))),
            "where" => pending.answer(&key, Response::Roots(vec![root()])),
            "pay" => pending.answer(&key, Response::Url(Answer::Accept(()))),
            "name" => pending.answer(&key, Response::Sampling(Box::new(named()))),
            "sure" => pending.decline(&key),
            other => panic!("{other}"),
        };
        taken.expect("it fits");
    }
}

pub(crate) async fn prompt_and_resource(line: &Line) {
    let client = line.connect(person(&Asked::default())).await;
    let prompt = client.call(GetPromptRequestParams::new("greet")).await;
    let prompt = prompt.expect("finished");
    assert!(
        matches!(&prompt.messages[0].content, ContentBlock::Text(text) if text.text == "Hello Ann"),
        "{prompt:?}"
    );
    let note = client
        .call(ReadResourceRequestParams::new("note://7"))
        .await;
    let note = note.expect("finished");
    assert!(
        matches!(
            &note.contents[0],
            ResourceContents::TextResourceContents { text, .. } if text == "For Ann"
        ),
        "{note:?}"
    );
    let prompts = line.was_sent("/params/uri");
    assert_eq!(prompts, ["note://7", "note://7"], "it was asked about");
    client.close().await;
}

/// The client says that it can do nothing: the server refuses, or asks in vain.
pub(crate) async fn nobody_there(line: &Line) {
    let client = line.connect(Handlers::new()).await;
    let error = client.call(call()).await.expect_err("nobody can answer");
    match error.kind() {
        CallErrorKind::Service(ServiceError::McpError(refusal)) => {
            assert_eq!(refusal.code, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY);
        }
        CallErrorKind::Unanswered { reason, .. } => {
            assert!(matches!(reason, Unanswered::NoHandler(_)), "{error}");
        }
        _ => panic!("{error}"),
    }
    assert_eq!(line.was_sent("/params/name").len(), 1);
    client.close().await;
}

/// It asks in the middle of the call, and the same handlers answer.
pub(crate) async fn in_the_older_era(line: &Line) {
    let asked = Asked::default();
    let client = line.connect(person(&asked)).await;
    let result = client.call(call()).await.expect("finished");
    assert_eq!(text(&result), ARRIVED);
    asked_in_order(&asked);
    assert_eq!(line.said("/result/protocolVersion"), [json!("2025-11-25")]);
    assert_eq!(line.was_sent("/params/name"), [json!("journey")]);

    let visit = client.call(CallToolRequestParams::new("visit")).await;
    assert_eq!(text(&visit.expect("finished")), "welcome");
    client.close().await;
    let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(
        asked.last().map(String::as_str),
        Some("https://login.example/")
    );
}
