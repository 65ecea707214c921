use mrtr::{Choice, Form};

#[derive(Choice)]
enum Color {
    Red,
}

#[derive(Choice)]
enum Size {
    Large,
}

#[derive(Form)]
struct Shirt {
    #[form(default = Size::Large)]
    color: Option<Color>,
}

fn main() {}
