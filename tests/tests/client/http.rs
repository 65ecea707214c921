//! Over HTTP each retry is a request like any other: C13.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use mrtr::client::{Answerer, Client};
use rmcp::model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::server::{agreeable, asks, discovered, done, form};

/// Each POST: its headers and its body.
type Posts = Arc<Mutex<Vec<(HeaderMap, Value)>>>;

#[derive(Clone)]
struct Scripted {
    posts: Posts,
    results: Arc<Mutex<VecDeque<Value>>>,
    /// Whether it is a server of 2025-11-25, with a session.
    session: bool,
}

async fn post(State(server): State<Scripted>, headers: HeaderMap, body: Bytes) -> Response {
    let message: Value = serde_json::from_slice(&body).expect("JSON");
    let id = message["id"].clone();
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    server.posts.lock().expect("posts").push((headers, message));
    let result = match &*method {
        _ if id.is_null() => return StatusCode::ACCEPTED.into_response(),
        "server/discover" if server.session => {
            let error = json!({"code": -32601, "message": "Method not found"});
            return axum::Json(json!({"jsonrpc": "2.0", "id": id, "error": error})).into_response();
        }
        "server/discover" => discovered(),
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "old", "version": "1"},
        }),
        "tools/list" => json!({
            "resultType": "complete",
            "tools": [{"name": "t", "inputSchema": {
                "type": "object",
                "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
            }}],
            "ttlMs": 60_000,
            "cacheScope": "private",
        }),
        _ => {
            let mut results = server.results.lock().expect("results");
            results.pop_front().expect("the script goes on")
        }
    };
    let reply = axum::Json(json!({"jsonrpc": "2.0", "id": id, "result": result}));
    if server.session {
        ([("mcp-session-id", "S-1")], reply).into_response()
    } else {
        reply.into_response()
    }
}

async fn serve(results: Vec<Value>, session: bool) -> (SocketAddr, Posts) {
    let posts = Posts::default();
    let server = Scripted {
        posts: Arc::clone(&posts),
        results: Arc::new(Mutex::new(results.into())),
        session,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route("/mcp", axum::routing::post(post));
    let router = router.with_state(server);
    tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    (address, posts)
}

async fn connected(at: SocketAddr, answerer: impl Answerer) -> Client<impl Answerer> {
    let headers = [(
        "authorization".parse().expect("a name"),
        "Bearer T".parse().expect("a value"),
    )];
    let config = StreamableHttpClientTransportConfig::with_uri(format!("http://{at}/mcp"));
    let config = config.custom_headers(headers.into());
    let transport = StreamableHttpClientTransport::from_config(config);
    let client = Client::connect("test", "1", answerer, transport).await;
    client.expect("connected")
}

/// The posts of this method, each with these headers.
fn of(posts: &Posts, method: &str, headers: &[(&str, Option<&str>)]) -> Vec<Value> {
    let posts = posts.lock().expect("posts");
    let those = posts.iter().filter(|(_, body)| body["method"] == method);
    those
        .map(|(sent, body)| {
            for (name, value) in headers {
                let sent = sent.get(*name).map(|it| it.to_str().expect("text"));
                assert_eq!(sent, *value, "{name}: {body}");
            }
            body.clone()
        })
        .collect()
}

#[tokio::test]
async fn each_round_has_the_headers_of_a_request_of_its_own() {
    let contents =
        json!({"resultType": "complete", "contents": [], "ttlMs": 0, "cacheScope": "private"});
    let results = vec![
        asks(json!({"q": form("?")}), "S1"),
        asks(json!({}), "S2"),
        done(),
        asks(json!({"q": form("?")}), "S"),
        json!({"resultType": "complete", "messages": []}),
        asks(json!({"q": form("?")}), "S"),
        contents,
    ];
    let (at, posts) = serve(results, false).await;
    let client = connected(at, agreeable()).await;
    // What the tool's schema sends in headers is known from the list.
    client.tools().await.expect("listed");
    let arguments = json!({"region": "eu"});
    let arguments = arguments.as_object().expect("an object").clone();
    let params = CallToolRequestParams::new("t").with_arguments(arguments);
    client.call(params).await.expect("finished");
    let prompt = client.call(GetPromptRequestParams::new("p"));
    prompt.await.expect("finished");
    let resource = client.call(ReadResourceRequestParams::new("file:///a"));
    resource.await.expect("finished");

    let mut ids = Vec::new();
    for (method, name, region, rounds) in [
        ("tools/call", "t", Some("eu"), 3),
        ("prompts/get", "p", None, 2),
        ("resources/read", "file:///a", None, 2),
    ] {
        let headers = [
            ("mcp-method", Some(method)),
            ("mcp-name", Some(name)),
            ("mcp-param-region", region),
            ("mcp-protocol-version", Some("2026-07-28")),
            ("authorization", Some("Bearer T")),
            ("mcp-session-id", None),
        ];
        let requests = of(&posts, method, &headers);
        assert_eq!(requests.len(), rounds, "{method}");
        for request in requests {
            let version = &request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            assert_eq!(version, "2026-07-28", "the header and the body agree");
            ids.push(request["id"].to_string());
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 7, "an id was used twice");
}

#[tokio::test]
async fn with_an_older_server_the_session_is_in_each_request() {
    let done = json!({"content": [], "isError": false});
    let (at, posts) = serve(vec![done.clone(), done], true).await;
    let client = connected(at, agreeable()).await;
    for _ in 0..2 {
        let call = client.call(CallToolRequestParams::new("t"));
        call.await.expect("finished");
    }
    let headers = [
        ("mcp-session-id", Some("S-1")),
        ("mcp-protocol-version", Some("2025-11-25")),
        ("authorization", Some("Bearer T")),
    ];
    assert_eq!(of(&posts, "tools/call", &headers).len(), 2);
}
