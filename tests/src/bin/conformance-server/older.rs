//! What the suite asks in 2025-11-25 only; the same tools ask clients of any version.

use mrtr::question::{Field, FieldSchema};
use mrtr::{Answer, Choice, Form, Sampling, ask, mrtr_tool, sample};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Form)]
pub(crate) struct Account {
    username: String,
    email: String,
}

#[derive(Choice, Serialize)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Status {
    Active,
    Inactive,
    Pending,
}

/// Each kind of field, with a default.
#[derive(Form, Serialize)]
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
        Answer::Accept(defaults) => format!("accept: {}", json!(defaults)),
        Answer::Decline => "decline".to_owned(),
        Answer::Cancel => "cancel".to_owned(),
    }
}

#[derive(Choice, Serialize)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Untitled {
    Option1,
    Option2,
    Option3,
}

#[derive(Choice, Serialize)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Titled {
    #[choice(title = "First Option")]
    Value1,
    #[choice(title = "Second Option")]
    Value2,
    #[choice(title = "Third Option")]
    Value3,
}

#[derive(Choice, Serialize)]
#[choice(rename_all = "lowercase")]
pub(crate) enum Older {
    #[choice(title = "Option One")]
    Opt1,
    #[choice(title = "Option Two")]
    Opt2,
    #[choice(title = "Option Three")]
    Opt3,
}

/// A choice with its titles where clients of before 2025-11-25 look for them.
#[derive(Serialize)]
pub(crate) struct Legacy(Older);

impl Field for Legacy {
    const SCHEMA: FieldSchema = Older::SCHEMA.enum_names();

    fn read(value: Option<&Value>) -> Result<Self, String> {
        Older::read(value).map(Self)
    }
}

/// Each kind of choice.
#[derive(Form, Serialize)]
#[form(rename_all = "camelCase")]
pub(crate) struct Choices {
    untitled_single: Untitled,
    titled_single: Titled,
    legacy_enum: Legacy,
    untitled_multi: Vec<Untitled>,
    titled_multi: Vec<Titled>,
}

/// Asks for each kind of choice
#[mrtr_tool]
pub(crate) async fn test_elicitation_sep1330_enums() -> String {
    match ask!(Choices, "Please select options from the enum fields") {
        Answer::Accept(choices) => format!("accept: {}", json!(choices)),
        Answer::Decline => "decline".to_owned(),
        Answer::Cancel => "cancel".to_owned(),
    }
}
