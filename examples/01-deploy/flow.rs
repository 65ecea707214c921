//! The tool: one linear function that asks twice.

use mrtr::{Answer, Choice, Form, ask, ask_all, mrtr_tool, roots};

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

/// How a release reaches its users.
#[derive(Choice)]
#[choice(rename_all = "snake_case")]
enum Rollout {
    #[choice(title = "All instances at once")]
    AllAtOnce,
    #[choice(title = "One instance first")]
    Canary,
}

/// Deploy the current release to an environment.
#[mrtr_tool]
pub async fn deploy(
    /// Where to deploy
    environment: Environment,
    deployer: &Deployer,
) -> mrtr::Result<String> {
    let plan = deployer.plan(environment).await?; // runs once

    let (approval, roots) = ask_all!(
        ask!(Approval, "Apply {} changes to {environment}?", plan.len()),
        roots!(),
    );
    let label = match approval {
        Answer::Accept(approval) if approval.approved => approval.label,
        Answer::Accept(_) | Answer::Decline => return Ok("Nothing was deployed.".into()),
        Answer::Cancel => return Ok("No decision was made; nothing was deployed.".into()),
    };

    let rollout = if environment.has_users() {
        ask!(Rollout, "How should `{label}` reach its users?").accepted()?
    } else {
        Rollout::AllAtOnce
    };

    for step in &plan {
        deployer.run(step, &roots).await?;
    }
    Ok(match rollout {
        Rollout::AllAtOnce => format!("`{label}` is live in {environment}."),
        Rollout::Canary => format!("`{label}` is live on one instance of {environment}."),
    })
}
