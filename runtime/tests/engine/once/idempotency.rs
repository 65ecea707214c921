//! Which key do services get that the code of a round calls?

use std::sync::{Arc, Mutex};

use mrtr::__private::{FlowInfo, PointInfo, QuestionSpec, Rendered, Saving, ToolInfo, inject};
use mrtr::Call;
use serde_json::{Map, json};

use super::{no, yes};
use crate::questions::YesNo;
use crate::world::{World, asked, request, retry};

static KEYED: FlowInfo = FlowInfo {
    name: "keyed",
    points: &[PointInfo {
        fingerprint: 5,
        carried: &[],
        questions: &[QuestionSpec::of::<YesNo>("go")],
    }],
};

type Seen = Arc<Mutex<Vec<String>>>;

/// Notes the key of each of its rounds, and asks for ever.
fn keyed() -> ToolInfo {
    ToolInfo::new(
        "keyed",
        "",
        &KEYED,
        Map::new,
        Vec::new,
        |machine, _, state| {
            let seen: &Seen = inject(state, machine.call())?;
            let call: &Call = inject(state, machine.call())?;
            Ok(Box::pin(async move {
                machine.enter(&KEYED).await;
                seen.lock().expect("seen").push(call.idempotency_key());
                let text = vec![Rendered::Form("Go?".to_owned())];
                machine.ask(&KEYED, 1, Saving::default(), text);
                match machine.leave().await {}
            }))
        },
    )
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_a_call_and_its_answers() {
    let world = World::default();
    let seen = Seen::default();
    let mut state = world.state();
    state.insert(Arc::clone(&seen));
    let round = async |request| {
        let engine = world.engine();
        asked(engine.round(&keyed(), &state, request).await).request_state
    };

    let first = round(request()).await;
    let second = round(retry(&first, yes())).await;
    let repeated = round(retry(&first, yes())).await;
    round(retry(&first, no())).await;
    // The question is asked again, and then answered: the answers are the same.
    let again = round(retry(&first, json!({}))).await;
    round(retry(&again, yes())).await;
    round(retry(&second, yes())).await;
    round(retry(&repeated, yes())).await;
    round(request()).await;

    let seen = seen.lock().expect("seen").clone();
    let [
        start,
        yes,
        same_yes,
        no,
        late_yes,
        yes_yes,
        same_yes_yes,
        other,
    ] = &seen[..]
    else {
        panic!("{} rounds ran code", seen.len())
    };
    assert_eq!([yes, yes], [same_yes, late_yes]);
    assert_eq!(yes_yes, same_yes_yes);
    let different = [start, yes, no, yes_yes, other];
    for (at, one) in different.iter().enumerate() {
        assert_eq!(one.len(), 32);
        assert!(!different[at + 1..].contains(one));
    }
}
