use mrtr::Form;

#[derive(Form)]
struct Tuple(u8);

#[derive(Form)]
struct Unit;

#[derive(Form)]
struct Empty {}

#[derive(Form)]
struct Generic<'a, T> {
    a: T,
    b: std::marker::PhantomData<&'a T>,
}

#[derive(Form)]
enum Enum {
    A,
}

#[derive(Form)]
union Union {
    a: u8,
}

fn main() {}
