//! A server with a form of every kind of field that an author can write, over HTTP.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::mpsc;

use mrtr::host::Server;
use mrtr::{
    Answer, Choice, Form, NotAccepted, ask, ask_all, mrtr_prompt, mrtr_resource, mrtr_tool, roots,
};
use tokio::net::TcpListener;

/// What to send, and how.
#[derive(Form)]
struct Parcel {
    /// How many?
    #[form(min = 1, max = 9, default = 2)]
    count: u8,
    /// Which size?
    #[form(default = Size::Large)]
    size: Size,
    /// A gift?
    #[form(default = false)]
    gift: bool,
    /// A note
    #[form(max_length = 5)]
    note: Option<String>,
}

#[derive(Choice)]
enum Size {
    #[choice(title = "A small one")]
    Small,
    #[choice(title = "A large one")]
    Large,
}

/// Order something.
#[mrtr_tool]
async fn order(
    /// What to order
    item: String,
    /// How urgent it is
    urgency: Option<u8>,
) -> mrtr::Result<String> {
    let parcel = match ask!(Parcel, "How do you want {item}?") {
        Answer::Accept(parcel) => parcel,
        Answer::Decline => return Ok("declined".into()),
        Answer::Cancel => return Ok("cancelled".into()),
    };
    let size = match parcel.size {
        Size::Small => "small",
        Size::Large => "large",
    };
    let note = parcel.note.unwrap_or_else(|| "-".into());
    let soon = urgency.unwrap_or_default();
    Ok(format!(
        "{}x {size} {item}, gift {}, note {note}, urgency {soon}",
        parcel.count, parcel.gift
    ))
}

/// What comes with a parcel.
#[derive(Form)]
struct Extras {
    /// Which extras?
    #[form(min_items = 1, max_items = 2, default = [Extra::Ribbon])]
    extras: Vec<Extra>,
}

#[derive(Debug, Choice)]
enum Extra {
    #[choice(title = "A ribbon")]
    Ribbon,
    #[choice(title = "A card")]
    Card,
    #[choice(title = "A bow")]
    Bow,
}

/// Wrap something.
#[mrtr_tool]
async fn wrap() -> mrtr::Result<String> {
    let extras = ask!(Extras, "How is it wrapped?").accepted()?.extras;
    Ok(format!("wrapped with {extras:?}"))
}

/// Ask two things at once.
#[mrtr_tool]
async fn both() -> mrtr::Result<String> {
    let (sure, roots) = ask_all!(ask!(bool, "Sure?"), roots!());
    let roots: Vec<&str> = roots.iter().map(|root| root.uri.as_str()).collect();
    Ok(format!("{sure:?} {}", roots.join(" ")))
}

/// Ask one thing after the other.
#[mrtr_tool]
async fn trip(to: String) -> mrtr::Result<String> {
    let days = ask!(u8, key = "days", "How many days in {to}?").accepted()?;
    let sure = ask!(bool, key = "sure", "{days} days, sure?").accepted()?;
    Ok(format!("{days} days in {to}, {sure}"))
}

/// Greet somebody.
#[mrtr_prompt]
async fn greet(how: String) -> Result<String, NotAccepted> {
    let name = ask!(String, key = "name", "Whom?").accepted()?;
    Ok(format!("{how} {name}"))
}

/// A note
#[mrtr_resource("note://{id}")]
async fn note(id: u32) -> Result<String, NotAccepted> {
    let name = ask!(String, key = "name", "Whose?").accepted()?;
    Ok(format!("Note {id} of {name}"))
}

/// Fail.
#[mrtr_tool]
async fn fail() -> mrtr::Result<String> {
    Err(std::io::Error::other("the shop is closed").into())
}

/// Starts the shop; its URL.
pub(crate) fn open() -> String {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address: SocketAddr = listener.local_addr().expect("an address");
            tell.send(address).expect("the test waits");
            let server = Server::new("shop", "1")
                .tool(order)
                .tool(wrap)
                .tool(both)
                .tool(trip)
                .tool(fail)
                .prompt(greet)
                .resource(note);
            server
                .anonymous()
                .serve_http_on(listener)
                .await
                .expect("it serves");
        });
    });
    let address = told.recv().expect("it starts");
    format!("http://{address}/mcp")
}

/// The program.
pub(crate) fn mrtr(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr"));
    command.args(arguments);
    command
}
