//! What rustc cannot see over a step: types that are found on another path, and names in macros.
use mrtr::{ask, mrtr_tool, sample};

#[mrtr_tool]
async fn in_another_branch(many: bool) -> mrtr::Result<String> {
    let mut lines = Vec::new();
    let mut total = 0;
    if many {
        lines.push(ask!(String, "Which line?").accepted()?);
    } else {
        for line in &lines {
            total += line.len();
        }
    }
    Ok(format!("{lines:?} {total}"))
}

#[mrtr_tool]
async fn of_an_answer() -> String {
    let verdict = sample!(as _, "Well?");
    format!("{verdict}")
}

#[mrtr_tool]
async fn in_a_macro(count: u32) -> mrtr::Result<String> {
    let base = count + 1;
    macro_rules! plus {
        ($more:expr) => {
            base + $more
        };
    }
    let more = ask!(u32, "How many more?").accepted()?;
    Ok(plus!(more).to_string())
}

fn main() {}
