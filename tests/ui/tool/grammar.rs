//! Steps that are not written as steps are.
use mrtr::{ask, ask_all, ask_url, mrtr_tool, roots, sample};

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
    let _ = ask_url!();
    let _ = ask_url!("https://example.com/");
    let _ = ask_url!(key = "page", "https://example.com/", "Go there");
    let _ = ask_url!("https://example.com/", until = true);
    let _ = ask_url!("https://example.com/", "Go there", until = true, key = "page");
    let _ = ask_all!(ask_url!("https://example.com/", "Go there", until = true));
    let _ = sample!();
    let _ = sample!(as u8);
    let _ = ask_all!();
    let _ = ask_all!(ask!(bool, key = "same", "a"), ask!(bool, key = "same", "b"));
    Ok(String::new())
}

fn main() {}
