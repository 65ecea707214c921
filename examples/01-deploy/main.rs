//! The deploy example.

fn main() {}
