//! Writes the programs: as many as `MRTR_DIFF_COUNT` says, of the seeds from `MRTR_DIFF_SEED` on.

use std::path::Path;
use std::{env, fs};

use mrtr_differential_generator::{batch, lowered};
use proc_macro2::TokenStream;

/// The test crates in `tests/`, which are compiled side by side.
const PARTS: u64 = 8;

/// What the macro may say about a valid program: a limit that its author is told how to avoid.
const LIMITS: &[&str] = &["rename one of them", "move it to the top"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let first = number("MRTR_DIFF_SEED", 0);
    let count = number("MRTR_DIFF_COUNT", 500);
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for part in 0..PARTS {
        let seeds = first + count * part / PARTS..first + count * (part + 1) / PARTS;
        let all = seeds.end - seeds.start;
        let taken: Vec<u64> = seeds.filter(|seed| !is_beyond_limits(*seed)).collect();
        let refused = all - taken.len() as u64;
        let file = Path::new(&out).join(format!("part_{part}.rs"));
        let programs = batch(&taken);
        let text = format!("{programs}const REFUSED: u64 = {refused};\n");
        fs::write(file, text).expect("OUT_DIR is writable");
    }
}

/// Whether the macro refuses the program for one of its limits. Any other refusal is for rustc to
/// tell: it is a fault.
fn is_beyond_limits(seed: u64) -> bool {
    let source = lowered(seed);
    let item: TokenStream = source.parse().expect("the generator writes tokens");
    let expanded = mrtr_macros_core::tool(TokenStream::new(), item).to_string();
    expanded.contains("compile_error") && LIMITS.iter().any(|limit| expanded.contains(limit))
}

fn number(variable: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={variable}");
    match env::var(variable) {
        Ok(value) => value
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) => default,
    }
}
