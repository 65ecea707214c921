//! Tools and a prompt that ask: the scenarios `input-required-result-*`.

use mrtr::{
    Call, Choice, Form, NotAccepted, Sampling, ask, ask_all, mrtr_prompt, mrtr_tool, roots, sample,
};

/// Who is greeted.
#[derive(Form)]
pub(crate) struct UserName {
    name: String,
}

#[derive(Form)]
pub(crate) struct Color {
    color: String,
}

#[derive(Form)]
pub(crate) struct Confirm {
    ok: bool,
}

#[derive(Choice)]
pub(crate) enum Plain {
    One,
    Two,
}

#[derive(Choice)]
pub(crate) enum Titled {
    #[choice(title = "The first")]
    One,
    #[choice(title = "The second")]
    Two,
}

/// Every kind of field, with every keyword. The suite answers the first.
#[derive(Form)]
#[allow(dead_code)] // what is asked matters here
pub(crate) struct EveryField {
    ok: bool,
    #[form(title = "A switch", description = "On or off", default = true)]
    switch: Option<bool>,
    #[form(min_length = 1, max_length = 40, default = "a")]
    text: Option<String>,
    #[form(format = "email")]
    email: Option<String>,
    #[form(format = "uri")]
    uri: Option<String>,
    #[form(format = "date")]
    date: Option<String>,
    #[form(format = "date-time")]
    date_time: Option<String>,
    #[form(min = -1, max = 1, default = 0)]
    whole: Option<i64>,
    large: Option<u64>,
    #[form(min = 0.5, max = 1.5, default = 1.25)]
    real: Option<f64>,
    #[form(default = Plain::Two)]
    plain: Option<Plain>,
    #[form(default = Titled::One)]
    titled: Option<Titled>,
    #[form(min_items = 1, max_items = 2)]
    several_plain: Option<Vec<Plain>>,
    several_titled: Option<Vec<Titled>>,
}

#[derive(Form)]
pub(crate) struct Context {
    context: String,
}

fn capital() -> Sampling {
    Sampling::new("What is the capital of France?")
        .max_tokens(100)
        .system_prompt("Be brief.")
        .temperature(0.5)
        .stop_at("END")
        .prefer_model("any")
        .intelligence_priority(0.5)
}

/// Asks for a name, and takes it also where it was not asked for yet
#[mrtr_tool(stateless)]
pub(crate) async fn test_input_required_result_elicitation() -> Result<String, NotAccepted> {
    let user_name = ask!(UserName, "What is your name?").accepted()?;
    Ok(format!("Hello, {}!", user_name.name))
}

/// Asks a model
#[mrtr_tool]
pub(crate) async fn test_input_required_result_sampling() -> String {
    let capital_question = sample!(capital());
    capital_question.text()
}

/// Asks for the client's roots
#[mrtr_tool]
pub(crate) async fn test_input_required_result_list_roots() -> String {
    let client_roots = roots!();
    format!("{} roots", client_roots.len())
}

/// Asks, and needs its state back. What it asks has all that a form can have, so that the suite
/// holds all of it against the protocol's schema.
#[mrtr_tool]
pub(crate) async fn test_input_required_result_request_state() -> Result<String, NotAccepted> {
    let carried = "state-ok".to_owned();
    let confirm = ask!(EveryField, "Please confirm").accepted()?;
    Ok(format!("{carried}: {}", confirm.ok))
}

/// Asks three things in one round
#[mrtr_tool]
pub(crate) async fn test_input_required_result_multiple_inputs() -> Result<String, NotAccepted> {
    let (user_name, greeting, client_roots) = ask_all!(
        ask!(UserName, "What is your name?"),
        sample!(Sampling::new("Generate a greeting").max_tokens(50)),
        roots!(),
    );
    let name = user_name.accepted()?.name;
    Ok(format!(
        "{} {name}: {} roots",
        greeting.text(),
        client_roots.len()
    ))
}

/// Asks twice
#[mrtr_tool]
pub(crate) async fn test_input_required_result_multi_round() -> Result<String, NotAccepted> {
    let step1 = ask!(UserName, "Step 1: What is your name?").accepted()?;
    let name = step1.name;
    let step2 = ask!(Color, "Step 2: What is your favorite color?").accepted()?;
    Ok(format!("{name} likes {}", step2.color))
}

/// Asks, and takes no state but its own
#[mrtr_tool]
pub(crate) async fn test_input_required_result_tampered_state() -> Result<String, NotAccepted> {
    let confirm = ask!(Confirm, "Please confirm").accepted()?;
    Ok(format!("confirmed: {}", confirm.ok))
}

/// Asks whatever the client can answer
#[mrtr_tool]
pub(crate) async fn test_input_required_result_capabilities(
    call: &Call,
) -> Result<String, NotAccepted> {
    if call.can_ask_form() {
        let confirm = ask!(Confirm, "Please confirm").accepted()?;
        return Ok(format!("confirmed: {}", confirm.ok));
    }
    if call.can_sample() {
        let capital_question = sample!(capital());
        return Ok(capital_question.text());
    }
    let client_roots = roots!();
    Ok(format!("{} roots", client_roots.len()))
}

/// Needs a model, whatever the client has
#[mrtr_tool]
pub(crate) async fn test_missing_capability() -> String {
    let answer = sample!("Is there anybody?");
    answer.text()
}

/// Asks, also where its answer may be a stream
#[mrtr_tool]
pub(crate) async fn test_streaming_elicitation() -> Result<String, NotAccepted> {
    let confirm = ask!(Confirm, "Please confirm").accepted()?;
    Ok(format!("confirmed: {}", confirm.ok))
}

/// A prompt that asks
#[mrtr_prompt]
pub(crate) async fn test_input_required_result_prompt() -> Result<String, NotAccepted> {
    let user_context = ask!(Context, "What context should the prompt use?").accepted()?;
    Ok(format!("Use this context: {}", user_context.context))
}
