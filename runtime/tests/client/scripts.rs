//! The program in a script: no terminal.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use mrtr::seal::SealKey;
use serde_json::{Value, json};

use crate::shop::{mrtr, open};

pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) result: String,
    pub(crate) log: String,
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    let output = mrtr(arguments).stdin(Stdio::null()).output();
    let output = output.expect("it starts");
    Ran {
        code: output.status.code(),
        result: String::from_utf8(output.stdout).expect("UTF-8"),
        log: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub(crate) fn file(name: &str, answers: &Value) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, answers.to_string()).expect("it can be written");
    file
}

#[test]
fn it_lists_what_a_server_has() {
    let url = open();
    let ran = run(&["list", "--http", &url]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert!(
        ran.result.contains("order  Order something."),
        "{}",
        ran.result
    );

    for line in [
        "prompt    greet  Greet somebody.",
        "template  note://{id}  A note",
    ] {
        assert!(ran.result.contains(line), "{}", ran.result);
    }

    let ran = run(&["list", "--http", &url, "--json"]);
    let all: Value = serde_json::from_str(&ran.result).expect("JSON");
    assert_eq!(all["tools"].as_array().expect("a list").len(), 5);
}

#[test]
fn answers_come_from_a_file() {
    let url = open();
    let content = json!({"count": 3, "size": "Small", "gift": true, "note": "hi"});
    let answers = json!({"parcel": {"action": "accept", "content": content}});
    let answers = file("parcel.json", &answers);
    let answers = answers.to_str().expect("UTF-8");
    let call = [
        "call",
        "order",
        "item=7",
        "urgency=5",
        "--http",
        &url,
        "--answers",
        answers,
    ];
    let ran = run(&call);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "3x small 7, gift true, note hi, urgency 5\n");

    let ran = run(&[&call[..], &["--json"]].concat());
    let result: Value = serde_json::from_str(&ran.result).expect("JSON");
    assert_eq!(result["content"][0]["type"], "text");
}

#[test]
fn prompts_and_resources_ask_too() {
    let url = open();
    let answers = json!({"name": {"action": "accept", "content": {"answer": "Ann"}}});
    let answers = file("name.json", &answers);
    let answers = [
        "--http",
        &url,
        "--answers",
        answers.to_str().expect("UTF-8"),
    ];
    let ran = run(&[&["prompt", "greet", "how=Hello"][..], &answers].concat());
    assert_eq!(
        (ran.code, &*ran.result),
        (Some(0), "user: Hello Ann\n"),
        "{}",
        ran.log
    );
    let ran = run(&[&["read", "note://7"][..], &answers].concat());
    assert_eq!(
        (ran.code, &*ran.result),
        (Some(0), "Note 7 of Ann\n"),
        "{}",
        ran.log
    );
}

#[test]
fn a_failure_of_the_tool_is_one_in_json_too() {
    let ran = run(&["call", "fail", "--http", &open(), "--json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.log);
    let result: Value = serde_json::from_str(&ran.result).expect("JSON");
    assert_eq!(result["isError"], true);
}

#[test]
fn yes_accepts_what_the_defaults_fill_in() {
    let ran = run(&["call", "order", "item=tea", "--http", &open(), "--yes"]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "2x large tea, gift false, note -, urgency 0\n");

    // A form without defaults is not made up.
    let ran = run(&["call", "both", "--http", &open(), "--yes", "--root", "/"]);
    assert_eq!(ran.code, Some(2), "{}", ran.log);
    assert!(ran.log.contains("`sure` has no answer"), "{}", ran.log);
}

#[test]
fn without_a_terminal_the_open_question_is_named() {
    let ran = run(&["call", "order", "item=tea", "--http", &open()]);
    assert_eq!((ran.code, &*ran.result), (Some(2), ""));
    assert!(ran.log.contains("`parcel` has no answer"), "{}", ran.log);
    assert!(ran.log.contains("How do you want tea?"), "{}", ran.log);
    assert!(ran.log.contains("--answers FILE"), "{}", ran.log);
}

#[test]
fn exit_codes_tell_who_is_to_blame() {
    let url = open();
    let here = ["--http", &url];
    for (arguments, code, says) in [
        (&["call", "fail"][..], 1, "the shop is closed"),
        (&["call", "order", "item"], 2, "neither KEY=VALUE"),
        (&["call", "order", "urgency=soon"], 2, "`urgency`"),
        (
            &["call", "ordre", "item=tea"],
            2,
            "it has: order, wrap, both, trip, fail",
        ),
        (&["read", "file:///nothing"], 1, "error: "),
    ] {
        let ran = run(&[arguments, &here].concat());
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.log);
        assert_eq!(ran.result, "", "{arguments:?}");
        assert!(ran.log.contains(says), "{arguments:?}: {}", ran.log);
    }
    assert_eq!(run(&["list"]).code, Some(2), "which server?");
    let ran = run(&["list", "--http", "http://127.0.0.1:1/mcp"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.log.contains("url (http://127.0.0.1:1/mcp)"),
        "{}",
        ran.log
    );
    assert!(!ran.log.contains("::"), "{}", ran.log);
    assert_eq!(run(&["list", "--stdio", "/does/not/exist"]).code, Some(1));
}

#[test]
fn a_server_that_wants_a_token_is_told_apart_and_gets_it() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    // Without the token 401; with it, it has no time.
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.expect("a connection");
            let mut head = String::new();
            let mut lines = BufReader::new(&connection);
            while !head.ends_with("\r\n\r\n") {
                lines.read_line(&mut head).expect("a request");
            }
            let status = if head.to_lowercase().contains("authorization: bearer t0ken") {
                "503 Service Unavailable"
            } else {
                "401 Unauthorized\r\nWWW-Authenticate: Bearer"
            };
            let response =
                format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            // The client may be gone already.
            let _ = connection.write_all(response.as_bytes());
        }
    });
    let hint = "give a token with `--header";
    let ran = run(&["list", "--http", &url]);
    assert_eq!(ran.code, Some(1), "{}", ran.log);
    assert!(ran.log.contains(hint), "{}", ran.log);
    let ran = run(&[
        "list",
        "--http",
        &url,
        "--header",
        "Authorization: Bearer t0ken",
    ]);
    assert_eq!(ran.code, Some(1), "{}", ran.log);
    assert!(!ran.log.contains(hint), "{}", ran.log);
}

#[test]
fn each_message_can_be_seen() {
    let ran = run(&[
        "call",
        "order",
        "item=tea",
        "--http",
        &open(),
        "--yes",
        "--wire",
    ]);
    let methods: Vec<Value> = ran
        .log
        .lines()
        .filter_map(|line| line.strip_prefix("-> "))
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["method"].clone())
        .collect();
    assert_eq!(
        methods,
        ["server/discover", "tools/list", "tools/call", "tools/call"]
    );
    assert_eq!(ran.log.matches("input_required").count(), 1);
}

#[test]
fn a_new_key_is_a_good_key_each_time() {
    let keys = [run(&["keygen"]), run(&["keygen"])].map(|ran| {
        let key: SealKey = ran.result.trim().parse().expect("a key");
        key.id()
    });
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn several_options_come_from_a_file_and_are_checked_by_the_server() {
    let url = open();
    let accept = |picked: Value| json!({"action": "accept", "content": {"extras": picked}});
    let answers =
        json!({"extras": [accept(json!(["Bow", "Bow"])), accept(json!(["Bow", "Card"]))]});
    let answers = file("extras.json", &answers);
    let answers = answers.to_str().expect("UTF-8");
    let ran = run(&["call", "wrap", "--http", &url, "--answers", answers]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "wrapped with [Bow, Card]\n");
}
