use mrtr::Form;

#[derive(Form)]
struct Login {
    user_name: String,
    password: String,
    #[form(rename = "apiKey")]
    key: String,
    #[form(title = "Card number")]
    card: Option<String>,
    pin: u32,
    rotate_password: bool,
    token_count: u32,
    #[form(not_secret = "the number of the library card is printed on it")]
    card_number: String,
}

fn main() {}
