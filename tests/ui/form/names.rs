use mrtr::{Choice, Form};

#[derive(Form)]
struct Names {
    a: String,
    #[form(rename = "a")]
    b: String,
}

#[derive(Choice)]
#[choice(rename_all = "lowercase")]
enum Color {
    Red,
    RED,
}

fn main() {}
