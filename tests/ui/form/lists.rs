use std::collections::VecDeque;

use mrtr::{Choice, Form};

#[derive(Choice)]
enum Color {
    Red,
    Blue,
}

#[derive(Choice)]
enum Size {
    Large,
}

#[derive(Form)]
struct BySyntax {
    fine: Vec<Color>,
    numbers: Vec<u32>,
    queue: VecDeque<Color>,
    nested: Vec<Vec<Color>>,
    #[form(min_items = 2, max_items = 1)]
    bounds: Vec<Color>,
    #[form(default = Color::Red)]
    one: Vec<Color>,
    #[form(min = 1)]
    rule: Vec<Color>,
}

#[derive(Form)]
struct ByType {
    #[form(min_items = 3)]
    too_many: Vec<Color>,
    #[form(default = [Color::Red, "Red"])]
    twice: Vec<Color>,
    #[form(default = [Size::Large])]
    other: Vec<Color>,
    #[form(min_items = 1)]
    no_list: Color,
}

struct Plain;

#[derive(Form)]
struct NoChoice {
    plain: Vec<Plain>,
}

fn main() {
    let _ = (Color::Blue, Plain);
}
