//! Writes random forms, with what their schemas must be, for `tests/form/random.rs`.

#[path = "build/field.rs"]
mod field;
#[path = "build/form.rs"]
mod form;
#[path = "build/random.rs"]
mod random;

use std::path::Path;
use std::{env, fs};

/// How many forms; each is a type that the compiler has to look at.
const FORMS: usize = 60;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=MRTR_FORMS_SEED");
    let seed = env::var("MRTR_FORMS_SEED").ok();
    let seed = seed
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(20_260_728);
    let mut random = random::Random::new(seed);
    let mut code = String::new();
    let mut cases = String::new();
    for number in 0..FORMS {
        let form = form::write(&mut random, number);
        code.push_str(&form.item);
        cases.push_str(&form.case);
    }
    code.push_str("const FORMS: &[Case] = &[\n");
    code.push_str(&cases);
    code.push_str("];\n");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("forms.rs"), code).expect("the directory is ours");
}
