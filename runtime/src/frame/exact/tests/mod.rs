//! A value comes back equal or is refused; bytes that nobody wrote are refused.

#![allow(
    clippy::option_option,
    reason = "nested options are what other formats lose"
)]

mod hostile;
mod kinds;
mod layout;
mod model;
mod mutated;
mod properties;
mod refused;
