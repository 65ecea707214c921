//! What is alive while the tool itself waits has to be `Send`; what is alive at a step has not.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn fine() -> mrtr::Result<String> {
    let rc = std::rc::Rc::new(5);
    let text = rc.to_string();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {text}"))
}

#[mrtr_tool]
async fn not_fine() -> mrtr::Result<String> {
    let rc = std::rc::Rc::new(5);
    std::future::ready(()).await;
    let text = rc.to_string();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {text}"))
}

fn main() {}
