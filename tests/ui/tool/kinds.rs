//! Messages name what the author writes.
use mrtr::{ask, mrtr_flow, mrtr_prompt, mrtr_resource};

#[mrtr_prompt]
fn prompt() -> String {
    let _ = || ask!(bool, "Go?");
    String::new()
}

#[mrtr_prompt]
async fn generic_prompt<T>(text: &str, (a, b): (String, String)) -> String {
    ask!(bool, "Go?");
    String::new()
}

#[mrtr_resource("notes://all", name = "a b")]
async fn resource(list: &mut Vec<u8>) -> String {
    let _ = async { ask!(bool, "Go?") };
    String::new()
}

#[mrtr_flow]
async fn flow() -> bool {
    fn inner() {
        ask!(bool, "Go?");
    }
    true
}

fn main() {}
