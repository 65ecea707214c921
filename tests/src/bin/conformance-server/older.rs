//! What the suite asks in 2025-11-25 only; the same tools ask clients of any version.

use mrtr::{Answer, Choice, Form, Sampling, ask, mrtr_tool, sample};

#[derive(Form)]
pub(crate) struct Account {
    username: String,
    email: String,
}

#[derive(Choice)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Status {
    Active,
    Inactive,
    Pending,
}

/// Each kind of field, with a default.
#[derive(Form)]
pub(crate) struct Defaults {
    #[form(default = "John Doe")]
    name: String,
    #[form(default = 30)]
    age: u8,
    #[form(default = 95.5)]
    score: f64,
    #[form(default = Status::Active)]
    status: Status,
    #[form(default = true)]
    verified: bool,
}

/// Would close its stream and go on on another one; with rmcp a tool cannot, and answers at once
#[mrtr_tool]
pub(crate) async fn test_reconnection() -> &'static str {
    "Reconnection test completed"
}

/// Asks a model
#[mrtr_tool]
pub(crate) async fn test_sampling(prompt: String) -> String {
    let response = sample!(Sampling::new(prompt).max_tokens(100));
    format!("LLM response: {}", response.text())
}

/// Asks for an account
#[mrtr_tool]
pub(crate) async fn test_elicitation(message: String) -> String {
    match ask!(Account, message) {
        Answer::Accept(account) => format!("accept: {} {}", account.username, account.email),
        Answer::Decline => "decline".to_owned(),
        Answer::Cancel => "cancel".to_owned(),
    }
}

/// Asks with defaults
#[mrtr_tool]
pub(crate) async fn test_elicitation_sep1034_defaults() -> String {
    match ask!(
        Defaults,
        "Please review and update the form fields with defaults"
    ) {
        Answer::Accept(it) => {
            let Defaults {
                name,
                age,
                score,
                status,
                verified,
            } = it;
            let status = match status {
                Status::Active => "active",
                Status::Inactive => "inactive",
                Status::Pending => "pending",
            };
            format!("accept: {name} {age} {score} {status} {verified}")
        }
        Answer::Decline => "decline".to_owned(),
        Answer::Cancel => "cancel".to_owned(),
    }
}
