use std::path::PathBuf;

use mrtr::Form;

struct Address;

enum Color {
    Red,
}

#[derive(Form)]
struct Nested {
    fine: u8,
    address: Address,
    #[form(min_length = 1)]
    path: PathBuf,
    maybe: Option<Color>,
}

fn main() {
    let _ = Color::Red;
}
