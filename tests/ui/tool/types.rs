//! Types that do not fit: the error is on the author's token.
use mrtr::{ask, mrtr_tool};

struct NotAForm;
struct NotAnArgument;
struct NotAResult;

#[mrtr_tool]
async fn asks() -> mrtr::Result<String> {
    let form = ask!(NotAForm, "What?");
    Ok(String::new())
}

#[mrtr_tool]
async fn takes(what: NotAnArgument) -> mrtr::Result<String> {
    Ok(String::new())
}

#[mrtr_tool]
async fn returns() -> NotAResult {
    NotAResult
}

#[mrtr_tool]
async fn mismatch(count: u32) -> mrtr::Result<String> {
    let go = ask!(bool, "Go?").accepted()?;
    let text: String = go;
    missing(count);
    Ok(count)
}

fn main() {}
