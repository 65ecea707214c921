//! A carried local can be any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| mrtr::fuzzing::frame(bytes));
