//! The tool: one linear function that asks, also in its loop.

use mrtr::{Answer, Form, ask, ask_all, mrtr_tool, roots};

use crate::deployer::{Deployer, Environment};

/// The release to ship, as the user confirms it.
#[derive(Form)]
struct Approval {
    /// Ship it now?
    approved: bool,
    /// A label for the release
    #[form(min_length = 1, max_length = 40)]
    label: String,
}

/// Deploy the current release to an environment.
#[mrtr_tool]
pub async fn deploy(
    /// Where to deploy
    environment: Environment, // by value: an argument of the tool
    deployer: &Deployer, // by reference: given by the server
) -> mrtr::Result<String> {
    let plan = deployer.plan(environment).await?; // runs once

    let (approval, roots) = ask_all!(
        ask!(Approval, "Apply {} changes to {environment}?", plan.len()),
        roots!(),
    );
    let approval = match approval {
        Answer::Accept(approval) if approval.approved => approval,
        Answer::Accept(_) | Answer::Decline => return Ok("Nothing was deployed.".into()),
        Answer::Cancel => return Ok("No decision was made; nothing was deployed.".into()),
    };

    for step in &plan {
        if step.is_risky() && !ask!(bool, key = "risky", "Run `{step}`?").accepted()? {
            continue;
        }
        deployer.run(step, &roots).await?;
    }
    Ok(format!("`{}` is live in {environment}.", approval.label))
}
