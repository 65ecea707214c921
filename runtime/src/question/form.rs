use std::marker::PhantomData;

use serde_json::{Map, Value};

use super::{
    Answer, Field, FieldSchema, FormField, FormSchema, Need, Problems, Question, Rendered,
};
use crate::wire::InputRequest;

/// A type that `ask!` can ask for: a `#[derive(Form)]` struct, or one primitive.
///
/// A primitive, or a [`Choice`](super::Choice), is a form with the one field `answer`. That
/// field may be left empty where the type is an `Option`: an accepted form is then
/// `Answer::Accept(None)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for",
    label = "not a form",
    note = "derive `mrtr::Form` for a struct, `mrtr::Choice` for an enum, or ask for a `bool`, a `String` or a number",
    note = "guide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#a-form-that-is-refused"
)]
pub trait Ask: Sized + Send + 'static {
    /// The form's schema.
    fn schema() -> FormSchema;

    /// Reads the content of an accepted form. Fields that the form does not have are ignored.
    ///
    /// # Errors
    /// Everything that breaks the schema.
    fn read(content: &Map<String, Value>) -> Result<Self, Problems>;
}

// A struct that is not a form is better told to become one.
#[diagnostic::do_not_recommend]
impl<T: Field> Ask for T {
    fn schema() -> FormSchema {
        FormSchema::new(Alone::<T>::FIELDS)
    }

    fn read(content: &Map<String, Value>) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        Alone::<T>::FIELD
            .read(content, &mut problems)
            .ok_or(problems)
    }
}

/// The form of one primitive.
struct Alone<T>(PhantomData<T>);

impl<T: Field> Alone<T> {
    const FIELD: FormField<T> = FormField::new("answer", T::SCHEMA, T::read);
    const FIELDS: &'static [(&'static str, FieldSchema)] = &[Self::FIELD.schema()];
}

/// The question of `ask!(T, …)`.
#[derive(Debug)]
pub struct Form<T>(PhantomData<fn() -> T>);

impl<T: Ask> Question for Form<T> {
    type Answer = Answer<T>;

    const NEED: Need = Need::Form;

    fn request(rendered: &Rendered) -> InputRequest {
        InputRequest::Form {
            message: rendered.text().to_owned(),
            schema: T::schema(),
        }
    }

    /// Reads an `ElicitResult`. Its content counts only where the form was accepted.
    fn read(response: &Map<String, Value>) -> Result<Answer<T>, Problems> {
        match read_action(response)? {
            Answer::Accept(()) => match response.get("content") {
                Some(Value::Object(content)) => T::read(content).map(Answer::Accept),
                _ => Err(Problems::whole(
                    "the form was accepted, but came back without its fields",
                )),
            },
            Answer::Decline => Ok(Answer::Decline),
            Answer::Cancel => Ok(Answer::Cancel),
        }
    }
}

/// What the person made of a form or of a page.
pub(super) fn read_action(response: &Map<String, Value>) -> Result<Answer<()>, Problems> {
    match response.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(Answer::Accept(())),
        Some("decline") => Ok(Answer::Decline),
        Some("cancel") => Ok(Answer::Cancel),
        _ => Err(Problems::whole(
            "the answer does not say whether it was accepted, declined or cancelled",
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read<T: Ask>(response: Value) -> Result<Answer<T>, String> {
        let Value::Object(response) = response else {
            panic!("an object")
        };
        Form::<T>::read(&response).map_err(|problems| problems.to_string())
    }

    #[test]
    fn the_three_outcomes() {
        assert_eq!(
            read(json!({"action": "accept", "content": {"answer": true}})),
            Ok(Answer::Accept(true))
        );
        assert_eq!(
            read::<bool>(json!({"action": "decline"})),
            Ok(Answer::Decline)
        );
        assert_eq!(
            read::<bool>(json!({"action": "cancel"})),
            Ok(Answer::Cancel)
        );
        assert_eq!(
            read(json!({"resultType": "complete", "action": "accept", "content": {"answer": 1}})),
            Ok(Answer::Accept(1_u8))
        );
    }

    #[test]
    fn content_counts_only_where_it_was_accepted() {
        for content in [json!({}), json!({"answer": "x"}), json!([1]), Value::Null] {
            assert_eq!(
                read::<bool>(json!({"action": "decline", "content": content})),
                Ok(Answer::Decline)
            );
            assert_eq!(
                read::<bool>(json!({"action": "cancel", "content": content})),
                Ok(Answer::Cancel)
            );
        }
    }

    #[test]
    fn what_is_no_answer_is_a_problem() {
        for response in [
            json!({}),
            json!({"action": null}),
            json!({"action": "ok"}),
            json!({"action": "Accept", "content": {"answer": true}}),
            json!({"roots": [{"uri": "file:///x"}]}),
            json!({"action": "accept"}),
            json!({"action": "accept", "content": null}),
            json!({"action": "accept", "content": [true]}),
            json!({"action": "accept", "content": {}}),
        ] {
            let told = read::<bool>(response.clone()).expect_err(&response.to_string());
            assert!(told.starts_with("Please correct:\n- "), "{told}");
        }
    }

    #[test]
    fn an_option_may_be_left_empty() {
        for content in [json!({}), json!({"answer": null})] {
            assert_eq!(
                read::<Option<u8>>(json!({"action": "accept", "content": content})),
                Ok(Answer::Accept(None))
            );
        }
    }

    #[test]
    fn the_question_travels_with_its_text() {
        let request = Form::<bool>::request(&Rendered::Form("Go on?".to_owned()));
        assert_eq!(
            serde_json::to_value(request).expect("JSON"),
            json!({
                "method": "elicitation/create",
                "params": {
                    "mode": "form",
                    "message": "Go on?",
                    "requestedSchema": {
                        "type": "object",
                        "properties": {"answer": {"type": "boolean"}},
                        "required": ["answer"],
                    },
                },
            })
        );
    }
}
