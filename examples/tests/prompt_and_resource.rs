//! A prompt and a resource ask, as a tool does.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const SHIPPED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/answers/prompt-and-resource.json"
);

fn run(arguments: &[&str], answers: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_prompt-and-resource"))
        .args(arguments)
        .arg("--answers")
        .arg(answers)
        .stdin(Stdio::null())
        .output()
        .expect("it starts")
}

fn result(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn file(name: &str, answers: &Value) -> std::path::PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, answers.to_string()).expect("it can be written");
    file
}

#[test]
fn both_ask_before_they_answer() {
    let output = run(&[], Path::new(SHIPPED));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        result(&output),
        "User: Explain rainbows so that a child of eight understands it.\n\
         notes://diary: It rained again.\n"
    );
}

#[test]
fn what_is_not_private_is_read_without_a_question() {
    let reader = json!({"reader": {"action": "accept", "content": {"answer": "expert"}}});
    let output = run(
        &["tides", "--note", "shopping"],
        &file("reader.json", &reader),
    );
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        result(&output),
        "User: Explain tides so that somebody who has worked on it for years understands it.\n\
         notes://shopping: Bread, butter, tea\n"
    );
}

#[test]
fn a_note_that_its_owner_does_not_show_is_not_there() {
    for refusal in [
        json!({"action": "decline"}),
        json!({"action": "cancel"}),
        json!({"action": "accept", "content": {"answer": false}}),
    ] {
        let answers = json!({
            "reader": {"action": "accept", "content": {"answer": "child"}},
            "answer": refusal,
        });
        let output = run(&[], &file("refused.json", &answers));
        assert!(!output.status.success());
        assert!(!result(&output).contains("rained"), "{output:?}");
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(log.contains("no such resource"), "{log}");
    }
}
