//! A call that waits in a file, from process to process.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::scripts::{Ran, file, run};
use crate::shop::open;

fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left by an earlier run.
    let _ = fs::remove_file(&place);
    place
}

fn text(place: &Path) -> &str {
    place.to_str().expect("UTF-8")
}

fn waits(ran: &Ran, question: &str, place: &Path) {
    assert_eq!((ran.code, &*ran.result), (Some(3), ""), "{}", ran.log);
    assert!(ran.log.contains(question), "{}", ran.log);
    let told = format!("`mrtr resume {}` goes on with it", place.display());
    assert!(ran.log.contains(&told), "{}", ran.log);
}

fn answer(key: &str, answer: &Value) -> PathBuf {
    let content = json!({"action": "accept", "content": {"answer": answer}});
    file(&format!("waiting-{key}.json"), &json!({key: content}))
}

#[test]
fn a_call_stops_at_each_question_and_goes_on_in_another_process() {
    let url = open();
    let place = place("trip.json");
    let ran = run(&[
        "call",
        "trip",
        "to=Rome",
        "--http",
        &url,
        "--no-input",
        "--save",
        text(&place),
    ]);
    waits(&ran, "How many days in Rome?", &place);
    let saved: Value = serde_json::from_slice(&fs::read(&place).expect("a file")).expect("JSON");
    assert_eq!(saved["server"], json!({"http": url}));
    assert_eq!(saved["call"]["interim"]["round"], 1);

    // Nothing but the file says which server it was, and which call.
    let days = answer("days", &json!(3));
    let ran = run(&["resume", text(&place), "--answers", text(&days)]);
    waits(&ran, "3 days, sure?", &place);

    // It still waits where it waited.
    let ran = run(&["resume", text(&place)]);
    waits(&ran, "3 days, sure?", &place);

    let sure = answer("sure", &json!(true));
    let ran = run(&["resume", text(&place), "--answers", text(&sure)]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "3 days in Rome, true\n");
    assert!(!place.exists(), "it is finished");
}

#[test]
fn prompts_and_resources_wait_too() {
    let url = open();
    let name = answer("name", &json!("Ann"));
    for (call, result) in [
        (&["prompt", "greet", "how=Hello"][..], "user: Hello Ann\n"),
        (&["read", "note://7"], "Note 7 of Ann\n"),
    ] {
        let place = place("other.json");
        let ran = run(&[call, &["--http", &url, "--save", text(&place)]].concat());
        waits(&ran, "the question `name`", &place);
        let ran = run(&["resume", text(&place), "--answers", text(&name)]);
        assert_eq!(ran.code, Some(0), "{}", ran.log);
        assert_eq!(ran.result, result);
    }
}

#[test]
fn what_the_server_has_ended_does_not_wait() {
    let url = open();
    let place = place("refused.json");
    let save = ["--http", &url, "--save", text(&place)];
    let ran = run(&[&["call", "trip", "to=Rome"][..], &save].concat());
    waits(&ran, "How many days", &place);
    let mut saved: Value =
        serde_json::from_slice(&fs::read(&place).expect("a file")).expect("JSON");
    saved["call"]["interim"]["asked"]["requestState"] = json!("made up");
    fs::write(&place, saved.to_string()).expect("it can be written");

    let days = answer("days", &json!(3));
    let elsewhere = self::place("elsewhere.json");
    let ran = run(&[
        "resume",
        text(&place),
        "--answers",
        text(&days),
        "--save",
        text(&elsewhere),
    ]);
    assert_eq!(ran.code, Some(1), "{}", ran.log);
    assert!(!elsewhere.exists(), "the server refused it");
    assert!(place.exists(), "what cannot go on is not thrown away");
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = place("owner.json");
    fs::write(&place, "").expect("it can be written");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o644)).expect("it is ours");
    run(&[
        "call",
        "trip",
        "to=Rome",
        "--http",
        &open(),
        "--save",
        text(&place),
    ]);
    let mode = fs::metadata(&place).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_file_in_which_no_call_waits_is_told_apart() {
    for content in [
        json!({}),
        json!({"server": {"http": "http://127.0.0.1:1/"}, "call": 7}),
    ] {
        let place = file("none.json", &content);
        let ran = run(&["resume", text(&place)]);
        assert_ne!(ran.code, Some(0), "{content}");
        assert!(ran.log.contains("none.json"), "{content}: {}", ran.log);
    }
    assert_eq!(run(&["resume", "/does/not/exist"]).code, Some(2));
}
