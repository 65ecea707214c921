//! The client, against servers that follow a script and note what they are sent.
// Sampling is part of this protocol version, and announced to leave a later one.
#![allow(deprecated)]

mod handlers;
mod http;
mod legacy;
mod limits;
mod misbehaviour;
mod older;
mod parallel;
mod rounds;
mod server;
mod steps;
mod trace;
mod violations;
