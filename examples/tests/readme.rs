//! The README shows the tool that the example runs, and commands that this repository has.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The blocks of a language, without their fences.
fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    markdown
        .split(&fence)
        .skip(1)
        .filter_map(|rest| Some(rest.split_once("```")?.0))
        .collect()
}

#[test]
fn the_readme_shows_the_tool_that_the_example_runs() {
    let readme = read("../README.md");
    let [shown] = blocks(&readme, "rust")[..] else {
        panic!("one example");
    };
    let flow = read("01-deploy/flow.rs");
    let (_docs, flow) = flow.split_once("\n\n").expect("docs, then code");
    let ours = "use crate::deployer::{Deployer, Environment};\n\n";
    assert_eq!(shown, flow.replacen(ours, "", 1));
}

#[test]
fn the_readme_has_two_commands_and_its_links_lead_somewhere() {
    let readme = read("../README.md");
    let commands: Vec<&str> = blocks(&readme, "sh").into_iter().map(str::trim).collect();
    assert_eq!(commands, ["cargo run --bin deploy", "cargo test"]);
    let links = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(')')?.0));
    for link in links.filter(|link| !link.starts_with("https://")) {
        read(&format!("../{link}"));
    }
}
