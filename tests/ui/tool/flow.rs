//! Calls of other flows.
use mrtr::{ask, flow, mrtr_flow, mrtr_tool};

struct Connection(u8);

#[mrtr_flow]
async fn confirm(what: &str) -> mrtr::Result<bool> {
    Ok(ask!(bool, "{what}?").accepted()?)
}

#[mrtr_flow]
async fn over(_connection: Connection) -> mrtr::Result<bool> {
    Ok(ask!(bool, "Go?").accepted()?)
}

#[mrtr_flow]
async fn changes(list: &mut Vec<u8>) {}

#[mrtr_flow(name = "x")]
async fn named() {}

async fn plain(what: &str) -> bool {
    what.is_empty()
}

#[mrtr_tool]
async fn grammar(mut list: Vec<String>) -> mrtr::Result<String> {
    flow!();
    flow!(confirm("a").await);
    flow!(confirm("a")?);
    flow!(confirm);
    flow!(confirm(&mut list));
    let closure = || flow!(confirm("a"));
    println!("{}", flow!(confirm("a")));
    Ok(String::new())
}

#[mrtr_tool(require = "up_front")]
async fn up_front() -> mrtr::Result<String> {
    flow!(confirm("a"))?;
    Ok(String::new())
}

#[mrtr_tool(stateless)]
async fn stateless() -> mrtr::Result<String> {
    flow!(confirm("a"))?;
    Ok(String::new())
}

#[mrtr_tool]
async fn not_a_flow() -> mrtr::Result<String> {
    flow!(plain("a"));
    Ok(String::new())
}

#[mrtr_tool]
async fn not_carried() -> mrtr::Result<String> {
    flow!(over(Connection(1)))?;
    Ok(String::new())
}

#[mrtr_tool]
async fn without_flow() -> mrtr::Result<String> {
    confirm("a").await?;
    Ok(String::new())
}

async fn outside() {
    flow!(confirm("a"));
}

fn main() {}
