//! A line of `docs/interop.md`, for what passed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Client;

const NODE: &str = include_str!("../../foreign/package.json");
const PYTHON: &str = include_str!("../../foreign/requirements.txt");

/// A client that got through, over stdio and over HTTP.
pub(crate) fn passed(client: Client, protocol: &str, what: &str) {
    let (order, who, package) = match client {
        Client::TypeScript => (
            20,
            "Official TypeScript client",
            "@modelcontextprotocol/client",
        ),
        Client::TypeScript2025 => (
            21,
            "Official TypeScript client of 2025",
            "@modelcontextprotocol/sdk",
        ),
        Client::Python => (30, "Official Python client", "mcp"),
        Client::FastMcp => (31, "Client of fastmcp", "fastmcp"),
    };
    write(order, who, package, protocol, what);
}

pub(crate) fn inspected(protocol: &str) {
    let what = "lists; its command line asks nobody, and is told so where a tool asks";
    let package = "@modelcontextprotocol/inspector";
    write(
        40,
        "Official Inspector, command line",
        package,
        protocol,
        what,
    );
}

fn write(order: u8, who: &str, package: &str, protocol: &str, what: &str) {
    let rows = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/interop/rows/server");
    fs::create_dir_all(rows).expect("a directory");
    let version = version(package);
    let cells = format!("{who}\t`{package}` {version}\t{protocol}, stdio and HTTP\t{what}\n");
    // The newer version of the protocol first.
    let era = u8::from(protocol != "2026-07-28");
    fs::write(Path::new(rows).join(format!("{order}-{era}")), cells).expect("it can be written");
}

/// The version that is pinned.
fn version(package: &str) -> String {
    let pinned: Value = serde_json::from_str(NODE).expect("JSON");
    if let Some(version) = pinned["dependencies"][package].as_str() {
        return version.to_owned();
    }
    let mut lines = PYTHON.lines();
    let version = lines.find_map(|line| line.strip_prefix(package)?.strip_prefix("=="));
    version.expect("a version").to_owned()
}
