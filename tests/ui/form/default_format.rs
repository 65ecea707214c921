use mrtr::Form;

#[derive(Form)]
struct Contact {
    #[form(format = "email", default = "nope@")]
    email: String,
}

fn main() {}
