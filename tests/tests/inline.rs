//! Forms that are written where they are asked for, through the host.

mod support;

use mrtr::host::Server;
use mrtr::{Answer, Choice, NotAccepted, ask, ask_all, mrtr_flow, mrtr_tool};
use serde_json::{Value, json};
use support::wire::{Wire, able};
use support::{key, text};

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Size {
    Small,
    Large,
}

/// Ships something
#[mrtr_tool]
async fn ship(item: String) -> Result<String, NotAccepted> {
    let parcel = ask!(
        {
            /// Ship it now?
            approved: bool,
            #[form(rename = "how-many", min = 1, max = 9)]
            count: u8,
            size: Size,
            also: Vec<Size>,
            note: Option<String>,
        },
        "Ship {item}?",
    )
    .accepted()?;
    Ok(format!(
        "{} {} {:?} {:?} {:?}",
        parcel.approved, parcel.count, parcel.size, parcel.also, parcel.note
    ))
}

/// Carries an answer over the next question
#[mrtr_tool]
async fn carried() -> Result<String, NotAccepted> {
    let first = ask!({ name: String, r#type: Option<u8> }, key = "first", "Who?");
    let second = ask!({ yes: bool }, "Sure?").accepted()?;
    let Answer::Accept(first) = first else {
        return Ok("nobody".to_owned());
    };
    let copy = first.clone();
    Ok(format!("{copy:?} {} {}", copy == first, second.yes))
}

/// Asks the same in both branches, and two forms in one round
#[mrtr_tool]
async fn branches(left: bool) -> Result<String, NotAccepted> {
    let answer = if left {
        ask!({ why: String }, "Left?")
    } else {
        ask!({ why: String }, "Right?")
    };
    let why = answer.accepted()?.why;
    let (a, b) = ask_all!(ask!({ n: u8 }, "A?"), ask!({ n: i8, m: u8 }, "B?"));
    let (a, b) = (a.accepted()?, b.accepted()?);
    Ok(format!("{why} {} {} {}", a.n, b.n, b.m))
}

/// The form of a flow
#[mrtr_flow]
async fn confirm<T: std::fmt::Display + Send + Sync + 'static>(
    what: T,
) -> Result<bool, NotAccepted> {
    let answer = ask!({ sure: bool, reason: String }, "Really {what}?").accepted()?;
    Ok(answer.sure && !answer.reason.is_empty())
}

/// Asks within another flow
#[mrtr_tool]
async fn nested() -> Result<String, NotAccepted> {
    let sure = mrtr::flow!(confirm("go".to_owned()))?;
    Ok(sure.to_string())
}

struct Shop(&'static str);

impl Shop {
    /// Asks in a method
    #[mrtr_tool]
    async fn order(&self) -> Result<String, NotAccepted> {
        let what = ask!({ item: String, gift: bool }, "What from {}?", self.0);
        let more = ask!(bool, "More?").accepted()?;
        let what = what.accepted()?;
        Ok(format!(
            "{} {} {more} from {}",
            what.item, what.gift, self.0
        ))
    }
}

fn server() -> Server {
    Server::new("tests", "1.0")
        .key(&key())
        .state(Shop("here"))
        .tool(ship)
        .tool(carried)
        .tool(branches)
        .tool(nested)
        .tool(Shop::order)
}

/// Answers round after round; the last response.
async fn run(name: &str, arguments: Value, rounds: &[Value]) -> Value {
    let mut wire = Wire::to(server());
    let mut params = json!({"name": name, "arguments": arguments});
    let mut response = wire.call(params.clone(), able()).await;
    for answers in rounds {
        let asked = &response["result"]["inputRequests"];
        let keys = |value: &Value| -> Vec<String> {
            value
                .as_object()
                .expect("an object")
                .keys()
                .cloned()
                .collect()
        };
        assert_eq!(keys(asked), keys(answers), "{response}");
        let accepted = answers.as_object().expect("an object").iter();
        let accepted = accepted
            .map(|(key, content)| (key.clone(), json!({"action": "accept", "content": content})));
        params["inputResponses"] = Value::Object(accepted.collect());
        params["requestState"] = response["result"]["requestState"].clone();
        response = wire.call(params.clone(), able()).await;
    }
    response
}

#[tokio::test]
async fn its_schema_is_that_of_a_form() {
    let mut wire = Wire::to(server());
    let call = json!({"name": "ship", "arguments": {"item": "tea"}});
    let asked = wire.call(call, able()).await;
    let question = &asked["result"]["inputRequests"]["parcel"]["params"];
    assert_eq!(question["message"], "Ship tea?", "{asked}");
    assert_eq!(
        question["requestedSchema"],
        json!({
            "type": "object",
            "properties": {
                "approved": {"type": "boolean", "description": "Ship it now?"},
                "how-many": {"type": "integer", "minimum": 1, "maximum": 9},
                "size": {"type": "string", "enum": ["Small", "Large"]},
                "also": {"type": "array", "items": {"type": "string", "enum": ["Small", "Large"]}},
                "note": {"type": "string"},
            },
            "required": ["approved", "how-many", "size", "also"],
        })
    );
}

#[tokio::test]
async fn its_fields_are_read_by_name() {
    let content = json!({"approved": true, "how-many": 3, "size": "Large", "also": ["Small"]});
    let ended = run(
        "ship",
        json!({"item": "tea"}),
        &[json!({"parcel": content})],
    )
    .await;
    assert_eq!(text(&ended), "true 3 Large [Small] None");
}

#[tokio::test]
async fn a_rule_that_is_broken_is_told_on_its_field() {
    let content = json!({"approved": 1, "how-many": 10, "size": "Large", "also": []});
    let again = run(
        "ship",
        json!({"item": "tea"}),
        &[json!({"parcel": content})],
    )
    .await;
    let message = &again["result"]["inputRequests"]["parcel"]["params"]["message"];
    assert_eq!(
        message,
        "Ship tea?\n\nPlease correct:\n- approved: must be true or false (given: 1)\n- how-many: must be at most 9 (given: 10)"
    );
}

#[tokio::test]
async fn an_answer_is_carried_compared_and_printed() {
    let rounds = [
        json!({"first": {"name": "Ann", "type": 3}}),
        json!({"second": {"yes": true}}),
    ];
    assert_eq!(
        text(&run("carried", json!({}), &rounds).await),
        "Form { name: \"Ann\", type: Some(3) } true true"
    );
}

#[tokio::test]
async fn what_is_written_alike_is_one_type() {
    for left in [true, false] {
        let rounds = [
            json!({"answer": {"why": "so"}}),
            json!({"a": {"n": 1}, "b": {"n": -2, "m": 3}}),
        ];
        let ended = run("branches", json!({"left": left}), &rounds).await;
        assert_eq!(text(&ended), "so 1 -2 3");
    }
}

#[tokio::test]
async fn flows_and_methods_ask_with_it_too() {
    let rounds = [json!({"answer": {"sure": true, "reason": "x"}})];
    assert_eq!(text(&run("nested", json!({}), &rounds).await), "true");
    let rounds = [
        json!({"what": {"item": "tea", "gift": false}}),
        json!({"more": {"answer": true}}),
    ];
    assert_eq!(
        text(&run("order", json!({}), &rounds).await),
        "tea false true from here"
    );
}
