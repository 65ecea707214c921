//! Many calls at once over one connection: each has its own questions, state and answers.

use futures_util::future::join_all;
use mrtr::Answer;
use mrtr::client::{Client, FormQuestion, Handlers};
use rmcp::model::{CallToolRequestParams, ContentBlock};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

use crate::server::{asks, content, discovered, form};

const BATCH: usize = 8;
/// How many calls, each of so many rounds.
const CALLS: u64 = 64;
const ROUNDS: u64 = 4;

/// The next result of the call whose argument is `n`, which is wrong where anything of another call
/// came with it.
fn next(params: &Value) -> Value {
    let n = params["arguments"]["n"].as_u64().expect("a number");
    let round = match params["requestState"].as_str() {
        None => 0,
        Some(state) => {
            let (of, round) = state.split_once('/').expect("a state");
            let round: u64 = round.parse().expect("a round");
            let answers = &params["inputResponses"];
            let own = of == n.to_string()
                && answers
                    .as_object()
                    .is_some_and(|answers| answers.len() == 1)
                && answers[format!("q{n}.{round}")]["content"]["a"] == format!("{n} {round}");
            if !own {
                let text = format!("{n} got {params}");
                return json!({"resultType": "complete", "content": [{"type": "text", "text": text}]});
            }
            round
        }
    };
    if round == ROUNDS {
        return json!({"resultType": "complete", "content": [{"type": "text", "text": n.to_string()}]});
    }
    let round = round + 1;
    let question = form(&format!("{n} {round}"));
    let mut result = asks(json!({format!("q{n}.{round}"): question}), None);
    result["requestState"] = json!(format!("{n}/{round}"));
    result
}

/// Answers in batches, each in the opposite order.
fn mixing() -> DuplexStream {
    let (ours, theirs) = duplex(1 << 20);
    tokio::spawn(async move {
        let (reader, mut writer) = split(theirs);
        let mut lines = BufReader::new(reader).lines();
        let mut batch = Vec::new();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).expect("JSON");
            let id = &request["id"];
            let result = match request["method"].as_str() {
                Some("server/discover") => discovered(),
                _ => next(&request["params"]),
            };
            batch.push(json!({"jsonrpc": "2.0", "id": id, "result": result}));
            // Each call waits for its reply, and there are whole batches of them.
            if request["method"] == "server/discover" || batch.len() == BATCH {
                for reply in batch.drain(..).rev() {
                    let line = format!("{reply}\n");
                    writer.write_all(line.as_bytes()).await.expect("it listens");
                }
            }
        }
    });
    ours
}

#[tokio::test]
async fn answers_and_state_stay_in_their_own_call() {
    let handlers = Handlers::new().on_form(|form: FormQuestion| async move {
        // Not in the order in which they were asked.
        let turns = form.message.len() * 7 % 5;
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        Ok(Answer::Accept(content(json!(form.message))))
    });
    let client = Client::connect("test", "1", handlers, mixing()).await;
    let client = client.expect("connected");
    let call = |n| {
        let arguments = Map::from_iter([("n".to_owned(), json!(n))]);
        let params = CallToolRequestParams::new("t").with_arguments(arguments);
        client.call(params).into_future()
    };
    let results = join_all((0..CALLS).map(call)).await;
    let mut texts: Vec<u64> = results
        .iter()
        .map(
            |result| match &result.as_ref().expect("finished").content[..] {
                [ContentBlock::Text(text)] => text.text.parse().expect(&text.text),
                other => panic!("{other:?}"),
            },
        )
        .collect();
    texts.sort_unstable();
    assert_eq!(texts, (0..CALLS).collect::<Vec<_>>());
}
