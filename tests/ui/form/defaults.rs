use mrtr::Form;

#[derive(Form)]
struct Defaults {
    #[form(default = "x")]
    a: u8,
    #[form(default = 300)]
    b: u8,
    #[form(default = 5, max = 4)]
    c: i64,
    #[form(default = "abc", max_length = 2)]
    d: Option<String>,
    #[form(default = 1)]
    e: bool,
    #[form(default = 0.5)]
    f: u32,
}

fn main() {}
