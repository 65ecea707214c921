//! What several of these tests need. Each test file is a program of its own and uses some of it.
#![allow(dead_code)]

pub mod tool;
pub mod wire;

use mrtr::host::Server;
use mrtr::seal::SealKey;

/// The same key in every server of a test.
pub fn key() -> SealKey {
    SealKey::from_bytes([7; 32]).expect("a key")
}

/// A server with every tool, all that they need, and a fixed key.
pub fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(tool::Greeting("Hello"))
        .tool(tool::greet)
        .tool(tool::add)
}
