//! What a tool cannot take.
use mrtr::mrtr_tool;

#[mrtr_tool]
fn not_async() {}

#[mrtr_tool]
async fn generic<T>(value: T) {}

#[mrtr_tool]
async fn any(value: impl ToString) {}

#[mrtr_tool]
async fn borrowed(text: &str, list: &[u8]) {}

#[mrtr_tool]
async fn changed(list: &mut Vec<u8>) {}

#[mrtr_tool]
async fn pattern((a, b): (u8, u8), _: u8) {}

#[mrtr_tool]
async fn attribute(#[serde(default)] count: u8) {}

#[mrtr_tool]
async fn salience(
    #[arg(salient)] a: u8,
    #[arg(not_salient, not_salient)] b: u8,
    #[arg] c: u8,
    #[arg(not_salient)] d: &Service,
) {
}

#[mrtr_tool(nmae = "x")]
async fn unknown() {}

#[mrtr_tool(name = "a b")]
async fn name() {}

#[mrtr_tool(name = "")]
async fn no_name() {}

#[mrtr_tool(name = "x", vis = pub(crate))]
async fn visible() {}

#[mrtr_tool(name = "a", name = "b")]
async fn twice() {}

#[mrtr_tool]
async fn löschen() {}

#[mrtr_tool(name = "remove")]
async fn entfernen_für() {}

struct Service;

impl Service {
    #[mrtr_tool]
    async fn owned(self) {}

    #[mrtr_tool]
    async fn changed(&mut self) {}
}

fn main() {}
