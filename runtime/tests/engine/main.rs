//! One round after the other, each on a new engine that shares only the key: flows are written by
//! hand in the shape that the macro gives them.

mod answers;
mod attacks;
mod by_hand;
mod envelope;
mod faults;
mod flow;
mod inspect;
mod limits;
mod log;
mod once;
mod questions;
mod refusals;
mod rounds;
mod store;
mod stores;
mod world;
