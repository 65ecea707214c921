//! Which pages the person of a call was sent to: this protocol names each visit, and hears of its
//! end.
//!
//! Spec: 2025-11-25, *client/elicitation*, URL mode, completion notifications.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rmcp::model::{CustomNotification, ServerNotification};
use serde_json::json;

use super::super::answer::Caller;
use crate::engine::{Entropy as _, EntropyError, OsEntropy};
use crate::wire::InputRequest;

/// The visits that are under way, by the key of their question.
#[derive(Debug, Default)]
pub(super) struct Pages(BTreeMap<String, Visit>);

#[derive(Debug)]
struct Visit {
    url: String,
    id: String,
}

impl Pages {
    /// The id of a visit: the same where the person is reminded of it.
    pub(super) fn visit(&mut self, key: &str, url: &str) -> Result<String, EntropyError> {
        if let Some(visit) = self.0.get(key)
            && visit.url == url
        {
            return Ok(visit.id.clone());
        }
        let id = random_id()?;
        let visit = Visit {
            url: url.to_owned(),
            id: id.clone(),
        };
        self.0.insert(key.to_owned(), visit);
        Ok(id)
    }

    /// The person did not go there.
    pub(super) fn refused(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// The flow goes on to `questions`: tells the client of each visit that it does not ask for
    /// again that it is over.
    pub(super) async fn left(
        &mut self,
        questions: &BTreeMap<String, InputRequest>,
        caller: &Caller<'_>,
    ) {
        let over: Vec<String> = self
            .0
            .iter()
            .filter(|(key, visit)| !asks_for(questions.get(*key), visit))
            .map(|(key, _)| key.clone())
            .collect();
        for key in over {
            if let Some(visit) = self.0.remove(&key) {
                let params = json!({"elicitationId": visit.id});
                let told = ServerNotification::CustomNotification(CustomNotification::new(
                    "notifications/elicitation/complete",
                    Some(params),
                ));
                if let Err(error) = caller.context.peer.send_notification(told).await {
                    tracing::debug!(%error, "the end of a visit cannot be told");
                }
            }
        }
    }
}

fn asks_for(question: Option<&InputRequest>, visit: &Visit) -> bool {
    match question {
        Some(InputRequest::Page { url, .. }) => *url == visit.url,
        Some(InputRequest::Written { params, .. }) => params
            .as_ref()
            .and_then(|params| params.get("url"))
            .is_some_and(|url| *url == visit.url),
        _ => false,
    }
}

/// 32 hexadecimal digits that nobody can guess.
fn random_id() -> Result<String, EntropyError> {
    let mut bytes = [0; 16];
    OsEntropy.fill(&mut bytes)?;
    let mut id = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(id, "{byte:02x}");
    }
    Ok(id)
}
