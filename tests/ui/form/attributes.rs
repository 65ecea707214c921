use mrtr::Form;

#[derive(Form)]
#[form(title = "Approval")]
struct Attributes {
    #[form(titel = "Name")]
    a: String,
    #[form(min_length = 1, min_length = 2)]
    b: String,
    #[form(title)]
    c: String,
    #[form(title = 5)]
    d: String,
    #[form(format = "uuid")]
    e: String,
    #[form(pattern = "^[A-Z]+$")]
    f: String,
    #[form(multiple_of = 5)]
    g: u32,
    #[form(min = f64::NAN)]
    h: f64,
    #[form(default = vec![1])]
    i: u8,
    #[form(min 5)]
    j: u8,
    #[form(not_secret = "")]
    k: String,
}

fn main() {}
