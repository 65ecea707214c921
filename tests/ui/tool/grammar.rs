//! Steps that are not written as steps are.
use mrtr::{ask, ask_all, mrtr_tool, roots};

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    ask!();
    ask!("Go?");
    ask!(bool);
    ask!(bool,);
    ask!(bool, key = "", "Go?");
    ask!(bool, key = "a b", "Go?");
    ask!(bool, key = "lonely");
    roots!("where");
    ask_all!();
    ask_all!(ask!(bool, key = "same", "a"), ask!(bool, key = "same", "b"));
    Ok(String::new())
}

fn main() {}
