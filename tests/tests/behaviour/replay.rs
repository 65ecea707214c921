//! State that is sent again, or to a build whose types have changed.

use std::collections::{BTreeMap, HashMap};

use mrtr::engine::{Engine, Method, Outcome, Request};
use mrtr::seal::{KeyRing, SealKey};
use mrtr::wire::InputRequest;
use mrtr::{Principal, State, Tool, ToolInfo, ask, mrtr_tool};
use serde_json::{Value, json};

use crate::harness::{Log, accept, roll, run};

/// Restarts hosts, in whichever order a hash map has them in this process.
#[mrtr_tool]
async fn restart(log: &Log) -> mrtr::Result<String> {
    let mut told = Vec::new();
    for (host, port) in HashMap::from([
        ("a".to_owned(), 1),
        ("b".to_owned(), 2),
        ("c".to_owned(), 3),
    ]) {
        let sure = ask!(bool, key = "sure", "{host}?").accepted()?;
        log.note(format!("{host}{port}"));
        told.push(format!("{host} {sure}"));
    }
    Ok(told.join(", "))
}

#[tokio::test]
async fn an_answer_for_one_key_of_a_hash_map_never_lands_on_another() {
    let answers = [accept(true), accept(false), accept(true)];
    let trace = run(restart, json!({}), &answers).await;
    let hosts: Vec<_> = trace
        .asked
        .iter()
        .map(|asked| {
            asked
                .strip_prefix("sure: ")
                .expect("one question")
                .trim_end_matches('?')
        })
        .collect();
    let told = hosts.iter().zip([true, false, true]);
    let told: Vec<_> = told.map(|(host, sure)| format!("{host} {sure}")).collect();
    assert_eq!(trace.result, told.join(", "));
    let mut sorted = hosts;
    sorted.sort_unstable();
    assert_eq!(sorted, ["a", "b", "c"]);
}

/// Collects three files.
#[mrtr_tool]
async fn collect() -> mrtr::Result<String> {
    let mut files: Vec<String> = Vec::new();
    while files.len() < 3 {
        let number = files.len() + 1;
        files.push(ask!(String, key = "file", "file {number}?").accepted()?);
    }
    Ok(files.join(" "))
}

/// One round; the text of what is asked and the next state, or the result.
async fn round(state: Option<&str>, answer: Value) -> Result<(String, String), String> {
    let key = SealKey::from_bytes([7; 32]).expect("a key");
    let responses = state.map(|_| ("file".to_owned(), answer));
    let request = Request {
        method: Method::CallTool,
        arguments: serde_json::Map::new(),
        responses: BTreeMap::from_iter(responses),
        state: state.map(str::to_owned),
        principal: Principal::anonymous(),
        capabilities: serde_json::from_value(json!({"elicitation": {}})).expect("capabilities"),
        notices: mrtr::notice::Notices::default(),
    };
    let engine = Engine::new("behaviour", KeyRing::new(&key));
    match engine
        .round(&collect.describe(), &State::new(), request)
        .await
    {
        Outcome::InputRequired(asked) => {
            let InputRequest::Form { message, .. } = &asked.input_requests["file"] else {
                panic!("no form")
            };
            Ok((message.clone(), asked.request_state.expect("state")))
        }
        Outcome::Complete(output) => {
            let told = serde_json::to_value(&output).expect("JSON");
            Err(told["content"][0]["text"]
                .as_str()
                .expect("text")
                .to_owned())
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn each_turn_of_a_loop_is_a_question_of_its_own() {
    let (text, first) = round(None, json!(null)).await.expect("asked");
    assert_eq!(text, "file 1?");
    let (text, second) = round(Some(&first), accept("x")).await.expect("asked");
    assert_eq!(text, "file 2?");
    let (text, third) = round(Some(&second), accept("y")).await.expect("asked");
    assert_eq!(text, "file 3?");
    let done = round(Some(&third), accept("z")).await;
    assert_eq!(done, Err("x y z".to_owned()));

    // An earlier state asks what came then, and knows nothing of what was answered since.
    let (text, other) = round(Some(&first), accept("a")).await.expect("asked");
    assert_eq!(text, "file 2?");
    let (_, other) = round(Some(&other), accept("b")).await.expect("asked");
    let done = round(Some(&other), accept("c")).await;
    assert_eq!(done, Err("a b c".to_owned()));
}

macro_rules! cart {
    ($name:ident { $($(#[$attribute:meta])* $field:ident: $ty:ty = $value:expr),* }) => {
        mod $name {
            use mrtr::{ask, mrtr_tool};
            use serde::{Deserialize, Serialize};

            #[derive(Debug, Serialize, Deserialize)]
            struct Cart { $($(#[$attribute])* $field: $ty),* }

            fn cart() -> Cart {
                Cart { $($field: $value),* }
            }

            #[mrtr_tool]
            pub(super) async fn order() -> mrtr::Result<String> {
                let cart = cart();
                let sure = ask!(bool, "Order?").accepted()?;
                Ok(format!("{sure} {cart:?}"))
            }
        }
    };
}

cart!(plain { items: Vec<u32> = vec![1, 2] });
cart!(with_a_field { items: Vec<u32> = vec![1, 2], currency: String = "EUR".to_owned() });
cart!(with_a_default { items: Vec<u32> = vec![1, 2], #[serde(default)] note: String = "hi".to_owned() });
cart!(retyped { items: Vec<String> = vec!["1".to_owned()] });
cart!(renamed { things: Vec<u32> = vec![1, 2] });

#[tokio::test]
async fn a_type_that_changed_is_read_where_serde_says_so_and_refused_else() {
    let over = async |builds: [ToolInfo; 2]| roll(&builds, json!({}), &[accept(true)]).await.result;
    assert_eq!(
        over([plain::order(), with_a_default::order()]).await,
        "true Cart { items: [1, 2], note: \"\" }"
    );
    // A field that is gone is not missed, as serde has it.
    assert_eq!(
        over([with_a_field::order(), plain::order()]).await,
        "true Cart { items: [1, 2] }"
    );
    for changed in [with_a_field::order(), retyped::order(), renamed::order()] {
        let refused = over([plain::order(), changed]).await;
        assert!(refused.contains("invalid_request_state"), "{refused}");
    }
}
