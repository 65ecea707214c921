//! Answers of models that cannot be read.
use mrtr::{mrtr_tool, sample};

struct NotRead;

#[mrtr_tool]
async fn reads() -> &'static str {
    let _verdict = sample!(as NotRead, "Well?");
    ""
}

#[mrtr_tool]
async fn says() -> String {
    sample!(42).text()
}

fn main() {}
