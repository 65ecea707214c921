//! Forms that cannot be written where they are asked for.
use mrtr::{Choice, ask, ask_all, mrtr_tool};

struct Plain;

#[derive(Choice)]
enum Size {
    Large,
}

#[mrtr_tool]
async fn by_syntax() -> mrtr::Result<String> {
    let _ = ask!({}, "Nothing?");
    let _ = ask!({ yes }, "No type?");
    let _ = ask!({ yes: bool });
    let answer = ask!({ password: String, tags: Vec<String> }, "Secret?").accepted()?;
    let _ = ask_all!(ask!({ #[form(min = 2, max = 1)] n: u8 }, "Bounds?"));
    Ok(answer.password)
}

#[mrtr_tool]
async fn by_type() -> mrtr::Result<String> {
    let answer = ask!({ plain: Plain }, "Plain?").accepted()?;
    let Plain = answer.plain;
    Ok(answer.missing)
}

#[mrtr_tool]
async fn carried() -> mrtr::Result<String> {
    let first = ask!({ size: Size }, "Size?").accepted()?;
    let second = ask!({ yes: bool }, "Sure?").accepted()?;
    let Size::Large = first.size;
    Ok(second.yes.to_string())
}

fn main() {
    let _: [mrtr::ToolInfo; 2] = [by_syntax(), carried()];
}
