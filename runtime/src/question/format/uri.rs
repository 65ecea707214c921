use super::bytes::{all_in, contains, equals_ignoring_case, number, position};

/// RFC 3986: `scheme ":" ["//" authority] path ["?" query] ["#" fragment]`.
pub(super) const fn is_uri(text: &[u8]) -> bool {
    let Some(colon) = position(text, b':') else {
        return false;
    };
    let Some((scheme, [_, rest @ ..])) = text.split_at_checked(colon) else {
        return false;
    };
    if !is_scheme(scheme) || rest.is_empty() || carries_a_program(scheme) {
        return false;
    }
    let [b'/', b'/', rest @ ..] = rest else {
        return is_path_query_fragment(rest);
    };
    let mut end = 0;
    while end < rest.len() && !contains(b"/?#", rest[end]) {
        end += 1;
    }
    let (authority, after) = rest.split_at(end);
    // Only a file needs no host; elsewhere `https://` is an address that was not finished.
    is_authority(authority, equals_ignoring_case(scheme, b"file")) && is_path_query_fragment(after)
}

const fn is_scheme(scheme: &[u8]) -> bool {
    let [first, rest @ ..] = scheme else {
        return false;
    };
    first.is_ascii_alphabetic() && all_in(rest, b"+-.")
}

const fn carries_a_program(scheme: &[u8]) -> bool {
    equals_ignoring_case(scheme, b"javascript")
        || equals_ignoring_case(scheme, b"vbscript")
        || equals_ignoring_case(scheme, b"data")
}

/// `[userinfo "@"] host [":" port]`; the host in brackets is looked at by its characters only.
const fn is_authority(authority: &[u8], may_be_empty: bool) -> bool {
    let mut rest = authority;
    if let Some(at) = position(authority, b'@')
        && let Some((userinfo, [_, host @ ..])) = authority.split_at_checked(at)
    {
        if !is_encoded(userinfo, b":") {
            return false;
        }
        rest = host;
    }
    if let [b'[', literal @ ..] = rest {
        let Some(end) = position(literal, b']') else {
            return false;
        };
        let Some((address, [_, port @ ..])) = literal.split_at_checked(end) else {
            return false;
        };
        return address.len() >= 2 && is_address(address) && is_port(port);
    }
    let mut end = 0;
    while end < rest.len() && rest[end] != b':' {
        end += 1;
    }
    let (host, port) = rest.split_at(end);
    is_encoded(host, b"") && is_port(port) && (may_be_empty || !host.is_empty())
}

const fn is_address(text: &[u8]) -> bool {
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        if !byte.is_ascii_hexdigit() && *byte != b':' && *byte != b'.' {
            return false;
        }
        rest = after;
    }
    true
}

/// `[":" *DIGIT]`
const fn is_port(text: &[u8]) -> bool {
    match text {
        [] | [b':'] => true,
        [b':', digits @ ..] => number(digits).is_some(),
        _ => false,
    }
}

const fn is_path_query_fragment(text: &[u8]) -> bool {
    match position(text, b'#') {
        None => is_encoded(text, b":@/?"),
        Some(hash) => {
            let (before, after) = text.split_at(hash);
            let [_, fragment @ ..] = after else {
                return false;
            };
            is_encoded(before, b":@/?") && is_encoded(fragment, b":@/?")
        }
    }
}

/// Unreserved characters, sub-delimiters, percent-escapes, and those in `also`.
const fn is_encoded(text: &[u8], also: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return true,
            [b'%', high, low, after @ ..]
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                after
            }
            [byte, after @ ..]
                if byte.is_ascii_alphanumeric()
                    || contains(b"-._~!$&'()*+,;=", *byte)
                    || contains(also, *byte) =>
            {
                after
            }
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, check};

    #[test]
    fn uri() {
        check(
            Format::Uri,
            &[
                "https://example.org",
                "https://example.org/a/b?c=d&e#f",
                "HTTPS://user:pass@example.org:8080/",
                "http://[::1]:80/",
                "http://127.0.0.1",
                "file:///home/u/caf%C3%A9",
                "mailto:name@example.org",
                "urn:isbn:0451450523",
                "http://example.org:/",
            ],
            &[
                "",
                "example.org",
                "/a/b",
                "//example.org/",
                "https:",
                "https://",
                "https:///path",
                "https://a b",
                "https://example.org/%zz",
                "https://example.org/%2",
                "https://example.org/#a#b",
                "https://exämple.org",
                "https://example.org:port/",
                "https://[::1",
                "https://[example]/",
                "1http://example.org",
                "java script:alert",
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                "data:text/html,x",
                "https://a@b@c/",
                "https://example.org/\n",
                "https://example.org/<x>",
            ],
        );
    }
}
