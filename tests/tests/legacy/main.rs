//! The same tools for clients of older versions of the protocol, which are asked by requests.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]

#[path = "../support/mod.rs"]
mod support;

mod ends;
mod http;
mod kinds;
mod notices;
mod older;
mod rounds;
