use mrtr::Form;

type Age = u8;

#[derive(Form)]
struct Person {
    #[form(min_length = 1)]
    age: Age,
    #[form(max = 300)]
    age_of_cat: Age,
}

fn main() {}
