//! Answers that nobody looks at.
use mrtr::{ask, mrtr_tool, roots};

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    ask!(bool, "Go?");
    roots!();
    let _ = ask!(bool, "Whatever you say.");
    Ok(String::new())
}

fn main() {}
