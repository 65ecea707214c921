//! How long state is, next to the same data packed by hand with the SDK's own codec.

mod support;

use std::time::Duration;

use mrtr::host::Server;
use mrtr::{NotAccepted, ask, mrtr_tool};
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use serde_json::json;
use support::key;
use support::wire::{Wire, able};

/// A step of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Step {
    name: String,
    risky: bool,
}

fn plan() -> Vec<Step> {
    let step = |name: &str, risky| Step {
        name: name.to_owned(),
        risky,
    };
    vec![
        step("build the image", false),
        step("migrate the database", true),
        step("switch the traffic", false),
    ]
}

/// Deploys
#[mrtr_tool]
async fn deploy(environment: String) -> Result<String, NotAccepted> {
    let (plan, label, since) = (plan(), format!("{environment}-1.4"), 1_800_000_000_u64);
    let sure = ask!(bool, "Apply {} changes?", plan.len()).accepted()?;
    Ok(format!("{sure} {plan:?} {label} {since}"))
}

/// All that state of ours says, as an author would pack it: JSON, with bytes as base64url.
#[derive(Serialize)]
struct Packed {
    flow: &'static str,
    server: &'static str,
    method: &'static str,
    /// Half of a tag, and a digest.
    principal: String,
    arguments: String,
    issued: u64,
    deadline: u64,
    flow_id: String,
    round: u32,
    trail: String,
    /// A digest of what was asked, and its text, to ask it again.
    asked: String,
    question: &'static str,
    code: u64,
    step: u32,
    plan: Vec<Step>,
    label: &'static str,
    since: u64,
}

/// What a server without mrtr has to keep at the least: where it is, and the locals.
#[derive(Serialize)]
struct Least {
    step: u32,
    plan: Vec<Step>,
    label: &'static str,
    since: u64,
}

fn packed<T: Serialize>(data: &T) -> usize {
    // With a key id, as ours has: a key could not be changed otherwise.
    let codec = RequestStateCodec::new_with_keyring("q1w2e3r4", [("q1w2e3r4", vec![7; 32])]);
    let options = SealOptions::new().ttl(Duration::from_secs(600));
    let text = codec.expect("a key").seal_json_with(data, &options);
    text.expect("sealed").len()
}

async fn ours(server: Server) -> usize {
    let params = json!({"name": "deploy", "arguments": {"environment": "production"}});
    let asked = Wire::to(server).call(params, able()).await;
    let state = asked["result"]["requestState"].as_str();
    state.unwrap_or_else(|| panic!("{asked}")).len()
}

#[tokio::test]
async fn state_is_not_longer_than_the_same_data_packed_by_hand() {
    // 16 bytes and 32 bytes, in base64url.
    let (half, whole) = ("A".repeat(22), "A".repeat(43));
    let locals = serde_json::to_string(&(plan(), "production-1.4", 1_800_000_000_u64));
    assert!(locals.expect("JSON").len() < 300);
    let same = packed(&Packed {
        flow: "deploy",
        server: "tests",
        method: "tools/call",
        principal: half.clone(),
        arguments: whole,
        issued: 1_800_000_000_000,
        deadline: 1_800_086_400_000,
        flow_id: half.clone(),
        round: 1,
        trail: half.clone(),
        asked: half,
        question: "Apply 3 changes?",
        code: 0xc0de_c0de_c0de_c0de,
        step: 1,
        plan: plan(),
        label: "production-1.4",
        since: 1_800_000_000,
    });
    let least = packed(&Least {
        step: 1,
        plan: plan(),
        label: "production-1.4",
        since: 1_800_000_000,
    });
    let server = || Server::new("tests", "1.0").key(&key()).tool(deploy);
    let (signed, encrypted) = (ours(server().signed()).await, ours(server()).await);
    println!("signed {signed}, encrypted {encrypted}; by hand {same}, at the least {least}");
    for ours in [signed, encrypted] {
        assert!(ours * 10 <= same * 12, "{ours} bytes, and {same} by hand");
    }
}
