//! The guide to the errors, `docs/diagnostics.md`: its examples, with the code around them that a
//! reader does not need.

/// The text of the guide.
pub const GUIDE: &str = include_str!("../../../docs/diagnostics.md");

/// What the examples use.
pub const SURROUNDINGS: &str = include_str!("surroundings.rs");

/// One fence of the guide.
#[derive(Debug)]
pub struct Example {
    /// The heading of its entry.
    pub entry: &'static str,
    /// Whether it is code that does not compile.
    pub is_refused: bool,
    /// What is written in the guide.
    pub code: String,
    /// The line where it begins.
    pub line: usize,
}

impl Example {
    /// What stands in front of the code and behind it, so that it is whole.
    ///
    /// Code without an attribute of ours is the body of a tool, in which our warnings are errors.
    #[must_use]
    pub fn around(&self) -> (&'static str, &'static str) {
        if self.code.contains("#[mrtr_") || self.code.contains("#[derive") {
            ("", "")
        } else {
            (
                "#[deny(deprecated)] #[mrtr_tool] async fn tool(names: Vec<String>, count: u32, service: &Service) \
                 -> mrtr::Result<String> {",
                "Ok(String::new()) }",
            )
        }
    }
}

/// All examples, in order.
#[must_use]
pub fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut entry, mut is_open) = ("", false);
    for (index, line) in GUIDE.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("### ") {
            entry = heading;
        } else if let (Some(fence), false) = (line.strip_prefix("```"), is_open) {
            is_open = true;
            examples.push(Example {
                entry,
                is_refused: fence.ends_with("compile_fail"),
                code: String::new(),
                line: index + 1,
            });
        } else if line == "```" {
            is_open = false;
        } else if let (Some(example), true) = (examples.last_mut(), is_open) {
            example.code.push_str(line);
            example.code.push('\n');
        }
    }
    examples
}

/// The examples as doc tests: what is around them is in lines that rustdoc hides.
#[must_use]
pub fn doc_tests() -> String {
    let mut lines = Vec::new();
    for example in examples() {
        let (before, after) = example.around();
        let Example { entry, line, .. } = example;
        lines.push(format!("Line {line} of the guide: {entry}\n"));
        lines.push(if example.is_refused {
            "```rust,compile_fail".to_owned()
        } else {
            "```rust".to_owned()
        });
        lines.extend(hidden(SURROUNDINGS));
        lines.extend(hidden(before));
        lines.push(example.code);
        lines.extend(hidden(after));
        lines.push("```\n".to_owned());
    }
    lines.join("\n")
}

fn hidden(code: &str) -> impl Iterator<Item = String> {
    code.lines().map(|line| format!("# {line}"))
}
