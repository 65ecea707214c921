//! HTTP: what headers and `_meta` say must be what the body says.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::shop::{able, accept, call, retry, shop};
use crate::support::text;

const VERSION: &str = "2026-07-28";

async fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        shop()
            .anonymous()
            .serve_http_on(listener)
            .await
            .expect("it serves");
    });
    at
}

/// Posts a body with exactly these headers of the protocol; the status and the response.
async fn post(at: SocketAddr, headers: &[(&str, &str)], body: Value) -> (u16, Value) {
    let mut request = ureq::post(format!("http://{at}/mcp"))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    tokio::task::spawn_blocking(move || {
        let mut response = request.send(body.to_string()).expect("a response");
        let text = response.body_mut().read_to_string().expect("a body");
        let json = serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {text}"));
        (response.status().as_u16(), json)
    })
    .await
    .expect("no panic")
}

fn body(method: &str, mut params: Value) -> Value {
    params["_meta"] = able();
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn headers<'a>(method: &'a str, name: &'a str) -> [(&'a str, &'a str); 3] {
    [
        ("MCP-Protocol-Version", VERSION),
        ("Mcp-Method", method),
        ("Mcp-Name", name),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_say_something_else_are_refused() {
    let at = serve().await;
    let climb = || body("tools/call", call("climb", json!({})));
    let read = || body("resources/read", json!({"uri": "shop://stock/tea"}));
    for (headers, body) in [
        (headers("tools/call", "order"), climb()),
        (headers("tools/call", "Climb"), climb()),
        (headers("tools/call", ""), climb()),
        (headers("prompts/get", "climb"), climb()),
        (headers("tools/list", "climb"), climb()),
        (headers("resources/read", "shop://stock/milk"), read()),
        (headers("tools/call", "shop://stock/tea"), read()),
    ] {
        let (status, refused) = post(at, &headers, body).await;
        assert_eq!(
            (status, &refused["error"]["code"]),
            (400, &json!(-32020)),
            "{refused}"
        );
        assert_eq!(refused["id"], 1);
    }
    for missing in 0..3 {
        let mut some = headers("tools/call", "climb").to_vec();
        some.remove(missing);
        let (status, refused) = post(at, &some, climb()).await;
        assert_eq!(status, 400, "{missing}: {refused}");
    }
    let (status, asked) = post(at, &headers("tools/call", "climb"), climb()).await;
    assert_eq!(
        (status, &asked["result"]["resultType"]),
        (200, &json!("input_required"))
    );
    let (status, asked) = post(at, &headers("resources/read", "shop://stock/tea"), read()).await;
    assert_eq!(
        (status, &asked["result"]["resultType"]),
        (200, &json!("input_required"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_meta_that_is_wrong_is_refused_before_the_tool_runs() {
    let at = serve().await;
    let with = |change: fn(&mut Value)| {
        let mut body = body("tools/call", call("climb", json!({})));
        change(&mut body["params"]["_meta"]);
        body
    };
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    assert!(able().get(capabilities).is_some());
    for (change, code) in [
        (
            (|meta| {
                let meta = meta.as_object_mut().expect("an object");
                meta.remove("io.modelcontextprotocol/clientCapabilities");
            }) as fn(&mut Value),
            -32602,
        ),
        (
            |meta| meta["io.modelcontextprotocol/clientCapabilities"] = json!("all"),
            -32602,
        ),
        (
            |meta| meta["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25"),
            -32020,
        ),
        (
            |meta| {
                let meta = meta.as_object_mut().expect("an object");
                meta.remove("io.modelcontextprotocol/protocolVersion");
            },
            -32602,
        ),
    ] {
        let (status, refused) = post(at, &headers("tools/call", "climb"), with(change)).await;
        assert_eq!(status, 400, "{refused}");
        assert_eq!(refused["error"]["code"], code, "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_nobody_knows_is_answered_with_those_that_we_know() {
    let at = serve().await;
    let mut body = body("tools/call", call("climb", json!({})));
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    let mut headers = headers("tools/call", "climb");
    headers[0].1 = "2099-01-01";
    let (status, refused) = post(at, &headers, body).await;
    assert_eq!(
        (status, &refused["error"]["code"]),
        (400, &json!(-32022)),
        "{refused}"
    );
    assert_eq!(refused["error"]["data"]["requested"], "2099-01-01");
    let supported = refused["error"]["data"]["supported"]
        .as_array()
        .expect("a list");
    assert!(supported.contains(&json!(VERSION)), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_at_the_same_time_do_not_see_each_other() {
    let at = serve().await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 1..=16_u32 {
        tasks.spawn(async move {
            let name = headers("tools/call", "climb");
            let params = call("climb", json!({}));
            let (_, asked) = post(at, &name, body("tools/call", params.clone())).await;
            let first = retry(&params, &asked, accept("next", json!({"answer": number})));
            let (_, asked) = post(at, &name, body("tools/call", first)).await;
            let last = retry(&params, &asked, json!({"next": {"action": "decline"}}));
            let (_, ended) = post(at, &name, body("tools/call", last)).await;
            assert_eq!(text(&ended), format!("1 steps, {number} in all"));
        });
    }
    while let Some(joined) = tasks.join_next().await {
        joined.expect("no panic");
    }
}
