//! Each claim of the threat model links to tests that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// The rows of the table of what holds.
fn claims(text: &str) -> Vec<&str> {
    let (_, rest) = text.split_once("## What holds").expect("a table");
    let (table, _) = rest.split_once("\n## ").expect("what does not hold");
    let rows = table.lines().filter(|line| line.starts_with("| "));
    rows.skip(2).collect()
}

/// The links of a text: what is shown, and where it leads.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices("](").filter_map(|(at, _)| {
        let shown = text[..at].rsplit_once('[')?.1;
        let target = text[at + 2..].split_once(')')?.0;
        Some((shown, target))
    })
}

#[test]
fn each_claim_names_its_tests_and_they_exist() {
    let text = fs::read_to_string(docs().join("threat-model.md")).expect("the threat model");
    let claims = claims(&text);
    assert!(claims.len() > 20, "{} claims", claims.len());
    for claim in claims {
        let mut named = 0;
        for (shown, target) in links(claim) {
            let file = docs().join(target);
            let code = fs::read_to_string(&file);
            let code = code.unwrap_or_else(|error| panic!("{}: {error}\n{claim}", file.display()));
            named += 1;
            // In backquotes: names of tests, or of the file or its folder.
            for name in shown.split('`').skip(1).step_by(2) {
                let is_test = code.contains(&format!("fn {name}()"));
                assert!(
                    is_test || target.contains(name),
                    "`{name}` is not in {target}"
                );
            }
        }
        assert!(named > 0, "nothing shows this claim: {claim}");
    }
}

#[test]
fn the_papers_lead_somewhere() {
    for paper in [
        "threat-model.md",
        "state-format.md",
        "client.md",
        "../SECURITY.md",
    ] {
        let paper = docs().join(paper);
        let text = fs::read_to_string(&paper).expect("a paper");
        for (_, target) in links(&text).filter(|(_, target)| !target.starts_with("http")) {
            let (file, _) = target.split_once('#').unwrap_or((target, ""));
            let file = paper.with_file_name(file);
            assert!(file.exists(), "{} links to {target}", paper.display());
        }
    }
}
