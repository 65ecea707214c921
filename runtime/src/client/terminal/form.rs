//! A form, filled in field by field.

use std::fmt;

use inquire::list_option::ListOption;
use inquire::validator::Validation;
use inquire::{Confirm, InquireError, MultiSelect, Select, Text};
use serde_json::{Map, Value};

use super::text::one_line;
use crate::client::form::{Choice, Field, FieldKind, Form};
use crate::question::Answer;

const ANSWER: &str = "Answer";
const SEND: &str = "Send it";
const DECLINE: &str = "Decline: the answer is no";
const CANCEL: &str = "Cancel: no decision now";
const BACK: &str = "Esc goes back, to decline or cancel";

pub(super) fn ask(form: &Form) -> Result<Answer<Map<String, Value>>, InquireError> {
    let fields: Vec<Field> = form.fields().iter().map(shown).collect();
    let mut content = Map::new();
    loop {
        let choice = Select::new("Your reply:", vec![ANSWER, DECLINE, CANCEL])
            .with_help_message("Esc cancels")
            .prompt_skippable()?;
        match choice {
            Some(ANSWER) => {
                if !fill_in(&fields, &mut content)? {
                    continue;
                }
                // A single field was looked at when it was filled in.
                if fields.len() < 2 {
                    return Ok(Answer::Accept(content));
                }
                if let Some(answer) = review(&fields, &mut content)? {
                    return Ok(answer.map(|()| content));
                }
            }
            Some(DECLINE) => return Ok(Answer::Decline),
            _ => return Ok(Answer::Cancel),
        }
    }
}

/// The field with its texts made safe to show. What is sent stays as it is.
fn shown(field: &Field) -> Field {
    let mut field = field.clone();
    field.label = one_line(&field.label);
    field.explanation = field.explanation.as_deref().map(one_line);
    if let FieldKind::OneOf(choices) | FieldKind::AnyOf { choices, .. } = &mut field.kind {
        for choice in choices {
            choice.title = one_line(&choice.title);
        }
    }
    field
}

/// Asks for each field; false where the person goes back. What was filled in before is offered.
fn fill_in(fields: &[Field], content: &mut Map<String, Value>) -> Result<bool, InquireError> {
    for field in fields {
        if !ask_field(field, content)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Shows everything before it is sent; `None` where the person goes back.
fn review(
    fields: &[Field],
    content: &mut Map<String, Value>,
) -> Result<Option<Answer<()>>, InquireError> {
    loop {
        eprintln!();
        for field in fields {
            eprintln!(
                "  {}: {}",
                field.label,
                told(field, content.get(&field.name))
            );
        }
        let mut choices = vec![Next::Send];
        choices.extend(fields.iter().map(Next::Change));
        choices.extend([Next::Decline, Next::Cancel]);
        let choice = Select::new("Is it right?", choices)
            .with_help_message("Esc goes back")
            .prompt_skippable()?;
        match choice {
            Some(Next::Send) => return Ok(Some(Answer::Accept(()))),
            // Going back from a single field leaves it as it was.
            Some(Next::Change(field)) => {
                ask_field(field, content)?;
            }
            Some(Next::Decline) => return Ok(Some(Answer::Decline)),
            Some(Next::Cancel) => return Ok(Some(Answer::Cancel)),
            None => return Ok(None),
        }
    }
}

enum Next<'a> {
    Send,
    Change(&'a Field),
    Decline,
    Cancel,
}

impl fmt::Display for Next<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send => f.write_str(SEND),
            Self::Change(field) => write!(f, "Change: {}", field.label),
            Self::Decline => f.write_str(DECLINE),
            Self::Cancel => f.write_str(CANCEL),
        }
    }
}

/// A value as the person reads it.
fn told(field: &Field, value: Option<&Value>) -> String {
    let title = |value: &Value| -> String {
        let choices = match &field.kind {
            FieldKind::OneOf(choices) | FieldKind::AnyOf { choices, .. } => &choices[..],
            _ => &[],
        };
        let choice = choices.iter().find(|choice| *value == choice.value);
        match (choice, value) {
            (Some(choice), _) => choice.title.clone(),
            (None, Value::String(text)) => one_line(text),
            (None, Value::Bool(true)) => "yes".to_owned(),
            (None, Value::Bool(false)) => "no".to_owned(),
            (None, other) => one_line(&other.to_string()),
        }
    };
    match value {
        None => "(left out)".to_owned(),
        Some(Value::Array(picked)) => picked.iter().map(title).collect::<Vec<_>>().join(", "),
        Some(value) => title(value),
    }
}

/// Asks for one field and keeps what was said; false where the person goes back.
fn ask_field(field: &Field, content: &mut Map<String, Value>) -> Result<bool, InquireError> {
    let hints = [&field.explanation, &field.rules(), &Some(BACK.to_owned())];
    let help: Vec<&str> = hints.into_iter().flatten().map(String::as_str).collect();
    let help = help.join(". ");
    let start = content.get(&field.name).or(field.default.as_ref()).cloned();
    let said = match &field.kind {
        FieldKind::YesOrNo if field.required => {
            let mut prompt = Confirm::new(&field.label).with_help_message(&help);
            if let Some(start) = start.as_ref().and_then(Value::as_bool) {
                prompt = prompt.with_default(start);
            }
            prompt.prompt_skippable()?.map(|yes| Some(yes.into()))
        }
        FieldKind::YesOrNo => {
            let choices = [("Yes", true), ("No", false)].map(|(title, value)| Pick {
                title,
                value: Some(value.into()),
            });
            pick(field, choices.into(), start.as_ref(), &help)?
        }
        FieldKind::OneOf(choices) => {
            let choices = choices.iter().map(|choice| Pick {
                title: &choice.title,
                value: Some(choice.value.as_str().into()),
            });
            pick(field, choices.collect(), start.as_ref(), &help)?
        }
        FieldKind::AnyOf { choices, .. } => pick_any(field, choices, start.as_ref(), &help)?,
        FieldKind::Text { .. } | FieldKind::Integer { .. } | FieldKind::Number { .. } => {
            let start = start.as_ref().map(typed).unwrap_or_default();
            let check = field.clone();
            let said = Text::new(&field.label)
                .with_help_message(&help)
                .with_initial_value(&start)
                .with_validator(move |text: &str| Ok(valid(check.read(text).map(|_| ()))))
                .prompt_skippable()?;
            // It was checked before it was taken.
            said.map(|text| field.read(&text).unwrap_or_default())
        }
    };
    let Some(value) = said else {
        return Ok(false);
    };
    match value {
        Some(value) => content.insert(field.name.clone(), value),
        None => content.remove(&field.name),
    };
    Ok(true)
}

/// The value of a field; none leaves it out.
type Said = Option<Value>;

struct Pick<'a> {
    title: &'a str,
    value: Said,
}

impl fmt::Display for Pick<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

fn pick(
    field: &Field,
    mut choices: Vec<Pick<'_>>,
    start: Option<&Value>,
    help: &str,
) -> Result<Option<Said>, InquireError> {
    if !field.required {
        choices.push(Pick {
            title: "(leave it out)",
            value: None,
        });
    }
    let start = choices.iter().position(|it| it.value.as_ref() == start);
    let picked = Select::new(&field.label, choices)
        .with_help_message(help)
        .with_starting_cursor(start.unwrap_or(0))
        .prompt_skippable()?;
    Ok(picked.map(|pick| pick.value))
}

fn pick_any(
    field: &Field,
    choices: &[Choice],
    start: Option<&Value>,
    help: &str,
) -> Result<Option<Said>, InquireError> {
    let start = start.and_then(Value::as_array);
    let start = start.map(Vec::as_slice).unwrap_or_default();
    let chosen = |choice: &Choice| start.iter().any(|value| *value == choice.value);
    let start: Vec<usize> = (0..choices.len())
        .filter(|&at| choices.get(at).is_some_and(chosen))
        .collect();
    let values = |picked: &mut dyn Iterator<Item = &Choice>| -> Value {
        picked.map(|choice| choice.value.as_str()).collect()
    };
    let check = field.clone();
    let picked = MultiSelect::new(&field.label, choices.to_vec())
        .with_help_message(&format!("Space picks, Enter is done. {help}"))
        .with_default(&start)
        .with_validator(move |picked: &[ListOption<&Choice>]| {
            let picked = values(&mut picked.iter().map(|option| option.value));
            Ok(valid(check.check(Some(&picked))))
        })
        .prompt_skippable()?;
    Ok(picked.map(|picked| Some(values(&mut picked.iter()))))
}

fn valid(checked: Result<(), String>) -> Validation {
    match checked {
        Ok(()) => Validation::Valid,
        Err(problem) => Validation::Invalid(problem.into()),
    }
}

/// A value as it is typed.
fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(property: &Value) -> Form {
        let schema = json!({"type": "object", "properties": {"x": property}});
        Form::new(&serde_json::from_value(schema).expect("a schema")).expect("a form")
    }

    #[test]
    fn what_is_shown_is_clean_and_what_is_sent_is_not_touched() {
        let choices = json!([{"const": "a\u{7}", "title": "A\u{1b}[2J"}]);
        let form = form(&json!({"type": "string", "title": "T\n\u{1b}c", "oneOf": choices}));
        let field = shown(&form.fields()[0]);
        assert_eq!(field.label, "T �c");
        let FieldKind::OneOf(choices) = &field.kind else {
            panic!("{field:?}")
        };
        assert_eq!(
            (&*choices[0].title, &*choices[0].value),
            ("A�[2J", "a\u{7}")
        );
    }

    #[test]
    fn a_review_says_what_a_value_means() {
        let items = json!({"anyOf": [
            {"const": "r", "title": "Read"},
            {"const": "w", "title": "Write"},
        ]});
        let form = form(&json!({"type": "array", "items": items}));
        let field = &form.fields()[0];
        assert_eq!(told(field, Some(&json!(["r", "w"]))), "Read, Write");
        assert_eq!(told(field, Some(&json!(true))), "yes");
        assert_eq!(told(field, Some(&json!("a\u{1b}b"))), "a�b");
        assert_eq!(told(field, None), "(left out)");
    }
}
