//! A value that was moved, and is used behind the step.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn tool(count: u32) -> mrtr::Result<String> {
    let text = count.to_string();
    drop(text);
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {text}"))
}

fn main() {}
