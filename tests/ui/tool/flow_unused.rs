//! What a flow returns may not be thrown away unseen.
#![deny(unused_must_use)]
use mrtr::{ask, flow, mrtr_flow, mrtr_tool};

#[mrtr_flow]
async fn confirm(what: &str) -> mrtr::Result<bool> {
    Ok(ask!(bool, "{what}?").accepted()?)
}

#[mrtr_tool]
async fn unused() -> mrtr::Result<String> {
    flow!(confirm("a"));
    Ok(String::new())
}

fn main() {}
