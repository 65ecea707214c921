//! Sessions over HTTP: what is asked comes on the stream of the call, and answers are posted.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;

use axum::http::StatusCode;
use axum::http::request::Parts;
use mrtr::Principal;
use mrtr::host::{Legacy, Server};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use ureq::http::Response;
use ureq::{Body, BodyReader};

use crate::older::{Reply, able};
use crate::rounds::agreeable;
use crate::support::{greet_args, server, text};

async fn serve(server: Server) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        server
            .anonymous()
            .serve_http_on(listener)
            .await
            .expect("it serves");
    });
    address
}

/// Runs a client that blocks.
async fn blocking<T: Send + 'static>(client: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(client).await.expect("no panic")
}

struct Session {
    at: SocketAddr,
    id: String,
    user: &'static str,
}

/// Posts a message; with a session or without.
fn post(at: SocketAddr, session: Option<&str>, user: &str, message: &Value) -> Response<Body> {
    let mut request = ureq::post(format!("http://{at}/mcp"))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("X-User", user);
    if let Some(session) = session {
        request = request
            .header("Mcp-Session-Id", session)
            .header("MCP-Protocol-Version", "2025-11-25");
    }
    request.send(message.to_string()).expect("a response")
}

fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": able(),
            "clientInfo": {"name": "older", "version": "1"},
        },
    })
}

impl Session {
    fn begin(at: SocketAddr, user: &'static str) -> Self {
        let begun = post(at, None, user, &initialize());
        assert_eq!(begun.status(), 200);
        let id = begun.headers().get("mcp-session-id").expect("a session");
        let id = id.to_str().expect("text").to_owned();
        let session = Self { at, id, user };
        let told = session.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assert_eq!(told.status(), 202);
        session
    }

    fn post(&self, message: &Value) -> Response<Body> {
        post(self.at, Some(&self.id), self.user, message)
    }

    fn call(&self) -> Stream {
        let call =
            json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": greet_args()});
        let response = self.post(&call);
        assert_eq!(response.status(), 200);
        Stream(BufReader::new(response.into_body().into_reader()))
    }
}

/// The messages of an event stream.
struct Stream(BufReader<BodyReader<'static>>);

impl Stream {
    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("the stream is open") > 0);
            if let Some(data) = line.strip_prefix("data:")
                && let Ok(message) = serde_json::from_str(data.trim())
            {
                return message;
            }
        }
    }
}

fn answer_to(asked: &Value) -> Value {
    match agreeable(asked) {
        Reply::Result(result) => json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}),
        Reply::Error(..) => panic!("{asked}"),
    }
}

fn user(head: &Parts) -> Result<Principal, StatusCode> {
    let name = head
        .headers
        .get("x-user")
        .and_then(|name| name.to_str().ok());
    Principal::named(name.unwrap_or_default()).map_err(|_| StatusCode::UNAUTHORIZED)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_asked_on_its_own_stream() {
    let at = serve(server()).await;
    blocking(move || {
        let session = Session::begin(at, "ann");
        let mut stream = session.call();
        let mut asked = 0;
        let response = loop {
            let message = stream.next();
            if message.get("method").is_none() {
                break message;
            }
            asked += 1;
            assert_eq!(session.post(&answer_to(&message)).status(), 202);
        };
        assert_eq!(asked, 3);
        assert_eq!(response["id"], 7);
        assert_eq!(text(&response), "Hello Ann 3 times, 2 roots");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_of_the_one_who_began_it() {
    let at = serve(server().principal(user)).await;
    blocking(move || {
        let session = Session::begin(at, "ann");
        let mut stream = session.call();
        let asked = stream.next();
        // Somebody who got hold of the session's id neither answers, nor calls, nor ends it.
        let other = Session {
            at,
            id: session.id.clone(),
            user: "bob",
        };
        assert_eq!(other.post(&answer_to(&asked)).status(), 404);
        let list = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list"});
        assert_eq!(other.post(&list).status(), 404);
        let ended = ureq::delete(format!("http://{at}/mcp"))
            .config()
            .http_status_as_error(false)
            .build()
            .header("Mcp-Session-Id", &session.id)
            .header("X-User", "bob")
            .call()
            .expect("a response");
        assert_eq!(ended.status(), 404);

        let mut message = asked;
        while message.get("method").is_some() {
            assert_eq!(session.post(&answer_to(&message)).status(), 202);
            message = stream.next();
        }
        assert_eq!(text(&message), "Hello Ann 3 times, 2 roots");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_not_without_number() {
    let mut legacy = Legacy::default();
    legacy.max_sessions = 2;
    let at = serve(server().legacy(legacy)).await;
    blocking(move || {
        let first = Session::begin(at, "ann");
        let _second = Session::begin(at, "ann");
        assert_eq!(post(at, None, "bob", &initialize()).status(), 503);
        // Those that there are go on.
        let list = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list"});
        assert_eq!(first.post(&list).status(), 200);

        let ended = ureq::delete(format!("http://{at}/mcp"))
            .header("Mcp-Session-Id", &first.id)
            .header("X-User", "ann")
            .call()
            .expect("it is hers");
        assert!(ended.status().is_success());
        Session::begin(at, "bob");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_there_is_nobody_to_ask() {
    let at = serve(server().http(|config| config.with_legacy_session_mode(false))).await;
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": greet_args()});
    let ended = blocking(move || {
        let mut response = post(at, None, "", &call);
        response.body_mut().read_to_string().expect("a body")
    })
    .await;
    let ended: Value = serde_json::from_str(&ended).expect("JSON");
    assert_eq!(ended["result"]["isError"], true, "{ended}");
    assert!(
        text(&ended).contains("does not say that it can answer"),
        "{ended}"
    );
}
