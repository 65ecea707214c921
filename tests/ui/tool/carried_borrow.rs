//! Borrows that are needed behind the step: rustc knows the types, we know the annotations.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn longest(tags: Vec<String>) -> mrtr::Result<String> {
    let longest = tags.iter().max_by_key(|tag| tag.len()).expect("a tag");
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {longest}"))
}

#[mrtr_tool]
async fn head(line: String) -> mrtr::Result<String> {
    let head: &str = line.trim();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {head}"))
}

#[mrtr_tool]
async fn last(count: u32) -> mrtr::Result<String> {
    let mut all = vec![count];
    let last = all.last_mut().expect("one");
    let go = ask!(bool, "Go?").accepted()?;
    *last += 1;
    Ok(format!("{go} {all:?}"))
}

fn main() {}
