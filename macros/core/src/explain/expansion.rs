//! What a function becomes, for people.

use std::io::Write as _;
use std::process::{Command, Stdio};

use proc_macro2::TokenStream;

/// The tokens as rustfmt lays them out; as they are where there is none.
///
/// Names that differ in hygiene alone look the same here.
pub(super) fn readable(expanded: &TokenStream) -> String {
    let plain = expanded.to_string();
    formatted(&plain).unwrap_or(plain)
}

fn formatted(code: &str) -> Option<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    rustfmt.stdin.take()?.write_all(code.as_bytes()).ok()?;
    let output = rustfmt.wait_with_output().ok()?;
    let formatted = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !formatted.is_empty()).then_some(formatted)
}
