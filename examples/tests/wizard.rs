//! The wizard: its forms come in their order, and it can begin again.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/answers/form-wizard.json");

fn run(answers: &Path) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_form-wizard"));
    command.stdin(Stdio::null()).arg("--answers").arg(answers);
    let output = command.output().expect("it starts");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, log)
}

fn result(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file with these answers.
fn file(name: &str, answers: &Value) -> std::path::PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, answers.to_string()).expect("it can be written");
    file
}

fn accept(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

#[test]
fn the_shipped_answers_start_over_and_book() {
    let (output, log) = run(Path::new(SHIPPED));
    assert!(output.status.success(), "{log}");
    assert_eq!(
        result(&output),
        "Chez Ann expects 8 guests of Ann on 2026-07-29.\n"
    );
}

#[test]
fn what_does_not_fit_is_told_by_its_field() {
    let good = json!({"name": "Ann", "guests": 3, "day": "2026-07-28", "sitting": "Late"});
    for (field, value, told) in [
        ("name", json!(""), "name: must be at least 1 character"),
        ("guests", json!(13), "guests: must be at most 12"),
        ("day", json!("tomorrow"), "day: "),
        ("sitting", json!("Noon"), "sitting: "),
        ("mail", json!("nobody"), "mail: "),
    ] {
        let mut content = good.clone();
        content[field] = value;
        let answers = json!({"table": accept(&content)});
        let (output, log) = run(&file("broken-wizard.json", &answers));
        assert!(!output.status.success());
        assert!(log.contains(told), "{log}");
    }
}

#[test]
fn an_answer_that_is_missing_is_named() {
    let (output, log) = run(&file("no-wizard.json", &json!({})));
    assert!(!output.status.success());
    assert!(log.contains("table"), "{log}");
    assert!(log.contains("Who comes to Chez Ann, and when?"), "{log}");
}

#[test]
fn a_decline_books_nothing() {
    let answers = json!({"table": {"action": "decline"}});
    let (output, _) = run(&file("declined-wizard.json", &answers));
    assert!(result(&output).contains("decline"), "{output:?}");
}
