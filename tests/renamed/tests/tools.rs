//! Tools that reach the runtime under another name, or through a crate that exports it again.

use asking::{Answer, Tool, ask, ask_all, flow, mrtr_flow, mrtr_prompt, mrtr_tool, roots};

/// What a crate that wraps this one would have.
mod sdk {
    pub(crate) mod questions {
        pub(crate) use asking as again;
    }
}

#[derive(asking::Form)]
#[form(crate = asking)]
struct Order {
    count: u8,
    size: Size,
}

#[derive(asking::Choice, Clone, Copy)]
#[choice(crate = "crate::sdk::questions::again")]
enum Size {
    Small,
    Large,
}

/// Orders something.
#[mrtr_tool(crate = asking)]
async fn order(name: String) -> asking::Result<String> {
    let order = match ask!(Order, "How many {name}?") {
        Answer::Accept(order) => order,
        Answer::Decline | Answer::Cancel => return Ok("nothing".into()),
    };
    let small = matches!(order.size, Size::Small);
    let (sure, roots) = ask_all!(ask!(bool, "{} of {name}?", order.count), roots!());
    let wrapped = flow!(wrapped(order.count))?;
    Ok(format!(
        "{} {} {wrapped} {small}",
        sure.accepted()?,
        roots.len()
    ))
}

#[mrtr_flow(crate = crate::sdk::questions::again)]
async fn wrapped(count: u8) -> asking::Result<bool> {
    let inline = ask!({ wrapped: bool, note: Option<String> }, "Wrap {count}?").accepted()?;
    Ok(inline.wrapped && inline.note.is_none())
}

/// Greets.
#[mrtr_prompt(crate = asking)]
async fn greet() -> asking::Result<String> {
    Ok(ask!(String, "Whom?").accepted()?)
}

#[test]
fn they_compile_and_say_what_they_ask() {
    let info = order.describe();
    assert_eq!(info.name, "order");
    let keys = info.flow.points.iter().flat_map(|point| point.questions);
    let keys: Vec<_> = keys.map(|question| question.key).collect();
    assert_eq!(keys, ["order", "sure", "roots"]);
    assert_eq!(greet().flow.points.len(), 1);
}
