//! A warning: the protocol recommends that forms have no URL.
#![deny(deprecated)]

use mrtr::{Form, ask, ask_url, mrtr_tool};

#[derive(Form)]
struct Terms {
    /// See https://example.com/terms
    agreed: bool,
    #[form(title = "As in http://example.com/", description = "none")]
    note: String,
    /// See https://example.com/terms
    #[allow(deprecated)]
    known: bool,
}

#[derive(Form)]
struct Name(#[form(description = "https://example.com/")] String);

#[mrtr_tool]
async fn warned(name: String) -> mrtr::Result<String> {
    let terms = ask!(Terms, "Do you agree to https://example.com/{name}?").accepted()?;
    let inline = ask!(
        {
            /// See https://example.com/inline
            yes: bool
        },
        "Sure?"
    );
    let name = ask!(Name, "Who?").accepted()?;
    let _ = ask_url!("https://example.com/", "Read it at https://example.com/");
    Ok(format!("{} {} {} {inline:?} {}", terms.agreed, terms.note, terms.known, name.0))
}

#[mrtr_tool]
#[allow(deprecated)]
async fn allowed() -> mrtr::Result<String> {
    let agreed = ask!(bool, "Do you agree to https://example.com/?").accepted()?;
    Ok(agreed.to_string())
}

fn main() {}
