use mrtr::Form;

#[derive(Form)]
struct Pair(u8, u8);

#[derive(Form)]
struct Generic<T>(T);

#[derive(Form)]
#[form(rename_all = "camelCase")]
struct Keys(#[form(rename = "x", min = 2, max = 1)] u8);

#[derive(Form)]
struct Password(String);

#[derive(Form)]
struct List(Vec<String>);

struct Plain;

#[derive(Form)]
struct Inside(Plain);

struct Email(String);

#[derive(Form)]
struct Person {
    email: Email,
    keys: Keys,
}

fn main() {
    let _ = (Plain, Email(String::new()));
}
