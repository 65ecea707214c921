//! Writes what the tests are made of: the examples of the guide as doc tests, and random forms with
//! what their schemas must be, for `tests/form/random.rs`.

#[path = "build/field.rs"]
mod field;
#[path = "build/form.rs"]
mod form;
#[allow(unreachable_pub, reason = "it is public in the library")]
#[path = "src/guide/mod.rs"]
mod guide;
#[path = "build/random.rs"]
mod random;

use std::path::Path;
use std::{env, fs, io};

/// How many forms; each is a type that the compiler has to look at.
const FORMS: usize = 60;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/guide");
    println!("cargo::rerun-if-changed=../docs/diagnostics.md");
    println!("cargo::rerun-if-env-changed=MRTR_FORMS_SEED");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let out = Path::new(&out);
    fs::write(out.join("guide.md"), guide::doc_tests())?;
    fs::write(out.join("forms.rs"), forms())
}

fn forms() -> String {
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
    code
}
