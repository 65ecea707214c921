//! The example as a command: server and client in one process.

mod support;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

struct Ran {
    code: Option<i32>,
    result: String,
    log: String,
}

fn run(arguments: &[&str]) -> Ran {
    let output = support::deploy()
        .args(arguments)
        .output()
        .expect("it starts");
    Ran {
        code: output.status.code(),
        result: String::from_utf8(output.stdout).expect("UTF-8"),
        log: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The answers that are shipped, with `change` made to them, as a file.
fn answers(name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let text = std::fs::read_to_string(shipped()).expect("a file");
    let mut answers: Value = serde_json::from_str(&text).expect("JSON");
    change(&mut answers);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, answers.to_string()).expect("it can be written");
    file
}

fn shipped() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/answers/deploy.json")
}

fn run_with(file: &Path) -> Ran {
    run(&["--answers", file.to_str().expect("UTF-8")])
}

#[test]
fn the_shipped_answers_finish_and_each_round_is_one_line() {
    let ran = run(&["--answers", shipped()]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "`v1.4` is live in production.\n");
    let rounds: Vec<&str> = ran
        .log
        .lines()
        .filter(|line| line.starts_with("round"))
        .collect();
    let [first, second] = &rounds[..] else {
        panic!("{}", ran.log)
    };
    assert!(
        first.starts_with("round 1: asks approval, roots; state of "),
        "{first}"
    );
    assert!(
        second.starts_with("round 2: asks risky; state of "),
        "{second}"
    );
    assert!(
        first.ends_with(" bytes") && !first.contains(" 0 bytes"),
        "{first}"
    );
    assert!(!ran.log.contains("no key"), "{}", ran.log);
}

#[test]
fn staging_asks_once() {
    let ran = run(&["staging", "--answers", shipped()]);
    assert_eq!(ran.result, "`v1.4` is live in staging.\n", "{}", ran.log);
    assert_eq!(ran.log.matches("round").count(), 1, "{}", ran.log);
}

#[test]
fn a_no_is_an_end_like_any_other_and_a_cancel_is_no_no() {
    for (action, result) in [
        ("decline", "Nothing was deployed.\n"),
        ("cancel", "No decision was made; nothing was deployed.\n"),
    ] {
        let file = answers(&format!("{action}.json"), |answers| {
            answers["approval"] = json!({"action": action});
        });
        let ran = run_with(&file);
        assert_eq!(
            (ran.code, ran.result.as_str()),
            (Some(0), result),
            "{}",
            ran.log
        );
    }
}

#[test]
fn a_tool_error_is_one_of_the_command_too() {
    let mut told = Vec::new();
    for action in ["decline", "cancel"] {
        let file = answers(&format!("risky-{action}.json"), |answers| {
            answers["risky"] = json!({"action": action});
        });
        let ran = run_with(&file);
        assert_eq!(
            (ran.code, ran.result.as_str()),
            (Some(1), ""),
            "{}",
            ran.log
        );
        // What came before the question ran once; what it is about did not run.
        assert_eq!(
            ran.log.matches("deployer: build the image").count(),
            1,
            "{}",
            ran.log
        );
        assert!(!ran.log.contains("deployer: migrate"), "{}", ran.log);
        told.push(ran.log.lines().last().expect("a line").to_owned());
    }
    assert!(told[0].contains("declined"), "{}", told[0]);
    assert!(told[1].contains("cancelled"), "{}", told[1]);
}

#[test]
fn a_question_without_an_answer_is_named() {
    let ran = run(&[]);
    assert_eq!((ran.code, ran.result.as_str()), (Some(2), ""));
    assert!(ran.log.contains("`approval` has no answer"), "{}", ran.log);
    assert!(ran.log.contains("--answers FILE"), "{}", ran.log);

    let file = answers("no-risky.json", |answers| {
        answers.as_object_mut().expect("answers").remove("risky");
    });
    let ran = run_with(&file);
    assert_eq!(ran.code, Some(2));
    assert!(ran.log.contains("`risky` has no answer"), "{}", ran.log);
    assert!(
        ran.log.contains("Run `migrate the database`?"),
        "{}",
        ran.log
    );
}

#[test]
fn an_answer_that_breaks_the_form_is_not_sent() {
    let file = answers("wrong.json", |answers| {
        answers["risky"]["content"]["answer"] = json!("maybe");
    });
    let ran = run_with(&file);
    assert_eq!(ran.code, Some(2), "{}", ran.log);
    assert!(
        ran.log.contains("answer: must be true or false"),
        "{}",
        ran.log
    );
    assert!(ran.log.contains("round 2"), "{}", ran.log);
    assert!(!ran.log.contains("round 3"), "{}", ran.log);
}

#[test]
fn a_command_line_that_is_wrong_says_so() {
    for arguments in [
        &["--answers", "/does/not/exist.json"][..],
        &["moon"],
        &["--serve", "smoke"],
        &["--serve", "stdio", "--wire"],
        &["--port", "80"],
    ] {
        let ran = run(arguments);
        assert_eq!(
            (ran.code, ran.result.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(ran.log.starts_with("error: "), "{}", ran.log);
    }
}

#[test]
fn each_message_can_be_seen() {
    let ran = run(&["--wire", "--answers", shipped()]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    let messages = |direction: &str| -> Vec<Value> {
        let lines = ran
            .log
            .lines()
            .filter_map(|line| line.strip_prefix(direction));
        lines
            .map(|line| serde_json::from_str(line.trim()).expect("JSON"))
            .collect()
    };
    let sent = messages("client -> server");
    let received = messages("server -> client");
    let methods: Vec<&str> = sent
        .iter()
        .filter_map(|sent| sent["method"].as_str())
        .collect();
    assert_eq!(
        methods,
        ["server/discover", "tools/call", "tools/call", "tools/call"]
    );
    let kinds: Vec<&Value> = received
        .iter()
        .map(|got| &got["result"]["resultType"])
        .collect();
    assert_eq!(
        kinds,
        ["complete", "input_required", "input_required", "complete"]
    );
    for (asked, answered) in received[1..].iter().zip(&sent[2..]) {
        let state = &asked["result"]["requestState"];
        assert!(state.is_string());
        assert_eq!(*state, answered["params"]["requestState"]);
    }
}
