//! A server of an older version of the protocol that follows a script.

use mrtr::client::{Answerer, Client};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

use crate::server::Sent;

/// A server that knows `initialize` only, asks each of `questions` in the middle of a call, and
/// then returns `result`.
fn server(questions: Vec<Value>, result: Value) -> (DuplexStream, Sent) {
    server_of("2025-11-25", questions, result)
}

pub(crate) fn server_of(
    version: &'static str,
    questions: Vec<Value>,
    result: Value,
) -> (DuplexStream, Sent) {
    let (ours, theirs) = duplex(1 << 20);
    let sent = Sent::default();
    let noted = sent.clone();
    tokio::spawn(async move {
        let (reader, mut writer) = split(theirs);
        let mut lines = BufReader::new(reader).lines();
        let mut questions = questions.into_iter().enumerate();
        let mut call = Value::Null;
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).expect("JSON");
            let id = message["id"].clone();
            let reply = |result: Value| json!({"jsonrpc": "2.0", "id": id, "result": result});
            let next = match message["method"].as_str() {
                Some("initialize") => {
                    noted.note(message.clone());
                    reply(json!({
                        "protocolVersion": version,
                        "capabilities": {"tools": {}},
                        "serverInfo": {"name": "old", "version": "1"},
                    }))
                }
                Some("tools/call") => {
                    noted.note(message.clone());
                    call = id;
                    ask(&mut questions, &call, &result)
                }
                // A sign of the test that it may go on.
                Some("notifications/roots/list_changed") => ask(&mut questions, &call, &result),
                Some(_) if id.is_null() => {
                    noted.note(message.clone());
                    continue;
                }
                Some(_) => json!({
                    "jsonrpc": "2.0", "id": id,
                    "error": {"code": -32601, "message": "Method not found"},
                }),
                None => {
                    noted.note(message.clone());
                    ask(&mut questions, &call, &result)
                }
            };
            for line in lines_of(next) {
                if writer.write_all(line.as_bytes()).await.is_err() {
                    return;
                }
            }
        }
    });
    (ours, sent)
}

/// A message, or several in one go.
fn lines_of(message: Value) -> Vec<String> {
    let messages = match message {
        Value::Array(messages) => messages,
        message => vec![message],
    };
    messages.iter().map(|it| format!("{it}\n")).collect()
}

/// The next question, or several that are asked at once, or a failure, or the result.
fn ask(
    questions: &mut impl Iterator<Item = (usize, Value)>,
    call: &Value,
    result: &Value,
) -> Value {
    match questions.next() {
        Some((_, mut failure)) if failure["error"].is_object() => {
            failure["jsonrpc"] = json!("2.0");
            failure["id"] = call.clone();
            failure
        }
        Some((at, mut asked)) => {
            let questions = match &mut asked {
                Value::Array(questions) => &mut questions[..],
                one => std::slice::from_mut(one),
            };
            for (nth, question) in questions.iter_mut().enumerate() {
                question["jsonrpc"] = json!("2.0");
                if question["result"].is_object() {
                    question["id"] = call.clone();
                } else if question["method"] != "notifications/cancelled" {
                    question["id"] = json!(format!("ask{at}.{nth}"));
                }
            }
            asked
        }
        None => json!({"jsonrpc": "2.0", "id": call, "result": result}),
    }
}

pub(crate) async fn connected(
    questions: Vec<Value>,
    result: Value,
    answerer: impl Answerer,
) -> (Client<impl Answerer>, Sent) {
    let (transport, sent) = server(questions, result);
    let client = Client::connect("test", "1", answerer, transport).await;
    (client.expect("connected"), sent)
}

pub(crate) fn done() -> Value {
    json!({"content": [{"type": "text", "text": "done"}], "isError": false})
}
