//! A person at a terminal.

use inquire::validator::Validation;
use inquire::{Confirm, InquireError, Select, Text};
use mrtr::Answer;
use mrtr::client::{Answerer, Answering, FormHandler, FormQuestion, Root, RootsHandler, Round};
use serde_json::{Map, Value};

use crate::call;
use crate::form::{self, Field, Kind};

/// Asks in the terminal. The roots are the directory in which the program was started.
pub struct Person;

const ANSWER: &str = "Answer";
const DECLINE: &str = "Decline: the answer is no";
const CANCEL: &str = "Cancel: no decision now";
const BACK: &str = "Esc goes back, to decline or cancel";

impl Answerer for Person {
    fn forms(&self) -> Option<&dyn FormHandler> {
        Some(self)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        Some(self)
    }

    fn on_round(&self, round: &Round<'_>) {
        call::show(round);
    }
}

impl FormHandler for Person {
    fn answer<'a>(
        &'a self,
        question: FormQuestion<'a>,
    ) -> Answering<'a, Answer<Map<String, Value>>> {
        let (message, fields) = (question.message.to_owned(), form::fields(question.schema));
        Box::pin(async move {
            // A prompt holds its thread until the person has answered.
            let fields = fields?;
            Ok(tokio::task::spawn_blocking(move || ask(&message, &fields)).await??)
        })
    }
}

impl RootsHandler for Person {
    fn list<'a>(&'a self, _: &'a str) -> Answering<'a, Vec<Root>> {
        Box::pin(async {
            let root = call::current_directory()?;
            eprintln!("roots: {}", root.uri);
            Ok(vec![root])
        })
    }
}

fn ask(message: &str, fields: &[Field]) -> Result<Answer<Map<String, Value>>, InquireError> {
    // Not as the label of a prompt, which has one line: a question that is asked again has several.
    eprintln!("\n{message}");
    loop {
        let choice = Select::new("Your reply:", vec![ANSWER, DECLINE, CANCEL])
            .with_help_message("Esc cancels")
            .prompt_skippable()?;
        match choice {
            Some(ANSWER) => {
                if let Some(content) = fill_in(fields)? {
                    return Ok(Answer::Accept(content));
                }
            }
            Some(DECLINE) => return Ok(Answer::Decline),
            _ => return Ok(Answer::Cancel),
        }
    }
}

/// The content of the form; `None` where the person goes back.
fn fill_in(fields: &[Field]) -> Result<Option<Map<String, Value>>, InquireError> {
    let mut content = Map::new();
    for field in fields {
        let Some(value) = ask_field(field)? else {
            return Ok(None);
        };
        if !value.is_null() {
            content.insert(field.name.clone(), value);
        }
    }
    Ok(Some(content))
}

/// The value of a field, null where it is left out; `None` where the person goes back.
fn ask_field(field: &Field) -> Result<Option<Value>, InquireError> {
    let help = match &field.hint {
        Some(hint) => format!("{hint}. {BACK}"),
        None => BACK.to_owned(),
    };
    match &field.kind {
        Kind::YesOrNo => {
            let mut prompt = Confirm::new(&field.label).with_help_message(&help);
            if let Some(default) = field.default.as_ref().and_then(Value::as_bool) {
                prompt = prompt.with_default(default);
            }
            Ok(prompt.prompt_skippable()?.map(Value::from))
        }
        Kind::OneOf(options) => {
            let start = options
                .iter()
                .position(|option| field.default.as_ref() == Some(&option.value));
            let picked = Select::new(&field.label, options.clone())
                .with_help_message(&help)
                .with_starting_cursor(start.unwrap_or(0))
                .prompt_skippable()?;
            Ok(picked.map(|option| option.value))
        }
        Kind::Written(_) => {
            let default = field.default.as_ref().map(form::as_text);
            let check = field.clone();
            let mut prompt = Text::new(&field.label)
                .with_help_message(&help)
                .with_validator(move |text: &str| {
                    Ok(match check.read(text) {
                        Ok(_) => Validation::Valid,
                        Err(problem) => Validation::Invalid(problem.into()),
                    })
                });
            if let Some(default) = &default {
                prompt = prompt.with_default(default);
            }
            // It was checked before it was taken.
            Ok(prompt
                .prompt_skippable()?
                .map(|text| field.read(&text).unwrap_or_default()))
        }
    }
}
