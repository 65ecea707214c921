//! The example, driven to its end by a client that is not ours: the official Python package.
//!
//! ```sh
//! python3 -m venv .venv && .venv/bin/pip install -r examples/tests/python/requirements.txt
//! MRTR_PYTHON=$PWD/.venv/bin/python cargo test -p mrtr-examples --test interop -- --ignored
//! ```

mod support;

use std::env;
use std::process::Command;

use support::KEY;
use support::http::Server;

/// What the client prints, once it got through.
fn finished(kind: &str, target: &str) {
    let python = env::var("MRTR_PYTHON").expect("MRTR_PYTHON names an interpreter");
    let output = Command::new(python)
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/python/client.py"
        ))
        .args([kind, target])
        .output()
        .expect("it starts");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "deploy\nok `py` is live in production.\n",
        "{log}"
    );
}

#[test]
#[ignore = "needs the Python package `mcp`"]
fn the_official_python_client_finishes_over_stdio() {
    finished("stdio", env!("CARGO_BIN_EXE_deploy"));
}

#[test]
#[ignore = "needs the Python package `mcp`"]
fn the_official_python_client_finishes_over_http() {
    finished("http", Server::start(KEY).url());
}
