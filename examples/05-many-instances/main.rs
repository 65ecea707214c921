//! `cargo run --bin many-instances`: several instances behind nginx, which share nothing but the keys
//! and a store, are killed and rolled while clients are in the middle of their calls.
//!
//! Needs `redis-server` and `nginx` (Debian: `redis-server`, `nginx-light`). The exit code is 0
//! where every flow finished or got a refusal that is documented, and no effect happened twice or
//! was lost.

// In a program `pub` means the same as `pub(crate)`, and reads better.
#![allow(unreachable_pub)]

mod bank;
mod builds;
mod client;
mod fleet;
mod instance;
mod report;
mod run;
mod services;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use instance::Instance;

/// Runs transfers on several instances that are killed and rolled meanwhile.
#[derive(Parser)]
#[command(version)]
pub struct Args {
    #[command(subcommand)]
    task: Option<Task>,

    /// How many transfers.
    #[arg(long, default_value_t = 300)]
    flows: u64,

    /// How many at once.
    #[arg(long, default_value_t = 12)]
    clients: u64,

    /// How many instances.
    #[arg(long, default_value_t = 3)]
    instances: usize,

    /// How many milliseconds pass between two kills, on average.
    #[arg(long, default_value_t = 250)]
    kill_every: u64,
}

#[derive(Subcommand)]
enum Task {
    /// Serves one instance.
    #[command(hide = true)]
    Serve(Instance),
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = Args::parse();
    if let Some(Task::Serve(instance)) = args.task.take() {
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(instance::serve(instance))?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = run::run(&args)?;
    print!("{report}");
    let broken = report.broken();
    for what in &broken {
        eprintln!("error: {what}");
    }
    Ok(ExitCode::from(u8::from(!broken.is_empty())))
}
