//! A default has the format of its field.
use mrtr::Form;

#[derive(Form)]
struct Contact {
    #[form(format = "email", default = "nope@")]
    email: String,
}

#[derive(Form)]
struct Meeting {
    #[form(format = "date", default = "tomorrow")]
    day: String,
}

fn main() {}
