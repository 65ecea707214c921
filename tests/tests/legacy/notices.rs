//! What a tool tells its client while it works.

use mrtr::host::Server;
use mrtr::{Call, Level, Progress, ask, mrtr_tool};
use serde_json::json;

use crate::older::{Older, able, accept};
use crate::support::key;
use crate::support::wire::{Wire, meta};

/// Tells what it does, before and behind a question
#[mrtr_tool]
async fn chatty(call: &Call) -> mrtr::Result<&'static str> {
    call.progress(Progress::of(1.0, 2.0).message("asking"))
        .await;
    call.log(Level::Debug, "chatty", "a detail").await;
    call.log(Level::Warning, "chatty", json!({"about": "asking"}))
        .await;
    let _ = ask!(bool, "Sure?").accepted()?;
    call.progress(2.0).await;
    Ok("done")
}

fn server() -> Server {
    Server::new("tests", "1").key(&key()).tool(chatty)
}

fn told(messages: &[serde_json::Value]) -> Vec<serde_json::Value> {
    messages.iter().map(|it| it["params"].clone()).collect()
}

#[tokio::test]
async fn an_older_client_says_once_what_it_wants_to_hear() {
    let call = json!({"name": "chatty", "_meta": {"progressToken": "p"}});
    let yes = |_: &serde_json::Value| accept(json!({"answer": true}));
    let asking = json!({"progressToken": "p", "progress": 1.0, "total": 2.0, "message": "asking"});
    let done = json!({"progressToken": "p", "progress": 2.0});
    let warning = json!({"level": "warning", "logger": "chatty", "data": {"about": "asking"}});
    let debug = json!({"level": "debug", "logger": "chatty", "data": "a detail"});

    let mut older = Older::connected(server().logging(), "2025-11-25", able()).await;
    let called = older.call(call.clone(), yes).await;
    assert_eq!(
        told(&called.told),
        [asking.clone(), warning.clone(), done.clone()]
    );
    for (level, expected) in [
        ("debug", vec![asking.clone(), debug, warning, done.clone()]),
        ("error", vec![asking.clone(), done.clone()]),
    ] {
        let set = older
            .request("logging/setLevel", json!({"level": level}))
            .await;
        assert_eq!(set["result"], json!({}), "{set}");
        let called = older.call(call.clone(), yes).await;
        assert_eq!(told(&called.told), expected, "{level}");
    }
    // Another connection has its own level, and without a token there is no progress.
    let mut another = Older::connected(server().logging(), "2025-11-25", able()).await;
    let called = another.call(json!({"name": "chatty"}), yes).await;
    assert_eq!(called.told.len(), 1, "{called:?}");
}

#[tokio::test]
async fn a_server_that_does_not_say_that_it_logs_does_not() {
    let mut older = Older::connected(server(), "2025-11-25", able()).await;
    let refused = older
        .request("logging/setLevel", json!({"level": "debug"}))
        .await;
    assert_eq!(refused["error"]["code"], -32601, "{refused}");
    let called = older
        .call(json!({"name": "chatty"}), |_| {
            accept(json!({"answer": true}))
        })
        .await;
    assert_eq!(called.told, Vec::<serde_json::Value>::new());
}

#[tokio::test]
async fn a_client_of_today_says_it_with_each_request() {
    let mut wire = Wire::to(server().logging());
    let able = || meta(json!({"elicitation": {}}));
    let mut wants = able();
    wants["io.modelcontextprotocol/logLevel"] = json!("info");
    wants["progressToken"] = json!(7);
    wire.send(json!({
        "jsonrpc": "2.0", "id": 5, "method": "tools/call",
        "params": {"name": "chatty", "_meta": wants},
    }))
    .await;
    let progress = wire.next().await;
    assert_eq!(progress["method"], "notifications/progress", "{progress}");
    assert_eq!(progress["params"]["progressToken"], 7);
    let log = wire.next().await;
    assert_eq!(log["params"]["level"], "warning", "{log}");
    let asked = wire.next().await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");

    let quiet = wire.call(json!({"name": "chatty"}), able()).await;
    assert_eq!(quiet["result"]["resultType"], "input_required", "{quiet}");
    let set = wire
        .request(
            "logging/setLevel",
            json!({"level": "debug", "_meta": able()}),
        )
        .await;
    assert_eq!(set["error"]["code"], -32601, "{set}");
}
