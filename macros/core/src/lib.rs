//! The compiler behind mrtr's macros.
//!
//! An ordinary crate, so that each phase can be tested, fuzzed and measured without a compiler
//! around it. Nothing here is meant for use outside `mrtr-macros`.

mod diag;
mod form;
mod paths;

pub use form::{choice, form};
