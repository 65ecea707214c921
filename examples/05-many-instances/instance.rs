//! One instance: what a service would run. It knows the keys, the store and its port, and nothing of
//! the other instances.

use std::error::Error;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::request::Parts;
use clap::{Args, ValueEnum};
use mrtr::engine::Policy;
use mrtr::once::RedisStore;
use mrtr::{Principal, Server};
use tokio::net::TcpListener;

use crate::bank::Bank;
use crate::builds;

/// Serves one instance; the keys come from `MRTR_KEY`.
#[derive(Args)]
pub struct Instance {
    #[arg(long)]
    pub port: u16,
    /// The URL of the store of single use.
    #[arg(long)]
    pub store: String,
    /// The file that stands for the world.
    #[arg(long)]
    pub bank: PathBuf,
    #[arg(long)]
    pub build: Build,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Build {
    First,
    Compatible,
    Incompatible,
}

pub async fn serve(instance: Instance) -> Result<(), Box<dyn Error>> {
    let mut policy = Policy::default();
    // What was interrupted is not worth a long wait: nobody finishes it.
    policy.patience = Duration::from_millis(300);
    let server = Server::new("bank", env!("CARGO_PKG_VERSION"))
        .policy(policy)
        .principal(caller)
        .once_store(RedisStore::connect(&instance.store).await?)
        .state(Bank::open(&instance.bank)?);
    let server = match instance.build {
        Build::First => server.tool(builds::first::transfer),
        Build::Compatible => server.tool(builds::compatible::transfer),
        Build::Incompatible => server.tool(builds::incompatible::transfer),
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, instance.port)).await?;
    Ok(server.serve_http_on(listener).await?)
}

/// An example: a caller's name is believed.
fn caller(head: &Parts) -> Result<Principal, StatusCode> {
    let name = head.headers.get("x-user").and_then(|it| it.to_str().ok());
    Principal::named(name.unwrap_or_default()).map_err(|_| StatusCode::UNAUTHORIZED)
}
