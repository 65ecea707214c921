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
    #[form(default = "Blue")]
    color: Color,
    #[form(default = 5)]
    other: Option<Color>,
}

#[derive(Form)]
struct Mixed {
    #[form(default = Size::Large)]
    color: Color,
}

fn main() {}
