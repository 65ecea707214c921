//! Every position that has no way to be resumed, in one function: all are told at once.
use mrtr::{Answer, ask, ask_all, mrtr_tool, roots};

#[mrtr_tool]
async fn tool(names: Vec<String>, count: u32) -> mrtr::Result<String> {
    let closure = names.iter().map(|name| ask!(bool, "{name}?"));
    let block = async { ask!(bool, "In a block?") };
    println!("{:?}", ask!(u8, "In a macro?"));
    let nested = ask!(String, "{}", ask!(u8, "In a step?").accepted()?);
    match count {
        1 if ask!(bool, "In a guard?").accepted()? => {}
        _ => {}
    }
    if let Some(name) = names.first()
        && let Answer::Accept(true) = ask!(bool, "Later, {name}?")
    {}
    fn item() {
        ask!(bool, "In an item?");
    }
    #[cfg(unix)]
    let sometimes = ask!(bool, "Under a cfg?");
    unsafe {
        ask!(bool, "In an unsafe block?");
    }
    let all = ask_all!(roots!(), 3);
    Ok(String::new())
}

fn main() {}
