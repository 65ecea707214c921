//! Programs as the files that are compiled.

use std::fmt::Write as _;

use crate::Program;

/// Stands around the name that an answer is bound to.
pub(crate) const BOUND: char = '\u{1}';

/// A file with the programs of these seeds, and a list of them.
#[must_use]
pub fn batch(seeds: &[u64]) -> String {
    let mut file = String::from("use mrtr_differential::Program;\n");
    for seed in seeds {
        module(&mut file, &crate::program(*seed));
    }
    let list: String = seeds
        .iter()
        .map(|seed| format!("    p{seed}::PROGRAM,\n"))
        .collect();
    let _ = write!(file, "const PROGRAMS: &[Program] = &[\n{list}];\n");
    file
}

/// The lowered twin of a seed, as it stands under `#[mrtr_tool]`.
#[must_use]
pub fn lowered(seed: u64) -> String {
    source(&crate::program(seed))
}

fn source(program: &Program) -> String {
    let body = indented(&keyless(&program.body));
    format!(
        "async fn flow({}log: &Log) -> Outcome {{\n{body}}}\n",
        list(program)
    )
}

fn list(program: &Program) -> String {
    program
        .parameters
        .iter()
        .map(|parameter| format!("{parameter}, "))
        .collect()
}

fn module(file: &mut String, program: &Program) {
    let Program {
        seed,
        parameters,
        body,
    } = program;
    let (list, source) = (list(program), source(program));
    let passed: String = parameters
        .iter()
        .filter_map(|parameter| parameter.split(':').next())
        .map(|name| format!("input.{}, ", name.trim_start_matches("mut ")))
        .collect();
    let direct = indented(&keyed(body));
    let _ = write!(
        file,
        "mod p{seed} {{
mod lowered {{
use mrtr_differential::lowered::*;
#[mrtr_tool]
pub {source}}}
mod direct {{
use mrtr_differential::direct::*;
pub async fn flow({list}log: &Log) -> Outcome {{
{direct}}}
}}
pub const PROGRAM: mrtr_differential::Program = mrtr_differential::Program {{
    seed: {seed},
    source: {source:?},
    tool: lowered::flow,
    direct: |input, log| Box::pin(direct::flow({passed}log)),
}};
}}
"
    );
}

/// Input:  `ask!(u8, ‹a›"text")`
/// Output: `ask!(u8, "text")`
fn keyless(body: &str) -> String {
    body.split(BOUND).step_by(2).collect()
}

/// Input:  `ask!(u8, ‹a›"text")`
/// Output: `ask!(u8, key = "a", "text")`
fn keyed(body: &str) -> String {
    body.split(BOUND)
        .enumerate()
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => format!("key = \"{part}\", "),
        })
        .collect()
}

/// Indents by the depth of the braces.
fn indented(body: &str) -> String {
    let mut depth = 1_usize;
    let mut out = String::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let closing = line
            .chars()
            .take_while(|c| matches!(c, '}' | ')' | ']'))
            .count();
        let _ = writeln!(
            out,
            "{}{line}",
            "    ".repeat(depth.saturating_sub(closing))
        );
        let opened = line.matches(['{', '(', '[']).count();
        let closed = line.matches(['}', ')', ']']).count();
        depth = (depth + opened).saturating_sub(closed);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_name_is_the_key_of_the_direct_twin() {
        let body = "let a = ask!(u8, \u{1}a\u{1}\"text\");";
        assert_eq!(keyless(body), "let a = ask!(u8, \"text\");");
        assert_eq!(keyed(body), "let a = ask!(u8, key = \"a\", \"text\");");
    }
}
