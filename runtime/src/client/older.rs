//! A server of 2025-11-25 that fails until a page was visited: the nearest that it has to a round.

use std::collections::BTreeMap;

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ErrorCode, ErrorData, InputRequest, InputRequiredResult,
    InputResponses,
};
use serde::Deserialize;

use super::answerer::Unanswered;
use super::error::CallErrorKind;

/// Spec (2025-11-25): *client/elicitation*, URL elicitation required error.
const PAGES_FIRST: ErrorCode = ErrorCode(-32042);

#[derive(Deserialize)]
struct Wanted {
    elicitations: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    elicitation_id: String,
    url: String,
    message: String,
}

/// The pages that an error asks for, each under the server's own id for it; `None` for any other
/// error.
pub(super) fn pages(error: &ErrorData) -> Option<InputRequiredResult> {
    if error.code != PAGES_FIRST {
        return None;
    }
    let wanted = Wanted::deserialize(error.data.as_ref()?).ok()?;
    let question = |page: Page| {
        let params = ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: page.message,
            url: page.url,
            elicitation_id: page.elicitation_id.clone(),
        };
        let question = InputRequest::Elicitation(ElicitRequest::new(params));
        (page.elicitation_id, question)
    };
    let questions: BTreeMap<_, _> = wanted.elicitations.into_iter().map(question).collect();
    (!questions.is_empty()).then(|| InputRequiredResult::from_input_requests(questions))
}

/// Such a server is not told of the answers, it only sees the call again: which makes sense where
/// each page was agreed to.
///
/// # Errors
/// The page that was not.
pub(super) fn agreed(answers: &InputResponses) -> Result<(), CallErrorKind> {
    let refused = answers
        .iter()
        .find(|(_, answer)| answer["action"] != "accept");
    match refused {
        Some((key, _)) => Err(CallErrorKind::Unanswered {
            key: key.clone(),
            reason: Unanswered::Declined,
        }),
        None => Ok(()),
    }
}
