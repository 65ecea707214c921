//! An answer that nobody looks at.
#![deny(unused_must_use)]
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    ask!(bool, "Go?");
    Ok(String::new())
}

fn main() {}
