//! A server for clients that are not ours: every kind of question, over several rounds.
//!
//! ```sh
//! cargo run -p mrtr-tests --bin journey-server            # over stdin and stdout
//! cargo run -p mrtr-tests --bin journey-server -- http    # its first line on stdout is the URL
//! ```

use std::error::Error;
use std::net::Ipv4Addr;

use mrtr::{
    Answer, Choice, Form, Sampling, Server, ask, ask_all, ask_url, mrtr_prompt, mrtr_resource,
    mrtr_tool, roots, sample,
};
use tokio::net::TcpListener;

#[derive(Choice)]
#[choice(rename_all = "lowercase")]
enum Kind {
    #[choice(title = "Green tea")]
    Green,
    #[choice(title = "Black tea")]
    Black,
}

#[derive(Form)]
struct Size {
    #[form(min = 1, max = 9)]
    count: u8,
    #[form(default = Kind::Black)]
    kind: Kind,
}

fn ended<T>(answer: &Answer<T>) -> &'static str {
    match answer {
        Answer::Accept(_) => "accept",
        Answer::Decline => "decline",
        Answer::Cancel => "cancel",
    }
}

/// Orders something
#[mrtr_tool]
async fn journey(item: String) -> mrtr::Result<String> {
    let (size, places) = ask_all!(ask!(Size, "How many {item}?"), roots!());
    let size = size.accepted()?;
    let kind = match size.kind {
        Kind::Green => "green",
        Kind::Black => "black",
    };
    let place = places
        .iter()
        .map(|root| root.uri.clone())
        .collect::<Vec<_>>()
        .join(" ");
    let told = format!("{} {kind} {item} for {place}", size.count);
    let paid = ended(&ask_url!(format!("https://pay.example/{item}"), "Pay here")).to_owned();
    let named = sample!(Sampling::new("Name a tea").max_tokens(10));
    let name = named.text();
    let sure = ask!(bool, "Sure?");
    let sure = ended(&sure);
    Ok(format!("{told}, paid {paid}, named {name}, sure {sure}"))
}

/// Greets somebody
#[mrtr_prompt]
async fn greet() -> mrtr::Result<String> {
    let name = ask!(String, "Who?").accepted()?;
    Ok(format!("Hello {name}"))
}

/// A note for somebody
#[mrtr_resource("note://{id}")]
async fn note(id: u8) -> mrtr::Result<String> {
    let name = ask!(String, "Who?").accepted()?;
    Ok(format!("Note {id} for {name}"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new("journey", "1")
        .tool(journey)
        .prompt(greet)
        .resource(note);
    if std::env::args().nth(1).as_deref() != Some("http") {
        return Ok(server.serve_stdio().await?);
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    Ok(server.anonymous().serve_http_on(listener).await?)
}
