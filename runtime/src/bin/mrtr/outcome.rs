//! What a call came to, as it is printed.

use mrtr::client::{Operation, Pending};
use rmcp::model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams};
use serde::Serialize;

use crate::saved::Waiting;
use crate::show;

/// What to print.
pub struct Outcome {
    pub text: String,
    /// The server says that it went wrong.
    pub failed: bool,
}

/// A call whose result can be printed.
pub trait Shown: Operation {
    fn shown(result: &Self::Result, as_json: bool) -> Outcome;
    /// As it waits in a file.
    fn waiting(call: Pending<Self>) -> Waiting;
}

impl Shown for CallToolRequestParams {
    fn shown(result: &Self::Result, as_json: bool) -> Outcome {
        let failed = result.is_error == Some(true);
        let text = show::blocks(&result.content);
        let text = if as_json { json(result) } else { text };
        Outcome { text, failed }
    }

    fn waiting(call: Pending<Self>) -> Waiting {
        Waiting::Tool(call)
    }
}

impl Shown for GetPromptRequestParams {
    fn shown(result: &Self::Result, as_json: bool) -> Outcome {
        Outcome::of(result, as_json, result.messages.iter().map(show::message))
    }

    fn waiting(call: Pending<Self>) -> Waiting {
        Waiting::Prompt(call)
    }
}

impl Shown for ReadResourceRequestParams {
    fn shown(result: &Self::Result, as_json: bool) -> Outcome {
        Outcome::of(result, as_json, result.contents.iter().map(show::contents))
    }

    fn waiting(call: Pending<Self>) -> Waiting {
        Waiting::Resource(call)
    }
}

impl Outcome {
    /// The whole, or each part in a line of its own.
    pub fn of(whole: &impl Serialize, as_json: bool, parts: impl Iterator<Item = String>) -> Self {
        let text = if as_json {
            json(whole)
        } else {
            parts.collect::<Vec<_>>().join("\n")
        };
        Self {
            text,
            failed: false,
        }
    }
}

fn json(result: &impl Serialize) -> String {
    // What came as JSON can be written as JSON.
    serde_json::to_string_pretty(result).unwrap_or_default()
}
