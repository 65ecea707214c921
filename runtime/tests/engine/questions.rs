//! Questions whose schemas and readers are plain enough to be seen to be right.

use mrtr::Answer;
use mrtr::question::{FieldSchema, FormSchema, Need, Problems, Question, Rendered};
use mrtr::wire::InputRequest;
use serde_json::{Map, Value};

/// `{"ok": true}` or `{"ok": false}`.
pub(crate) struct YesNo;

/// `{"label": text}` of one to five characters.
pub(crate) struct Label;

const OK: FormSchema = FormSchema::new(&[("ok", FieldSchema::boolean())]);
const LABEL: FormSchema =
    FormSchema::new(&[("label", FieldSchema::text().min_length(1).max_length(5))]);

/// The client's roots, by URI.
pub(crate) struct RootList;

impl Question for YesNo {
    type Answer = Answer<bool>;

    const NEED: Need = Need::Form;

    fn request(rendered: &Rendered) -> InputRequest {
        form(rendered, OK)
    }

    fn read(response: &Map<String, Value>) -> Result<Answer<bool>, Problems> {
        read(response, "ok", "must be yes or no", Value::as_bool)
    }
}

impl Question for Label {
    type Answer = Answer<String>;

    const NEED: Need = Need::Form;

    fn request(rendered: &Rendered) -> InputRequest {
        form(rendered, LABEL)
    }

    fn read(response: &Map<String, Value>) -> Result<Answer<String>, Problems> {
        read(response, "label", "must have 1 to 5 characters", |value| {
            let label = value.as_str()?;
            (1..=5).contains(&label.len()).then(|| label.to_owned())
        })
    }
}

impl Question for RootList {
    type Answer = Vec<String>;

    const NEED: Need = Need::Roots;

    fn request(_: &Rendered) -> InputRequest {
        InputRequest::Roots
    }

    fn read(response: &Map<String, Value>) -> Result<Vec<String>, Problems> {
        let uri = |root: &Value| Some(root.get("uri")?.as_str()?.to_owned());
        response
            .get("roots")
            .and_then(Value::as_array)
            .and_then(|roots| roots.iter().map(uri).collect())
            .ok_or_else(|| Problems::whole("must be a list of roots"))
    }
}

fn form(rendered: &Rendered, schema: FormSchema) -> InputRequest {
    let Rendered::Form(message) = rendered else {
        panic!("a form has a text");
    };
    InputRequest::Form {
        message: message.clone(),
        schema,
    }
}

fn read<T>(
    response: &Map<String, Value>,
    field: &str,
    problem: &str,
    take: impl Fn(&Value) -> Option<T>,
) -> Result<Answer<T>, Problems> {
    match response.get("action").and_then(Value::as_str) {
        Some("accept") => {
            let value = response.get("content").and_then(|it| it.get(field));
            value.and_then(take).map(Answer::Accept).ok_or_else(|| {
                let mut problems = Problems::new();
                problems.field(field, problem);
                problems
            })
        }
        Some("decline") => Ok(Answer::Decline),
        Some("cancel") => Ok(Answer::Cancel),
        _ => Err(Problems::whole(
            "the action must be accept, decline or cancel",
        )),
    }
}
