//! The host over Streamable HTTP, with plain requests.

mod support;

use std::net::SocketAddr;

use axum::Router;
use axum::http::StatusCode;
use axum::http::request::Parts;
use mrtr::Principal;
use mrtr::host::Server;
use serde_json::{Value, json};
use support::wire::{able, meta};
use support::{greet_args, server, sure_and_roots, text};
use tokio::net::TcpListener;

/// Serves in the background; the address.
async fn serve(server: Server) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = server.anonymous();
    tokio::spawn(async move { server.serve_http_on(listener).await.expect("it serves") });
    address
}

struct Reply {
    status: u16,
    content_type: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {:?}", self.body))
    }
}

/// Posts one `tools/call`, with more headers than it needs where a test wants some.
async fn post(at: SocketAddr, mut params: Value, meta: Value, headers: &[(&str, &str)]) -> Reply {
    params["_meta"] = meta;
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let mut request = ureq::post(format!("http://{at}/mcp"))
        .config()
        .http_status_as_error(false)
        .build()
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", params["name"].as_str().expect("a name"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    tokio::task::spawn_blocking(move || {
        let mut response = request.send(body.to_string()).expect("a response");
        let content_type = response.headers().get("content-type");
        Reply {
            status: response.status().as_u16(),
            content_type: content_type
                .map(|value| value.to_str().expect("text").to_owned())
                .unwrap_or_default(),
            body: response.body_mut().read_to_string().expect("a body"),
        }
    })
    .await
    .expect("no panic")
}

/// A principal from a header, as a layer would take it from a token.
fn user(head: &Parts) -> Result<Principal, StatusCode> {
    let name = head
        .headers
        .get("x-user")
        .and_then(|name| name.to_str().ok());
    Principal::named(name.unwrap_or_default()).map_err(|_| StatusCode::UNAUTHORIZED)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_round_may_go_to_another_server_and_is_plain_json() {
    let mut params = greet_args();
    let first = post(serve(server()).await, params.clone(), able(), &[]).await;
    assert_eq!(
        (first.status, first.content_type.as_str()),
        (200, "application/json")
    );
    let first = first.json();
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");

    params["requestState"] = first["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    let second = post(serve(server()).await, params.clone(), able(), &[])
        .await
        .json();
    params["requestState"] = second["result"]["requestState"].clone();
    params["inputResponses"] = support::repeat(2);
    let third = post(serve(server()).await, params, able(), &[]).await;
    assert_eq!(
        (third.status, third.content_type.as_str()),
        (200, "application/json")
    );
    assert_eq!(text(&third.json()), "Hello Ann 2 times, 2 roots");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_capability_is_a_bad_request() {
    let refused = post(
        serve(server()).await,
        greet_args(),
        meta(json!({"roots": {}})),
        &[],
    )
    .await;
    assert_eq!(refused.status, 400);
    let error = &refused.json()["error"];
    assert_eq!(error["code"], -32021);
    assert_eq!(
        error["data"],
        json!({"requiredCapabilities": {"elicitation": {"form": {}}}})
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_malformed_is_invalid() {
    let at = serve(server()).await;
    let mut params = greet_args();
    params["inputResponses"] = json!([1]);
    assert_eq!(
        post(at, params, able(), &[]).await.json()["error"]["code"],
        -32602
    );
    let mut params = greet_args();
    params["requestState"] = json!(1);
    assert_eq!(
        post(at, params, able(), &[]).await.json()["error"]["code"],
        -32602
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn web_pages_and_other_names_are_refused() {
    let at = serve(server()).await;
    for header in [
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Host", "evil.example"),
    ] {
        let refused = post(at, greet_args(), able(), &[header]).await;
        assert_eq!(refused.status, 403, "{header:?}");
    }
    // A page that this machine serves may, on whichever port it is.
    for origin in [
        "http://localhost:6274",
        "http://127.0.0.1",
        "http://[::1]:80",
    ] {
        let reply = post(at, greet_args(), able(), &[("Origin", origin)]).await;
        assert_eq!(reply.status, 200, "{origin}");
    }
    let named = server().http(|config| config.with_allowed_hosts(["mcp.example"]));
    let at = serve(named).await;
    let reply = post(at, greet_args(), able(), &[("Host", "mcp.example")]).await;
    assert_eq!(reply.status, 200);
    assert_eq!(post(at, greet_args(), able(), &[]).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_one_who_was_asked_can_answer() {
    let at = serve(server().principal(user)).await;
    let mut params = greet_args();
    let asked = post(at, params.clone(), able(), &[("x-user", "ann")])
        .await
        .json();
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();

    let other = post(at, params.clone(), able(), &[("x-user", "bob")])
        .await
        .json();
    assert_eq!(
        other["error"]["data"],
        json!({"reason": "invalid_request_state"})
    );
    let ann = post(at, params, able(), &[("x-user", "ann")]).await.json();
    assert_eq!(ann["result"]["resultType"], "input_required", "{ann}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refreshed_token_is_the_same_caller() {
    // The subject of a token, and not the token: `ann.1` and `ann.2` are both Ann's.
    let subject = |head: &Parts| {
        let token = head
            .headers
            .get("authorization")
            .and_then(|it| it.to_str().ok());
        let token = token.and_then(|it| it.strip_prefix("Bearer "));
        let subject = token.and_then(|token| token.split_once('.'));
        let subject = subject.map(|(subject, _)| subject);
        Principal::named(subject.unwrap_or_default()).map_err(|_| StatusCode::UNAUTHORIZED)
    };
    let at = serve(server().principal(subject)).await;
    let mut params = greet_args();
    let old = [("authorization", "Bearer ann.1")];
    let asked = post(at, params.clone(), able(), &old).await.json();
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    let new = [("authorization", "Bearer ann.2")];
    let next = post(at, params, able(), &new).await.json();
    assert_eq!(next["result"]["resultType"], "input_required", "{next}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_identified_gets_the_refusal_and_nothing_else() {
    let at = serve(server().principal(user)).await;
    for headers in [&[][..], &[("x-user", "")]] {
        let refused = post(at, greet_args(), able(), headers).await;
        assert_eq!((refused.status, refused.body.as_str()), (401, ""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_is_anonymous_only_where_that_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let error = server().serve_http_on(listener).await.expect_err("nobody");
    assert!(
        error.to_string().contains("nobody says who is calling"),
        "{error}"
    );

    // A layer could say it; this router has none.
    let endpoint = server().http_service().expect("a service");
    let app = Router::new().route("/mcp", endpoint);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
    let refused = post(at, greet_args(), able(), &[]).await.json();
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_layer_may_say_who_is_calling() {
    async fn identify(
        mut request: axum::extract::Request,
        next: axum::middleware::Next,
    ) -> axum::response::Response {
        let name = request.headers().get("x-user").expect("a user");
        let name = name.to_str().expect("text").to_owned();
        let principal = Principal::named(name).expect("a name");
        request.extensions_mut().insert(principal);
        next.run(request).await
    }

    let endpoint = server().http_service().expect("a service");
    let app = Router::new()
        .route("/mcp", endpoint)
        .layer(axum::middleware::from_fn(identify));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });

    let mut params = greet_args();
    let asked = post(at, params.clone(), able(), &[("x-user", "ann")])
        .await
        .json();
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = sure_and_roots();
    let other = post(at, params, able(), &[("x-user", "bob")]).await.json();
    assert_eq!(
        other["error"]["data"],
        json!({"reason": "invalid_request_state"})
    );
}
