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
async fn not_carried_under_another_name(service: &Service) -> mrtr::Result<String> {
    let items = &service.items;
    for item in items.iter() {
        if ask!(bool, "Keep {item}?").accepted()? {
            return Ok(item.clone());
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn not_bound(#[arg(not_salient)] names: Vec<String>) -> mrtr::Result<String> {
    for name in &names {
        if ask!(bool, "Keep {name}?").accepted()? {
            return Ok(name.clone());
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn mutable(mut names: Vec<String>) -> mrtr::Result<String> {
    for name in &mut names {
        *name = ask!(String, "Instead of {name}?").accepted()?;
    }
    Ok(names.concat())
}

#[mrtr_tool]
async fn without_order_of_values(hosts: HashMap<String, u8>) -> mrtr::Result<String> {
    for (n, load) in hosts.values().enumerate() {
        if ask!(bool, "{n}: {load}?").accepted()? {
            return Ok(load.to_string());
        }
    }
    Ok(String::new())
}

#[mrtr_tool]
async fn filtered(names: Vec<String>) -> mrtr::Result<String> {
    for name in names.iter().filter(|name| name.len() > 3) {
        if ask!(bool, "Keep {name}?").accepted()? {
            return Ok(name.clone());
        }
    }
    Ok(String::new())
}

fn main() {}
