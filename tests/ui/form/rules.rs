use mrtr::Form;

#[derive(Form)]
struct Rules {
    #[form(min_length = 1)]
    a: u8,
    #[form(min = 1)]
    b: String,
    #[form(format = "date")]
    c: bool,
    #[form(max = 300)]
    d: u8,
    #[form(max = 9_007_199_254_740_993)]
    e: i64,
    #[form(min_length = 3, max_length = 2)]
    f: String,
    #[form(min = 0.9, max = 0.1)]
    g: f32,
}

fn main() {}
