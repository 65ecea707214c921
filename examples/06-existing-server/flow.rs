//! The tool that the server gains.

use mrtr::{Answer, ask, mrtr_tool};

use crate::counter::Count;

/// Set the counter back to zero
#[mrtr_tool]
pub async fn reset(count: &Count) -> String {
    let value = count.get();
    match ask!(bool, "The counter is at {value}. Set it back?") {
        Answer::Accept(true) => {
            count.set(0);
            format!("It was at {value}, and is at 0 now.")
        }
        Answer::Accept(false) | Answer::Decline => format!("It stays at {value}."),
        Answer::Cancel => "No decision was made.".to_owned(),
    }
}
