//! Two locals with one name, both needed behind the step.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn tool(name: String) -> mrtr::Result<String> {
    let text = name.clone();
    let view = &text;
    let text = view.len();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {view} {text}"))
}

fn main() {}
