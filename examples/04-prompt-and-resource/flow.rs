//! A prompt and a resource: the same steps, in the other two operations that may ask.

use mrtr::wire::PromptMessage;
use mrtr::{Answer, Choice, ask, mrtr_prompt, mrtr_resource};

use crate::notes::Notes;

#[derive(Choice)]
#[choice(rename_all = "lowercase")]
pub enum Reader {
    Child,
    Colleague,
    Expert,
}

/// Explains a topic to somebody.
#[mrtr_prompt]
pub async fn explain(
    /// What is explained
    topic: String,
) -> mrtr::Result<Vec<PromptMessage>> {
    let reader = match ask!(Reader, "Who is to understand {topic}?").accepted()? {
        Reader::Child => "a child of eight",
        Reader::Colleague => "a colleague of another field",
        Reader::Expert => "somebody who has worked on it for years",
    };
    Ok(vec![PromptMessage::user(format!(
        "Explain {topic} so that {reader} understands it."
    ))])
}

/// A note. A private one is shown only after its owner was asked.
#[mrtr_resource("notes://{name}", mime_type = "text/plain")]
pub async fn note(name: String, notes: &Notes) -> Option<String> {
    let note = notes.find(&name)?;
    if note.is_private && ask!(bool, "Show the private note `{name}`?") != Answer::Accept(true) {
        return None;
    }
    Some(note.text)
}
