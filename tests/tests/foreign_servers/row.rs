//! A line of `docs/interop.md`, for what passed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::line::Kind;

const NODE: &str = include_str!("../../foreign/package.json");
const PYTHON: &str = include_str!("../../foreign/requirements.txt");

pub(crate) fn passed(kind: Kind, what: &str) {
    let (who, package, protocol) = match kind {
        Kind::Python => ("Official Python server", "mcp", "2026-07-28"),
        Kind::FastMcp => ("Server of fastmcp", "fastmcp", "2026-07-28"),
        Kind::TypeScript => (
            "Official TypeScript server",
            "@modelcontextprotocol/server",
            "2026-07-28",
        ),
        Kind::TypeScript2025 => (
            "Official TypeScript server of 2025",
            "@modelcontextprotocol/sdk",
            "2025-11-25",
        ),
    };
    let version = version(package);
    let rows = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/interop/rows/client");
    fs::create_dir_all(rows).expect("a directory");
    let order = format!("{}-{kind:?}", 20 + kind as u8).to_lowercase();
    let cells = format!("{who}\t`{package}` {version}\t{protocol}, stdio and HTTP\t{what}\n");
    fs::write(Path::new(rows).join(order), cells).expect("it can be written");
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
