//! The tool's server.

use std::error::Error;
use std::net::Ipv4Addr;

use mrtr::Server;
use tokio::net::TcpListener;

use crate::deployer::Deployer;
use crate::flow::deploy;

pub fn server() -> Server {
    Server::new("deployer", env!("CARGO_PKG_VERSION"))
        .state(Deployer)
        .tool(deploy)
}

pub async fn stdio() -> Result<(), Box<dyn Error>> {
    Ok(server().serve_stdio().await?)
}

pub async fn http(port: u16) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    eprintln!("serving on http://{}/mcp", listener.local_addr()?);
    // It asks nobody who they are, and listens on this machine only.
    Ok(server().anonymous().serve_http_on(listener).await?)
}
