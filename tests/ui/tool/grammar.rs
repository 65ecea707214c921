//! Steps that are not written as steps are.
use mrtr::{ask, ask_all, mrtr_tool, roots};

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    let _ = ask!();
    let _ = ask!("Go?");
    let _ = ask!(bool);
    let _ = ask!(bool,);
    let _ = ask!(bool, key = "", "Go?");
    let _ = ask!(bool, key = "a b", "Go?");
    let _ = ask!(bool, key = "lonely");
    let _ = roots!("where");
    let _ = ask_all!();
    let _ = ask_all!(ask!(bool, key = "same", "a"), ask!(bool, key = "same", "b"));
    Ok(String::new())
}

fn main() {}
