// The type is an alias: only the compiler knows that it is no text.

use mrtr::Form;

type Age = u8;

#[derive(Form)]
struct Person {
    #[form(min_length = 1)]
    age: Age,
}

fn main() {}
