//! A `&str` without an annotation: it travels where it is the program's own, and only there.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn local(line: String) -> mrtr::Result<String> {
    let text = line.replace('a', "b");
    let first = text.split(',').next().unwrap_or("");
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {first}"))
}

#[mrtr_tool]
async fn argument(line: String) -> mrtr::Result<String> {
    let first = line.split(',').next().unwrap_or("");
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {first}"))
}

#[mrtr_tool]
async fn items(text: String) -> mrtr::Result<String> {
    for line in text.lines().filter(|line| !line.is_empty()) {
        let keep = ask!(bool, "Keep it?").accepted()?;
        if keep {
            return Ok(line.to_owned());
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn own(many: bool) -> mrtr::Result<String> {
    let size = if many { "many" } else { "one" };
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {size}"))
}

fn main() {}
