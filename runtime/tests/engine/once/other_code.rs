//! What does a request get that comes to an instance with other code?

use mrtr::__private::ToolInfo;
use serde_json::json;

use super::{deploy, is_refused, no, wire, worlds, yes};
use crate::flow::{AsksOtherwise, Edited, tool};
use crate::log::logged;
use crate::world::{asked, failed, request, retry};

/// The code of other builds: behind the question, and of the question itself.
fn other_builds() -> [ToolInfo; 2] {
    [
        tool::<Edited>("deploy").once(),
        tool::<AsksOtherwise>("deploy").once(),
    ]
}

#[tokio::test]
async fn a_response_that_was_lost_is_found_again() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&deploy(), request()).await).request_state;
        let answered = wire(world.round(&deploy(), retry(&first, yes())).await);
        // The response is lost, and meanwhile there is a new build: to begin anew would do it twice.
        for other in other_builds() {
            let again = world.round(&other, retry(&first, yes())).await;
            assert_eq!(wire(again), answered, "{name}");
            // Nobody knows whether other answers are to what was asked.
            let (outcome, log) = logged(world.round(&other, retry(&first, no()))).await;
            assert!(is_refused(outcome), "{name}");
            assert!(log.contains("reason=Redeemed"), "{log}");
        }
        assert_eq!(world.ledger.effects(), ["plan", "build"], "{name}");
    }
}

#[tokio::test]
async fn what_other_code_has_refused_is_not_run_any_more() {
    for (name, world) in worlds().await {
        for other in other_builds() {
            let first = asked(world.round(&deploy(), request()).await).request_state;
            let before = world.ledger.effects();
            let (refused, log) = logged(world.round(&other, retry(&first, yes()))).await;
            assert!(is_refused(refused), "{name}");
            assert!(log.contains("reason=Stale"), "{log}");
            // The client begins anew; a copy of its request that was on its way does nothing.
            let (late, log) = logged(world.round(&deploy(), retry(&first, yes()))).await;
            assert!(is_refused(late), "{name}");
            assert!(
                log.contains("an instance with other code has refused it"),
                "{log}"
            );
            assert!(is_refused(world.round(&other, retry(&first, yes())).await));
            assert_eq!(world.ledger.effects(), before, "{name}");
        }
    }
}

#[tokio::test]
async fn what_is_not_answered_yet_is_no_claim() {
    for (name, world) in worlds().await {
        let first = asked(world.round(&deploy(), request()).await).request_state;
        // Asked again: no code runs for that, and the place stays free.
        asked(world.round(&deploy(), retry(&first, json!({}))).await);
        let other = &other_builds()[0];
        assert!(
            is_refused(world.round(other, retry(&first, yes())).await),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_tool_that_may_run_again_goes_on_where_its_code_is() {
    for (name, world) in worlds().await {
        let free = tool::<crate::flow::Served>("deploy");
        let first = asked(world.round(&free, request()).await).request_state;
        let edited = tool::<Edited>("deploy");
        failed(world.round(&edited, retry(&first, yes())).await);
        asked(world.round(&free, retry(&first, yes())).await);
        assert_eq!(world.ledger.effects(), ["plan", "build"], "{name}");
    }
}
