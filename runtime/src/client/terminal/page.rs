//! A page to visit.

use inquire::{InquireError, Select};

use super::text::strong;
use crate::client::question::UrlQuestion;
use crate::question::Answer;

const OPEN: &str = "Open it in a browser";
const REOPEN: &str = "Open it again";
const VISITED: &str = "I open it myself";
const CONTINUE: &str = "Go on: I did what it asks for";
const DECLINE: &str = "Decline: the answer is no";
const CANCEL: &str = "Cancel: no decision now";

pub(super) fn ask(question: &UrlQuestion) -> Result<Answer<()>, InquireError> {
    let link = &question.link;
    let (before, host, after) = link.around_host();
    eprintln!("\n  {before}{}{after}", strong(host));
    eprintln!("  The site is {}.", strong(host));
    for warning in link.warnings() {
        eprintln!("  Careful: {warning}.");
    }
    let choices = if question.again {
        eprintln!("  It is the page that was asked for before.");
        vec![CONTINUE, REOPEN, DECLINE, CANCEL]
    } else {
        vec![OPEN, VISITED, DECLINE, CANCEL]
    };
    let choice = Select::new("Your reply:", choices)
        .with_help_message("Nothing is opened without a yes. Esc cancels")
        .prompt_skippable()?;
    Ok(match choice {
        Some(OPEN | REOPEN) => {
            // The address is on the screen: the person can still open it where this fails.
            if let Err(error) = open::that_detached(link.as_str()) {
                eprintln!("  No browser could be started ({error}); open the address yourself.");
            }
            Answer::Accept(())
        }
        Some(VISITED | CONTINUE) => Answer::Accept(()),
        Some(DECLINE) => Answer::Decline,
        _ => Answer::Cancel,
    })
}
