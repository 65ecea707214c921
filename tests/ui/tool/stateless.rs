//! What needs state, where none is kept.
use mrtr::{ask, ask_url, mrtr_prompt, mrtr_tool};

struct Plan;

fn plan() -> Plan {
    Plan
}

fn run(_: Plan, _: bool) {}

#[mrtr_tool(stateless, once)]
async fn once() -> mrtr::Result<()> {
    ask!(bool, "Go?").accepted()?;
    Ok(())
}

#[mrtr_tool(stateless)]
async fn two_steps(deep: bool) -> mrtr::Result<()> {
    ask!(bool, "Go?").accepted()?;
    if deep {
        ask!(bool, "Sure?").accepted()?;
    }
    Ok(())
}

#[mrtr_tool(stateless)]
async fn in_a_loop(names: Vec<String>) -> mrtr::Result<()> {
    for name in names {
        ask!(bool, "Remove {name}?").accepted()?;
    }
    Ok(())
}

#[mrtr_tool(stateless)]
async fn until() -> mrtr::Result<()> {
    ask_url!("https://example.com/", "Sign in", until = true).accepted()?;
    Ok(())
}

#[mrtr_tool(stateless)]
async fn carries(mut count: u32) -> mrtr::Result<()> {
    let plan = plan();
    count += 1;
    let go = ask!(bool, "Go?").accepted()?;
    run(plan, go && count > 1);
    Ok(())
}

#[mrtr_tool(stateless)]
async fn in_an_expression() -> mrtr::Result<()> {
    run(plan(), ask!(bool, "Go?").accepted()?);
    Ok(())
}

#[mrtr_prompt(stateless, stateless)]
async fn twice() -> mrtr::Result<String> {
    Ok(ask!(String, "Who?").accepted()?)
}

fn main() {
    let _: [mrtr::ToolInfo; 2] = [once(), carries()];
}
