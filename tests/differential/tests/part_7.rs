//! One of the parts that the programs are split into, to be compiled side by side.
#![allow(warnings, clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/part_7.rs"));

#[test]
fn lowered_equals_direct() {
    mrtr_differential::check_all(PROGRAMS, REFUSED);
}
