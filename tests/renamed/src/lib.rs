//! A crate in which `mrtr` has another name; see its tests.
