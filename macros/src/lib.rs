//! The procedural macros of [`mrtr`](https://docs.rs/mrtr); use them through that crate.
