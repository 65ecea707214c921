//! What clients of every make rely on, and the official suite does not look at: over raw JSON lines
//! and raw HTTP.
// JSON is made where it is passed.
#![allow(clippy::needless_pass_by_value)]

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod beside;
mod headers;
mod lines;
mod results;
mod rounds;
mod shop;
