//! A local that cannot be saved, and is needed behind the step; and one of whose fields that is so.
use mrtr::{ask, mrtr_tool};

#[derive(Debug)]
struct Http(std::net::TcpStream);

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    let http = Http(std::net::TcpStream::connect("localhost:1")?);
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {http:?}"))
}

#[mrtr_tool]
async fn field() -> mrtr::Result<String> {
    let http = Http(std::net::TcpStream::connect("localhost:1")?);
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {:?}", http.0))
}

#[mrtr_tool]
async fn error() -> mrtr::Result<String> {
    let read = std::fs::read_to_string("notes");
    let again = ask!(bool, "Again?").accepted()?;
    Ok(format!("{again} {read:?}"))
}

fn main() {}
