//! A local that cannot be saved, and is needed behind the step.
use mrtr::{ask, mrtr_tool};

struct Http(std::net::TcpStream);

#[mrtr_tool]
async fn tool() -> mrtr::Result<String> {
    let http = Http(std::net::TcpStream::connect("localhost:1")?);
    let go = ask!(bool, "Go?").accepted()?;
    Ok(format!("{go} {:?}", http.0))
}

fn main() {}
