//! The example served over stdio, each round by a process of its own.

mod support;

use serde_json::{Value, json};
use support::stdio::Server;
use support::{
    KEY, OTHER_KEY, able, approval, assert_refused, keys, meta, params, retry, risky, text,
};

#[test]
fn killing_the_server_between_two_rounds_loses_nothing() {
    let mut server = Server::start(Some(KEY));
    let first = server.call(params());
    assert_eq!(keys(&first), ["approval", "roots"]);
    server.kill();

    let mut server = Server::start(Some(KEY));
    let second = server.call(retry(&first, approval("accept")));
    assert_eq!(keys(&second), ["risky"]);
    let before = server.kill();

    let mut server = Server::start(Some(KEY));
    let third = server.call(retry(&second, risky()));
    assert_eq!(text(&third), "`v2` is live in production.");
    let ended = server.close();
    assert!(ended.status.success());
    // The plan was made in the first process, and carried; the loop goes on in the middle.
    let steps: Vec<&str> = before.lines().chain(ended.log.lines()).collect();
    assert_eq!(
        steps,
        [
            "deployer: build the image",
            "deployer: migrate the database",
            "deployer: switch the traffic",
        ]
    );
}

#[test]
fn two_calls_at_once_stay_apart() {
    let mut server = Server::start(Some(KEY));
    let (one, two) = (server.call(params()), server.call(params()));
    let declined = server.call(retry(&one, approval("decline")));
    let accepted = server.call(retry(&two, approval("accept")));
    assert_eq!(text(&declined), "Nothing was deployed.");
    assert_eq!(keys(&accepted), ["risky"]);
}

#[test]
fn declining_and_cancelling_end_differently() {
    let mut server = Server::start(Some(KEY));
    for (action, end) in [
        ("decline", "Nothing was deployed."),
        ("cancel", "No decision was made; nothing was deployed."),
    ] {
        let asked = server.call(params());
        let ended = server.call(retry(&asked, approval(action)));
        assert_eq!(text(&ended), end);
        assert_eq!(ended["result"]["isError"], false);
    }
}

#[test]
fn a_server_with_another_key_refuses() {
    let asked = Server::start(Some(KEY)).call(params());
    let retry = retry(&asked, approval("accept"));
    assert_refused(&Server::start(Some(OTHER_KEY)).call(retry.clone()));
    assert_refused(&Server::start(None).call(retry));
}

#[test]
fn other_arguments_are_another_call() {
    let mut server = Server::start(Some(KEY));
    let asked = server.call(params());
    let mut retry = retry(&asked, approval("accept"));
    retry["arguments"]["environment"] = json!("staging");
    assert_refused(&server.call(retry));
}

#[test]
fn what_is_malformed_is_invalid_and_what_is_missing_is_named() {
    let mut server = Server::start(Some(KEY));
    for (field, value) in [("inputResponses", json!("x")), ("requestState", json!([]))] {
        let mut params = params();
        params[field] = value;
        assert_eq!(server.call(params)["error"]["code"], -32602);
    }
    let mut params = params();
    params["_meta"] = meta(json!({"elicitation": {}}));
    let refused = server.call(params);
    assert_eq!(refused["error"]["code"], -32021);
    assert_eq!(
        refused["error"]["data"],
        json!({"requiredCapabilities": {"roots": {}}})
    );
}

#[test]
fn the_list_tells_what_a_model_needs() {
    let mut server = Server::start(Some(KEY));
    let listed = server.request("tools/list", json!({"_meta": able()}));
    let tools = listed["result"]["tools"].as_array().expect("tools");
    let [deploy] = &tools[..] else {
        panic!("{listed}")
    };
    assert_eq!(deploy["name"], "deploy");
    assert_eq!(
        deploy["description"],
        "Deploy the current release to an environment."
    );
    let schema = &deploy["inputSchema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["environment"]));
    let properties = schema["properties"].as_object().expect("properties");
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["environment"]);
    assert_eq!(properties["environment"]["description"], "Where to deploy");
}

#[test]
fn the_form_is_as_it_was_declared() {
    let asked = Server::start(Some(KEY)).call(params());
    let form = &asked["result"]["inputRequests"]["approval"]["params"];
    assert_eq!(form["message"], "Apply 3 changes to production?");
    let label = &form["requestedSchema"]["properties"]["label"];
    assert_eq!(
        (&label["minLength"], &label["maxLength"]),
        (&json!(1), &json!(40))
    );
    let fields: Vec<&String> = form["requestedSchema"]["properties"]
        .as_object()
        .expect("fields")
        .keys()
        .collect();
    assert_eq!(fields, ["approved", "label"]);
}

#[test]
fn an_answer_that_breaks_the_form_is_asked_for_again() {
    let mut server = Server::start(Some(KEY));
    let asked = server.call(params());
    let mut wrong = approval("accept");
    wrong["approval"]["content"]["label"] = json!("");
    let again = server.call(retry(&asked, wrong));
    // The roots were fine, and are kept.
    assert_eq!(keys(&again), ["approval"]);
    let message = &again["result"]["inputRequests"]["approval"]["params"]["message"];
    assert!(
        message.as_str().expect("a message").contains("label"),
        "{message}"
    );
    let mut right = approval("accept");
    right.as_object_mut().expect("answers").remove("roots");
    assert_eq!(keys(&server.call(retry(&again, right))), ["risky"]);
}

#[test]
fn a_key_that_is_none_stops_the_server_and_no_key_is_told() {
    let ended = Server::start(Some("short")).close();
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.log.contains("`MRTR_KEY`: key 1:"), "{}", ended.log);
    assert_eq!(ended.output, "");

    let mut server = Server::start(None);
    assert_eq!(keys(&server.call(params())), ["approval", "roots"]);
    let ended = server.close();
    assert!(ended.status.success());
    assert!(ended.log.contains("no key is configured"), "{}", ended.log);
    assert_eq!(ended.output, "", "stdout belongs to the protocol");
}

#[test]
fn a_client_that_says_nothing_does_no_harm() {
    let ended = Server::start(Some(KEY)).close();
    assert!(ended.status.success(), "{}", ended.log);
    assert_eq!((ended.output.as_str(), ended.log.as_str()), ("", ""));
}

#[test]
fn an_older_client_is_asked_by_requests() {
    let mut server = Server::start(Some(KEY));
    let initialize = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}, "roots": {}},
        "clientInfo": {"name": "older", "version": "1"},
    });
    server.request("initialize", initialize);
    let mut params = params();
    params["_meta"] = Value::Null;
    let mut message =
        server.exchange(json!({"id": "call", "method": "tools/call", "params": params}));
    let mut asked = Vec::new();
    while let Some(method) = message["method"].as_str() {
        asked.push(method.to_owned());
        let answer = match message["params"]["message"].as_str() {
            None => json!({"roots": [{"uri": "file:///srv"}]}),
            Some(text) if text.starts_with("Apply") => {
                json!({"action": "accept", "content": {"approved": true, "label": "v2"}})
            }
            Some(_) => json!({"action": "accept", "content": {"answer": true}}),
        };
        message = server.exchange(json!({"id": message["id"], "result": answer}));
    }
    assert_eq!(message["id"], "call", "{message}");
    let text = message["result"]["content"][0]["text"].as_str();
    assert_eq!(text, Some("`v2` is live in production."));
    let form = "elicitation/create";
    assert_eq!(asked, [form, "roots/list", form]);
}
