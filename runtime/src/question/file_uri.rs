//! The local path that a `file:` URI names (RFC 8089).

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

/// The path; `None` where the URI is no plain name of a local one.
///
/// ```text
/// Input:  file:///home/u/caf%C3%A9        file:///c%3A/Users/A%20B (Windows)
/// Output: /home/u/café                    C:/Users/A B
/// ```
pub(super) fn file_path(uri: &str) -> Option<PathBuf> {
    local_path(uri, cfg!(windows)).map(PathBuf::from)
}

fn local_path(uri: &str, windows: bool) -> Option<String> {
    let (scheme, rest) = uri.split_once(':')?;
    let rest = match rest.strip_prefix("//") {
        None => rest,
        // The path of another host is not a local one.
        Some(rest) => match rest.split_at_checked(rest.find('/')?)? {
            ("", path) => path,
            (host, path) if host.eq_ignore_ascii_case("localhost") => path,
            _ => return None,
        },
    };
    let is_plain = scheme.eq_ignore_ascii_case("file") && !rest.contains(['?', '#']);
    let segments: Option<Vec<String>> = rest
        .strip_prefix('/')
        .filter(|_| is_plain)?
        .split('/')
        .map(|segment| decode(segment, windows))
        .collect();
    let segments = segments?;
    match segments.first() {
        Some(drive) if windows => is_drive(drive).then(|| {
            let path = segments.join("/");
            // `c:` alone would be the current directory of the drive.
            path[..1].to_ascii_uppercase() + &path[1..] + if segments.len() == 1 { "/" } else { "" }
        }),
        _ => Some(format!("/{}", segments.join("/"))),
    }
}

/// One segment; `None` where decoding it would make another path of it.
fn decode(segment: &str, windows: bool) -> Option<String> {
    let decoded = percent_decode_str(segment).decode_utf8().ok()?;
    let is_separator = |c| c == '/' || c == '\0' || (windows && c == '\\');
    let is_name = decoded != "." && decoded != ".." && !decoded.contains(is_separator);
    is_name.then(|| decoded.into_owned())
}

fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::local_path;

    #[test]
    fn escapes_are_decoded() {
        let unix = |uri| local_path(uri, false);
        assert_eq!(
            unix("file:///home/u/caf%C3%A9").as_deref(),
            Some("/home/u/café")
        );
        assert_eq!(unix("file:///").as_deref(), Some("/"));
        assert_eq!(unix("FILE://localhost/a").as_deref(), Some("/a"));
        assert_eq!(unix("file:/a/b").as_deref(), Some("/a/b"));
        assert_eq!(unix("file:///a%25b").as_deref(), Some("/a%b"));
        assert_eq!(unix("file:///c%3A/x").as_deref(), Some("/c:/x"));
        assert_eq!(unix("file:///a b").as_deref(), Some("/a b"));
    }

    #[test]
    fn drives_are_paths_on_windows() {
        let windows = |uri| local_path(uri, true);
        assert_eq!(
            windows("file:///c%3A/Users/A%20B/p").as_deref(),
            Some("C:/Users/A B/p")
        );
        assert_eq!(windows("file:///D:").as_deref(), Some("D:/"));
        assert_eq!(windows("file:///D:/").as_deref(), Some("D:/"));
        for other in ["file:///home/u", "file:///c:/a%5C..%5Cb", "file:///é:/a"] {
            assert_eq!(windows(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_plain_local_path_is_none() {
        for uri in [
            "",
            "/a",
            "file",
            "file:",
            "file:a",
            "file://",
            "file://host",
            "file://host/a",
            "http://localhost/a",
            "file:///a/../b",
            "file:///a/%2e%2E/b",
            "file:///a/./b",
            "file:///a%2Fb",
            "file:///a%00b",
            "file:///a%FFb",
            "file:///a?b",
            "file:///a#b",
        ] {
            assert_eq!(local_path(uri, false), None, "{uri}");
        }
    }
}
