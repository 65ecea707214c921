//! What the tool works with. It deploys nothing.

use std::fmt;

use clap::ValueEnum;
use mrtr::Roots;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a release can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// Only the team sees it.
    Staging,
    /// Everybody sees it.
    Production,
}

/// One thing that a deployment does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    name: String,
    risky: bool,
}

/// Plans deployments and carries them out. A host registers it; the tool takes it as `&Deployer`.
#[derive(Debug, Default)]
pub struct Deployer;

/// Something is deploying already.
#[derive(Debug)]
pub struct Busy(Environment);

impl Step {
    /// Whether somebody should be asked before it is done.
    pub fn is_risky(&self) -> bool {
        self.risky
    }
}

impl Deployer {
    /// Looks up what would change.
    pub async fn plan(&self, environment: Environment) -> Result<Vec<Step>, Busy> {
        // A real one would talk to a cluster here, and find it locked at times.
        tokio::task::yield_now().await;
        let has_users = environment == Environment::Production;
        let step = |name: &str, risky| Step {
            name: name.to_owned(),
            risky,
        };
        Ok(vec![
            step("build the image", false),
            step("migrate the database", has_users),
            step("switch the traffic", false),
        ])
    }

    /// Does one step.
    pub async fn run(&self, step: &Step, _: &Roots) -> Result<(), Busy> {
        tokio::task::yield_now().await;
        eprintln!("deployer: {step}");
        Ok(())
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Staging => "staging",
            Self::Production => "production",
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "somebody else is deploying to {}", self.0)
    }
}

impl std::error::Error for Busy {}
