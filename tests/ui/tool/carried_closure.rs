//! A closure that captures something.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn tool(count: u32) -> mrtr::Result<String> {
    let add = move |more: u32| more + count;
    let n = ask!(u32, "How many?").accepted()?;
    Ok(add(n).to_string())
}

fn main() {}
