use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::file_uri::file_path;
use super::{Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// The client's roots: the answer of `roots!()`. An empty list is a legal answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roots(Vec<Root>);

/// One root: a directory or a file that the client lets the server work on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// The URI, as the client wrote it.
    pub uri: String,
    /// The name for people.
    pub name: Option<String>,
}

impl Roots {
    /// Each root, in the client's order.
    pub fn iter(&self) -> std::slice::Iter<'_, Root> {
        self.0.iter()
    }

    /// How many roots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `path` is one of the roots, or inside one. See [`Root::contains`].
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        self.iter().any(|root| root.contains(path))
    }
}

impl<'a> IntoIterator for &'a Roots {
    type Item = &'a Root;
    type IntoIter = std::slice::Iter<'a, Root>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Root {
    /// Whether `path` is this root, or inside it.
    ///
    /// Names are compared, files are not looked at: canonicalise a `path` that may lead through
    /// a symbolic link first. A `path` that is relative or has a `..` is never inside, and
    /// nothing is inside a root that is not the `file:` URI of a local path.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        use std::path::Component;

        let steps_up = path
            .components()
            .any(|component| component == Component::ParentDir);
        !steps_up && file_path(&self.uri).is_some_and(|root| path.starts_with(root))
    }
}

/// The question of `roots!()`.
#[derive(Debug)]
pub struct RootsList;

impl Question for RootsList {
    type Answer = Roots;

    const NEED: Need = Need::Roots;

    fn request(_: &Rendered) -> InputRequest {
        InputRequest::Roots
    }

    /// Reads a `ListRootsResult`.
    fn read(response: &Map<String, Value>) -> Result<Roots, Problems> {
        let Some(Value::Array(entries)) = response.get("roots") else {
            return Err(Problems::whole("the answer is not a list of roots"));
        };
        let roots: Option<Vec<Root>> = entries.iter().map(read_root).collect();
        roots
            .map(Roots)
            .ok_or_else(|| Problems::whole("each root must have a `uri`"))
    }
}

fn read_root(entry: &Value) -> Option<Root> {
    let text = |member| entry.get(member).and_then(Value::as_str).map(str::to_owned);
    Some(Root {
        uri: text("uri")?,
        name: text("name"),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(response: Value) -> Result<Roots, Problems> {
        let Value::Object(response) = response else {
            panic!("an object")
        };
        RootsList::read(&response)
    }

    fn root(uri: &str) -> Root {
        Root {
            uri: uri.to_owned(),
            name: None,
        }
    }

    #[test]
    fn roots_are_read_as_they_came() {
        let roots = read(json!({
            "resultType": "complete",
            "roots": [
                {"uri": "file:///a", "name": "A", "_meta": {}},
                {"uri": "http://x/"},
                {"uri": "file:///b", "name": null},
            ],
        }))
        .expect("roots");
        let read: Vec<_> = roots
            .iter()
            .map(|root| (root.uri.as_str(), root.name.as_deref()))
            .collect();
        assert_eq!(
            read,
            [
                ("file:///a", Some("A")),
                ("http://x/", None),
                ("file:///b", None)
            ]
        );
    }

    #[test]
    fn an_empty_list_is_an_answer() {
        let roots = read(json!({"roots": []})).expect("roots");
        assert!(roots.is_empty());
        assert!(!roots.contains(Path::new("/")));
    }

    #[test]
    fn what_is_no_list_of_roots_is_a_problem() {
        for response in [
            json!({}),
            json!({"roots": null}),
            json!({"roots": {"uri": "file:///a"}}),
            json!({"roots": ["file:///a"]}),
            json!({"roots": [{"uri": "file:///a"}, {"name": "b"}]}),
            json!({"roots": [{"uri": 1}]}),
            json!({"action": "accept", "content": {}}),
        ] {
            assert!(read(response.clone()).is_err(), "{response}");
        }
    }

    #[test]
    fn a_root_contains_itself_and_what_is_inside() {
        let root = root("file:///home/u/caf%C3%A9%20x/");
        for inside in [
            "/home/u/café x",
            "/home/u/café x/",
            "/home/u/café x/a/b",
            "/home/u/./café x/a",
        ] {
            assert!(root.contains(Path::new(inside)), "{inside}");
        }
        for outside in [
            "/home/u/café xy",
            "/home/u/caf",
            "/home/u",
            "/",
            "",
            "home/u/café x/a",
            "café x",
            "/home/u/café x/../y",
            "/home/u/y/../café x/a",
            "/home/u/café x/a/..",
            "/home/u/caf%C3%A9%20x/a",
        ] {
            assert!(!root.contains(Path::new(outside)), "{outside}");
        }
    }

    #[test]
    fn one_bad_root_leaves_the_others() {
        let roots = Roots(vec![
            root("http://x/"),
            root("file:///gone"),
            root("file:///a"),
        ]);
        assert_eq!(roots.len(), 3);
        assert!(roots.contains(Path::new("/a/b")));
        assert!(!roots.contains(Path::new("/x")));
    }

    #[test]
    fn roots_can_be_carried() {
        let roots = read(json!({"roots": [{"uri": "file:///a", "name": "A"}, {"uri": "x:"}]}))
            .expect("roots");
        let written = serde_json::to_string(&roots).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Roots>(&written).expect("roots"),
            roots
        );
    }
}
