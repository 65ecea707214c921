//! Loops whose collection may not be the same behind the step.
use std::collections::HashMap;

use mrtr::{ask, mrtr_tool};

struct Service {
    items: Vec<String>,
}

#[mrtr_tool]
async fn without_order(hosts: HashMap<String, u8>) -> mrtr::Result<String> {
    let mut log = String::new();
    for (host, _) in &hosts {
        if ask!(bool, "Restart {host}?").accepted()? {
            log += host;
        }
    }
    Ok(log)
}

#[mrtr_tool]
async fn not_carried(service: &Service) -> mrtr::Result<String> {
    let mut log = String::new();
    for item in &service.items {
        if ask!(bool, "Keep {item}?").accepted()? {
            log += item;
        }
    }
    Ok(log)
}

#[mrtr_tool]
async fn mutable(mut names: Vec<String>) -> mrtr::Result<String> {
    for name in &mut names {
        *name = ask!(String, "Instead of {name}?").accepted()?;
    }
    Ok(names.concat())
}

fn main() {}
