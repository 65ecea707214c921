//! A `&str` without an annotation.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn tool(line: String) -> mrtr::Result<String> {
    let text = line.replace('a', "b");
    let first = text.split(',').next().unwrap_or("");
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {first}"))
}

fn main() {}
