//! What rustc would not say, or not on the right token. Two gates: [`positions`] looks at the
//! code as the author wrote it, [`carried`] at the flow that was made of it.
//!
//! Left to rustc, which knows types: whether a carried local can be saved, moved values, lifetimes.

mod carried;
mod forms;
mod positions;
mod promises;
mod stateless;

pub(crate) use carried::carried;
pub(crate) use forms::forms;
pub(crate) use positions::{attributes_of, contains_let, is_conditional, positions};
pub(crate) use promises::promises;
pub(crate) use stateless::stateless;
