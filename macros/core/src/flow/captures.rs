//! The names that a format string mentions: `{name}`, `{name:>width$}`, `{:.precision$}`.

/// Every name that the text would capture if it were a format string.
pub(super) fn captured(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let Some(close) = rest.find('}') else { break };
        let (placeholder, behind) = (&rest[..close], &rest[close + 1..]);
        let (argument, spec) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        names.extend(name(argument.trim()));
        // `width$` and `precision$`: each name ends at its `$`.
        for part in spec.split('$').rev().skip(1) {
            let start = part
                .char_indices()
                .rev()
                .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
                .last()
                .map_or(part.len(), |(at, _)| at);
            names.extend(name(&part[start..]));
        }
        rest = behind;
    }
    names
}

fn name(text: &str) -> Option<String> {
    let plain = text.strip_prefix("r#").unwrap_or(text);
    let is_name = plain.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && plain.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_widths_and_precisions() {
        assert_eq!(
            captured("hi {name}, {n:>w$.p$} {0} {} {:?} {{not}}"),
            ["name", "n", "p", "w"]
        );
        assert_eq!(captured("{größe:08.3}"), ["größe"]);
        assert_eq!(captured("{x:_>width$}"), ["x", "width"]);
    }

    #[test]
    fn text_that_is_no_format_string() {
        assert!(captured("a { b").is_empty());
        assert!(captured("{ \"json\": 1 }").is_empty());
    }
}
