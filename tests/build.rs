//! Makes doc tests of the guide's examples.

use std::path::Path;
use std::{env, fs, io};

#[allow(unreachable_pub, reason = "it is public in the library")]
#[path = "src/guide/mod.rs"]
mod guide;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/guide");
    println!("cargo::rerun-if-changed=../docs/diagnostics.md");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("guide.md"), guide::doc_tests())
}
