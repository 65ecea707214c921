//! Options that do not go together, or are not kept.
use mrtr::{ask, flow, fresh, mrtr_flow, mrtr_prompt, mrtr_tool};

#[mrtr_tool(restart)]
async fn changes() {}

#[mrtr_tool(read_only, restart, once)]
async fn once() {}

#[mrtr_prompt(read_only)]
async fn prompt() -> String {
    String::new()
}

#[mrtr_flow(restart)]
async fn tell(text: String) -> String {
    text
}

#[mrtr_tool(compatible = "v1")]
async fn alike(names: Vec<String>) -> mrtr::Result<String> {
    let first = ask!(bool, key = "go", "Go?").accepted()?;
    let second = ask!(bool, key = "go", "Really go?").accepted()?;
    let told = flow!(told());
    let told = flow!(told()) + &flow!(key = "again", told());
    Ok(format!("{first} {second} {told}"))
}

#[mrtr_flow]
async fn told() -> String {
    String::new()
}

#[mrtr_tool(compatible)]
async fn untagged() {}

#[mrtr_tool(crate = 3)]
async fn rooted() {}

#[mrtr_tool]
async fn freshly(names: Vec<String>) -> mrtr::Result<String> {
    let connection = fresh! { ask!(String, "Where?").accepted()? };
    Ok(connection)
}

#[mrtr_tool]
async fn jumps(names: Vec<String>) -> mrtr::Result<String> {
    for name in names {
        let file = fresh! {
            if name.is_empty() {
                continue;
            }
            name.len()
        };
        let go = ask!(bool, "{file}?").accepted()?;
    }
    Ok(String::new())
}

fn main() {}
