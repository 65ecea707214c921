//! A tool with an error keeps its shape: who uses it has no second error, and the rest of its
//! body is still checked.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn broken(name: String) -> mrtr::Result<String> {
    let answer = ask!(bool, "Go, {name}?").accepted()?;
    let closure = || ask!(bool, "Go?");
    Ok(format!("{answer}"))
}

fn main() {
    let _ = broken().name;
}
