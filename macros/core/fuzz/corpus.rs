//! Writes what the fuzzer starts from: valid tools of all kinds, a form and a choice.

use std::{fs, io};

const OTHERS: &[&str] = &[
    "name = \"a-b\", description = \"what\"\nasync fn f(r#type: u8, log: &Log) { roots!(); }",
    "\nasync fn f(x: u8, mut y: Vec<u8>) -> T { let (a, b) = ask_all!(ask!(A, \"{x}\"), roots!()); match a { Answer::Accept(a) if a.b => {} _ => return y } }",
    "\nstruct Form { /// Doc\n a: bool, #[form(min = 1, max = 2, default = 1)] b: Option<u8>, #[form(format = \"email\")] c: String }",
    "\nenum Choice { /// One\n One, #[choice(name = \"2\", title = \"Two\")] Two = 5 }",
];

fn main() -> io::Result<()> {
    fs::create_dir_all("corpus/tokens")?;
    let tools = (0..1_000).map(|seed| format!("\n{}", mrtr_differential_generator::lowered(seed)));
    // Short ones: a fuzzer lives by how many it tries.
    let tools = tools.filter(|text| text.len() < 900);
    let others = OTHERS.iter().map(|&text| text.to_owned());
    for (number, text) in tools.chain(others).enumerate() {
        fs::write(format!("corpus/tokens/{number}"), text)?;
    }
    Ok(())
}
