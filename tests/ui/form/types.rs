use std::collections::HashMap;

use mrtr::Form;

#[derive(Form)]
struct Types {
    fine: Box<str>,
    list: Vec<String>,
    map: HashMap<String, u8>,
    pair: (u8, u8),
    array: [u8; 2],
    borrowed: &'static str,
    json: serde_json::Value,
    large: Option<u128>,
    letter: char,
    twice: Option<Option<u8>>,
}

fn main() {}
