use mrtr::Choice;

#[derive(Choice)]
enum Data {
    A,
    B(u32),
    C { x: u8 },
}

#[derive(Choice)]
enum Empty {}

#[derive(Choice)]
struct Struct {
    a: u8,
}

#[derive(Choice)]
enum Attributes {
    #[choice(titel = "A")]
    A,
}

#[derive(Choice)]
#[choice(rename_all = "kebab")]
enum Case {
    A,
}

fn main() {}
