//! Borrows that would be others when they are made again behind the step.
use std::collections::HashMap;

use mrtr::{ask, mrtr_flow, mrtr_tool};

#[mrtr_tool]
async fn changed_meanwhile(mut names: Vec<String>) -> mrtr::Result<String> {
    let first = &names[0];
    names.clear();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{first} {go}"))
}

#[mrtr_tool]
async fn changed_in_the_loop(mut names: Vec<String>) -> mrtr::Result<String> {
    for (at, name) in names.iter().enumerate() {
        names.clear();
        if ask!(bool, "{at}?").accepted()? {
            return Ok(name.clone());
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn changed_before_a_way_out(mut counts: Vec<u32>) -> mrtr::Result<String> {
    for (at, &count) in counts.iter().enumerate() {
        if count > 1 {
            counts.clear();
            let go = ask!(bool, "{count}?").accepted()?;
            return Ok(format!("{at} {count} {go}"));
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn with_a_type() -> mrtr::Result<String> {
    let mut names = vec!["a"];
    let first: &str = &names[0];
    names.clear();
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{first} {go}"))
}

#[mrtr_tool]
async fn another_text() -> mrtr::Result<String> {
    let mut text: &'static str = "abcdef";
    let head = &text[..3];
    text = "uvwxyz";
    let go = ask!(bool, "{head}?").accepted()?;
    Ok(format!("{head} {text} {go}"))
}

#[mrtr_tool]
async fn another_text_in_the_loop() -> mrtr::Result<String> {
    let mut text: &'static str = "a b c";
    for word in text.split(' ') {
        text = "x y z";
        if ask!(bool, "{word}?").accepted()? {
            return Ok(word.to_owned());
        }
    }
    Ok(text.to_owned())
}

#[mrtr_tool]
async fn changed_element(text: String, names: Vec<String>) -> mrtr::Result<String> {
    for mut line in text.lines() {
        line = line.trim();
        if ask!(bool, "{line}?").accepted()? {
            return Ok(line.to_owned());
        }
    }
    for (mut at, name) in names.iter().enumerate() {
        at += 1;
        if ask!(bool, "{at} {name}?").accepted()? {
            return Ok(at.to_string());
        }
    }
    Ok(String::new())
}

struct Service {
    items: Vec<String>,
}

impl Service {
    #[mrtr_flow]
    async fn first(&self) -> mrtr::Result<String> {
        let first = &self.items[0];
        let go = ask!(bool, "Go?").accepted()?;
        Ok(format!("{first} {go}"))
    }
}

#[mrtr_tool]
async fn of_the_host(hosts: HashMap<String, u8>, service: &Service) -> mrtr::Result<String> {
    let load = &hosts["a"];
    let first = &service.items[0];
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{load} {first} {go}"))
}

fn main() {}
