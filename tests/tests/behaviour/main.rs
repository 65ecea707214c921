//! What tools do, seen from outside: what they ask, what they do between two questions, and how
//! they end. Each round runs on an engine of its own.

mod carried;
mod control_flow;
mod deploys;
mod flows;
mod fresh;
mod harness;
mod large;
mod order;
mod parts;
mod replaced;
mod replay;
mod values;
