//! Which resource a URI asks for: `db://{table}/{id}` and `db://users/7`.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// A part of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'t> {
    Literal(&'t str),
    Variable(&'t str),
}

/// Whether it stands for many URIs.
pub(super) fn is_template(uri: &str) -> bool {
    uri.contains('{')
}

/// What `uri` says for each variable; `None` where it is not one of the template's.
///
/// A variable is one segment, or a part of one: it is not empty, and ends before the first `/`,
/// `?` or `#`, and before the text that follows it.
pub(super) fn variables(template: &str, uri: &str) -> Option<Map<String, Value>> {
    let parts = parts(template)?;
    let mut found = Map::new();
    let mut rest = uri;
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Literal(text) => rest = rest.strip_prefix(text)?,
            Part::Variable(name) => {
                let end = match parts.get(index + 1) {
                    Some(Part::Literal(next)) => rest.find(next)?,
                    Some(Part::Variable(_)) => return None,
                    None => rest.len(),
                };
                let (value, behind) = rest.split_at(end);
                if value.is_empty() || value.contains(['/', '?', '#']) {
                    return None;
                }
                let value = percent_decode_str(value).decode_utf8().ok()?;
                found.insert((*name).to_owned(), Value::String(value.into_owned()));
                rest = behind;
            }
        }
    }
    rest.is_empty().then_some(found)
}

/// Input:  `db://{table}/{id}`
/// Output: `db://`, table, `/`, id
fn parts(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((literal, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}')?;
        if !literal.is_empty() {
            parts.push(Part::Literal(literal));
        }
        parts.push(Part::Variable(name));
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(template: &str, uri: &str) -> Option<Value> {
        variables(template, uri).map(Value::Object)
    }

    #[test]
    fn a_uri_says_what_the_variables_are() {
        assert_eq!(
            found("db://{table}/{id}", "db://users/7"),
            Some(json!({"table": "users", "id": "7"}))
        );
        assert_eq!(
            found("img://{name}.{kind}", "img://a.png"),
            Some(json!({"name": "a", "kind": "png"}))
        );
        assert_eq!(
            found("db://{table}/rows", "db://a%2Fb%20c/rows"),
            Some(json!({"table": "a/b c"}))
        );
        assert_eq!(found("app://about", "app://about"), Some(json!({})));
    }

    #[test]
    fn another_uri_is_not_taken() {
        for uri in [
            "db://users",
            "db://users/",
            "db:///7",
            "db://users/7/8",
            "db://users/7?x=1",
            "db://users/7#x",
            "file://users/7",
            "db://users/%ff",
            "",
        ] {
            assert_eq!(found("db://{table}/{id}", uri), None, "{uri}");
        }
        assert_eq!(found("app://about", "app://about/"), None);
    }
}
