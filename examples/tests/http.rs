//! The example served over HTTP, each round by a process of its own.

mod support;

use serde_json::json;
use support::http::Server;
use support::{
    KEY, OTHER_KEY, able, approval, assert_refused, keys, meta, params, retry, risky, text,
};

#[test]
fn each_round_is_served_by_another_process() {
    let first = Server::start(KEY).call(&params());
    assert_eq!(keys(&first), ["approval", "roots"]);
    let second = Server::start(KEY).call(&retry(&first, approval("accept")));
    assert_eq!(keys(&second), ["risky"]);
    let third = Server::start(KEY).call(&retry(&second, risky()));
    assert_eq!(text(&third), "`v2` is live in production.");
}

#[test]
fn a_server_with_another_key_refuses() {
    let asked = Server::start(KEY).call(&params());
    assert_refused(&Server::start(OTHER_KEY).call(&retry(&asked, approval("accept"))));
}

#[test]
fn declining_and_cancelling_end_differently() {
    let server = Server::start(KEY);
    let end = |action| {
        let asked = server.call(&params());
        text(&server.call(&retry(&asked, approval(action)))).to_owned()
    };
    assert_eq!(end("decline"), "Nothing was deployed.");
    assert_eq!(end("cancel"), "No decision was made; nothing was deployed.");
}

#[test]
fn a_missing_capability_is_a_bad_request_and_malformed_answers_are_invalid() {
    let server = Server::start(KEY);
    let mut unable = params();
    unable["_meta"] = meta(json!({}));
    let (status, _, refused) = server.post("tools/call", &unable);
    assert_eq!(status, 400);
    assert_eq!(refused["error"]["code"], -32021);
    assert_eq!(
        refused["error"]["data"],
        json!({"requiredCapabilities": {"elicitation": {"form": {}}, "roots": {}}})
    );

    let mut malformed = params();
    malformed["inputResponses"] = json!([1]);
    let (_, _, refused) = server.post("tools/call", &malformed);
    assert_eq!(refused["error"]["code"], -32602);
}

#[test]
fn the_tools_are_listed() {
    let (status, kind, listed) = Server::start(KEY).post("tools/list", &json!({"_meta": able()}));
    assert_eq!((status, kind.as_str()), (200, "application/json"));
    assert_eq!(listed["result"]["tools"][0]["name"], "deploy");
}
