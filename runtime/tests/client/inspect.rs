//! The program that looks into a state, as a process.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::Stdio;

use mrtr::engine::{Engine, Method, Outcome, Request};
use mrtr::notice::Notices;
use mrtr::seal::{KeyRing, SealKey, Signed};
use mrtr::{Principal, Secret, State, Tool, ask, mrtr_tool};
use serde_json::{Map, Value, json};

use crate::scripts::Ran;
use crate::shop::mrtr;

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const OTHER_KEY: &str = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8";

/// Deploy something.
#[mrtr_tool]
async fn deploy(environment: String) -> mrtr::Result<String> {
    let plan = vec![format!("build for {environment}"), "hunter2".to_owned()];
    let sure = ask!(bool, "Sure?").accepted()?;
    Ok(format!("{sure} {plan:?}"))
}

/// Sign in.
#[mrtr_tool]
async fn sign_in() -> mrtr::Result<String> {
    let (token, name) = (Secret::new("hunter2".to_owned()), "ann".to_owned());
    let sure = ask!(bool, "Sure?").accepted()?;
    Ok(format!("{sure} {} {name}", token.expose()))
}

fn keys() -> KeyRing {
    KeyRing::new(&KEY.parse::<SealKey>().expect("a key"))
}

fn arguments() -> Map<String, Value> {
    Map::from_iter([("environment".to_owned(), json!("staging"))])
}

/// A state of a tool.
fn state(tool: impl Tool, engine: Engine, principal: Principal) -> String {
    let request = Request {
        method: Method::CallTool,
        arguments: arguments(),
        responses: BTreeMap::new(),
        state: None,
        principal,
        capabilities: serde_json::from_value(json!({"elicitation": {}})).expect("capabilities"),
        notices: Notices::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let round = async move { engine.round(&tool.describe(), &State::new(), request).await };
    match runtime.expect("a runtime").block_on(round) {
        Outcome::InputRequired(asked) => asked.request_state.expect("a state"),
        other => panic!("not asked: {other:?}"),
    }
}

fn of_ann() -> String {
    let ann = Principal::named("ann").expect("a name");
    state(deploy, Engine::new("deployer", keys()), ann)
}

fn inspect(arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let mut command = mrtr(&[&["inspect"], arguments].concat());
    command.env_remove("MRTR_KEY").env_remove("MRTR_KEY_FILE");
    command
        .envs(environment.iter().copied())
        .stdin(Stdio::null());
    let output = command.output().expect("it starts");
    Ran {
        code: output.status.code(),
        result: String::from_utf8(output.stdout).expect("UTF-8"),
        log: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn with_key(arguments: &[&str]) -> Ran {
    inspect(arguments, &[("MRTR_KEY", KEY)])
}

/// What the report says under a name.
fn row<'a>(ran: &'a Ran, name: &str) -> &'a str {
    let line = ran.result.lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no `{name}`: {}{}", ran.result, ran.log));
    line[name.len()..].trim()
}

#[test]
fn a_state_that_is_good_is_told() {
    let state = of_ann();
    let given = [
        &*state,
        "--server=deployer",
        "--flow=deploy",
        "--principal=ann",
        r#"--arguments={"environment": "staging"}"#,
    ];
    let ran = with_key(&given);
    assert_eq!(ran.code, Some(0), "{}{}", ran.result, ran.log);
    assert_eq!(row(&ran, "envelope"), "x1 (encrypted)");
    assert_eq!(row(&ran, "key"), format!("{} (active)", keys().active()));
    assert_eq!(row(&ran, "server"), "deployer");
    assert_eq!(row(&ran, "flow"), "deploy (tools/call)");
    assert_eq!(row(&ran, "round"), "1");
    assert!(row(&ran, "issued").ends_with(" ago"));
    assert!(row(&ran, "expires").starts_with("in "));
    assert_eq!(row(&ran, "principal"), "ann");
    assert_eq!(row(&ran, "questions"), "1, of which 0 are answered");
    assert!(row(&ran, "point").starts_with("1 (code "));
    assert_eq!(row(&ran, "           local 1:"), "27 B");
    assert_eq!(row(&ran, "verdict"), "nothing speaks against it");
    // Values are shown where they are asked for.
    assert!(!ran.result.contains("hunter2"));
    let ran = with_key(&[&state, "--values"]);
    assert_eq!(
        row(&ran, "           local 1:"),
        r#"27 B  ["build for staging","hunter2"]"#
    );
}

#[test]
fn why_a_state_is_refused_is_told() {
    let state = of_ann();
    for (given, reasons) in [
        (
            &["--server=deployer2"][..],
            &["it was made by another server"][..],
        ),
        (
            &["--flow=destroy", "--principal=bob"],
            &[
                "it was made by another tool, prompt or resource",
                "it was made for another principal",
            ],
        ),
        (&["--anonymous"], &["it was made for another principal"]),
        (&["--arguments={}"], &["it was made for other arguments"]),
    ] {
        let ran = with_key(&[&[&*state], given].concat());
        assert_eq!(ran.code, Some(1), "{}{}", ran.result, ran.log);
        let told: Vec<_> = ran.result.lines().collect();
        let told: Vec<_> = told
            .iter()
            .filter_map(|it| it.strip_prefix("refused"))
            .collect();
        assert_eq!(told.iter().map(|it| it.trim()).collect::<Vec<_>>(), reasons);
        assert_eq!(ran.log, "");
    }
    let other = if &state[40..41] == "A" { "B" } else { "A" };
    let ran = with_key(&[&format!("{}{other}{}", &state[..40], &state[41..])]);
    assert_eq!(ran.code, Some(1));
    assert!(
        row(&ran, "refused").contains("was changed on its way"),
        "{}",
        ran.result
    );
    let ran = inspect(&[&state], &[("MRTR_KEY", OTHER_KEY)]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(
        row(&ran, "key"),
        format!("{} (not active)", keys().active())
    );
    assert!(row(&ran, "refused").contains("a key that is not in the ring"));
    let ran = with_key(&["\u{1b}[2J.x.y"]);
    assert_eq!(ran.code, Some(1));
    assert!(!ran.result.contains('\u{1b}'), "{}", ran.result);
}

#[test]
fn secrets_are_masked() {
    let engine = Engine::new("deployer", keys());
    let ran = with_key(&[&state(sign_in, engine, Principal::anonymous()), "--values"]);
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(row(&ran, "principal"), "anonymous");
    assert_eq!(row(&ran, "           local 1:"), "8 B  (masked)");
    assert!(row(&ran, "secret").contains("no values are shown"));
    assert!(!ran.result.contains("hunter2") && !ran.result.contains("ann"));
}

#[test]
fn it_can_be_read_as_json() {
    let engine = Engine::with_envelope("deployer", Signed::new(keys()));
    let state = state(deploy, engine, Principal::anonymous());
    let ran = with_key(&[&state, "--json", "--values", "--flow=x"]);
    assert_eq!(ran.code, Some(1));
    let told: Value = serde_json::from_str(&ran.result).expect("JSON");
    assert_eq!(told["envelope"], "m1");
    assert_eq!(
        told["refused"],
        json!(["it was made by another tool, prompt or resource"])
    );
    assert_eq!(told["state"]["flow"], "deploy");
    assert_eq!(told["state"]["anonymous"], true);
    let local = &told["state"]["points"][0]["locals"][0];
    assert_eq!(local["value"], json!(["build for staging", "hunter2"]));
}

#[test]
fn the_state_comes_from_a_pipe_and_the_keys_from_a_file() {
    let file = crate::scripts::file("keys.txt", &json!(null));
    let rotated = format!("{OTHER_KEY} # since today\n{KEY}\n");
    std::fs::write(&file, rotated).expect("it can be written");
    let file = file.to_str().expect("UTF-8");
    let mut command = mrtr(&["inspect", "-", "--key-file", file]);
    command.env_remove("MRTR_KEY").stdin(Stdio::piped());
    command.stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "\"{}\"", of_ann()).expect("it is read");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("(not active)"), "{told}");
    assert!(told.contains("somebody with a name"), "{told}");

    let of_environment = inspect(&[&of_ann()], &[("MRTR_KEY_FILE", file)]);
    assert_eq!(of_environment.code, Some(0), "{}", of_environment.log);
}

#[test]
fn without_keys_nothing_is_known() {
    let state = of_ann();
    let ran = inspect(&[&state], &[]);
    assert_eq!((ran.code, &*ran.result), (Some(2), ""));
    assert!(ran.log.contains("Set `MRTR_KEY`"), "{}", ran.log);
    let ran = inspect(&[&state], &[("MRTR_KEY", "short")]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.log.contains("`MRTR_KEY`: key 1: "), "{}", ran.log);
    let ran = inspect(&[&state, "--key-file=/nowhere/keys"], &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.log.contains("cannot be read"), "{}", ran.log);
    let ran = with_key(&[&state, "--arguments=[1]"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.log.contains("`--arguments` is no JSON object"),
        "{}",
        ran.log
    );
}
