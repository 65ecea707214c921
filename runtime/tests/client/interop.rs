//! The client against servers that are not ours: the official TypeScript and Python packages.
//!
//! ```sh
//! npm install --prefix packages @modelcontextprotocol/server@2.4.0 zod@4
//! python3 -m venv .venv && .venv/bin/pip install mcp==2.3.0
//! MRTR_NODE_PACKAGES=$PWD/packages MRTR_PYTHON=$PWD/.venv/bin/python \
//!     cargo test -p mrtr --features cli --test client -- --ignored
//! ```

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::scripts::{file, run};

const PYTHON: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/client/servers/server.py"
);
const TYPESCRIPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/client/servers/server.mjs"
);

fn python() -> String {
    env::var("MRTR_PYTHON").expect("MRTR_PYTHON names an interpreter")
}

/// Node finds the packages by a variable that the server reads itself.
fn node() -> String {
    env::var("MRTR_NODE_PACKAGES").expect("MRTR_NODE_PACKAGES names a directory");
    "node".to_owned()
}

fn finishes(name: &str, line: [&str; 2]) {
    let accept = |content| json!({"action": "accept", "content": content});
    let (size, sure) = (accept(json!({"count": 3})), accept(json!({"sure": true})));
    // Python's package puts the module in front of the name.
    let answers = json!({
        "size": size, "__main__:size": size,
        "sure": sure, "__main__:sure": sure,
    });
    let answers = file(&format!("{name}.json"), &answers);
    let answers = ["--answers", answers.to_str().expect("UTF-8"), "--wire"];
    let ran = run(&[&["call", "order", "item=tea"][..], &line, &answers].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.log);
    assert_eq!(ran.result, "3 tea, sure True\n", "{}", ran.log);
    assert_eq!(
        ran.log.matches("\"input_required\"").count(),
        2,
        "{}",
        ran.log
    );
}

fn over_stdio(name: &str, program: &str, server: &str) {
    let command = format!("{program} {server} stdio");
    finishes(name, ["--stdio", &command]);
}

fn over_http(name: &str, program: &str, server: &str) {
    let mut command = Command::new(program);
    command.args([server, "http"]).stderr(Stdio::piped());
    let mut process = Stopped(command.spawn().expect("it starts"));
    let mut url = String::new();
    let mut log = BufReader::new(process.0.stderr.take().expect("stderr"));
    log.read_line(&mut url).expect("UTF-8");
    // Nobody reads the rest, but the server must not fail to write it.
    std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    finishes(name, ["--http", url.trim()]);
}

struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "needs the Python package `mcp`"]
fn the_official_python_server_is_driven_over_stdio() {
    over_stdio("python-stdio", &python(), PYTHON);
}

#[test]
#[ignore = "needs the Python package `mcp`"]
fn the_official_python_server_is_driven_over_http() {
    over_http("python-http", &python(), PYTHON);
}

#[test]
#[ignore = "needs the npm package `@modelcontextprotocol/server`"]
fn the_official_typescript_server_is_driven_over_stdio() {
    over_stdio("typescript-stdio", &node(), TYPESCRIPT);
}

#[test]
#[ignore = "needs the npm package `@modelcontextprotocol/server`"]
fn the_official_typescript_server_is_driven_over_http() {
    over_http("typescript-http", &node(), TYPESCRIPT);
}
