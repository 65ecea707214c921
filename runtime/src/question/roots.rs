use serde_json::{Map, Value};

use super::{Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// The client's roots: the answer of `roots!()`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots(Vec<Root>);

/// One root.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Root {
    /// The URI.
    pub uri: String,
    /// The name for people.
    pub name: Option<String>,
}

/// The question of `roots!()`.
#[derive(Debug)]
pub struct RootsList;

impl Question for RootsList {
    type Answer = Roots;

    fn need() -> Need {
        Need::Roots
    }

    fn request(_: &Rendered) -> InputRequest {
        InputRequest::Roots
    }

    fn read(_response: &Map<String, Value>) -> Result<Roots, Problems> {
        todo!("the questions module")
    }
}
