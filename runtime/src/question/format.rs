//! The formats of text that a form's schema knows.
//!
//! Checked by `const` functions of our own rather than by a library, so that the one definition
//! serves twice: at compile time for a default, at run time for an answer.

/// A format of text.
///
/// Each is the format of that name in JSON Schema, a little stricter where a looser text would
/// surprise: an email address without quotes or comments, a time without leap seconds, and no
/// URI that carries a program (`javascript:`, `vbscript:`, `data:`).
///
/// Spec: `StringSchema.format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `name@example.org`
    Email,
    /// An absolute URI (RFC 3986): `https://example.org/`.
    Uri,
    /// `2026-07-28`
    Date,
    /// A time with its offset (RFC 3339): `2026-07-28T09:30:00Z`.
    DateTime,
}

impl Format {
    /// The format's name in a schema.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether `text` has the format.
    #[must_use]
    pub const fn accepts(self, text: &str) -> bool {
        let text = text.as_bytes();
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }

    /// What the text must be, for the person who has to write it.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Email => "must be an email address, such as name@example.org",
            Self::Uri => "must be a full address, such as https://example.org/page",
            Self::Date => "must be a date, such as 2026-07-28",
            Self::DateTime => {
                "must be a date and time with its offset, such as 2026-07-28T09:30:00Z"
            }
        }
    }
}

/// RFC 5321: a dot-string of at most 64 bytes, `@`, a domain; 254 bytes in all.
const fn is_email(text: &[u8]) -> bool {
    let Some(at) = position(text, b'@') else {
        return false;
    };
    let Some((local, [_, domain @ ..])) = text.split_at_checked(at) else {
        return false;
    };
    text.len() <= 254 && at <= 64 && is_dot_string(local) && is_domain(domain)
}

const fn is_dot_string(text: &[u8]) -> bool {
    let mut rest = text;
    let mut atom = 0;
    while let [byte, after @ ..] = rest {
        if *byte == b'.' {
            if atom == 0 {
                return false;
            }
            atom = 0;
        } else if byte.is_ascii_alphanumeric() || contains(b"!#$%&'*+/=?^_`{|}~-", *byte) {
            atom += 1;
        } else {
            return false;
        }
        rest = after;
    }
    atom > 0
}

const fn is_domain(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        let Some(dot) = position(rest, b'.') else {
            return is_label(rest);
        };
        let Some((label, [_, after @ ..])) = rest.split_at_checked(dot) else {
            return false;
        };
        if !is_label(label) {
            return false;
        }
        rest = after;
    }
}

const fn is_label(label: &[u8]) -> bool {
    let ([first, ..], [.., last]) = (label, label) else {
        return false;
    };
    let mut rest = label;
    while let [byte, after @ ..] = rest {
        if !byte.is_ascii_alphanumeric() && *byte != b'-' {
            return false;
        }
        rest = after;
    }
    label.len() <= 63 && *first != b'-' && *last != b'-'
}

/// RFC 3986: `scheme ":" ["//" authority] path ["?" query] ["#" fragment]`.
const fn is_uri(text: &[u8]) -> bool {
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

/// RFC 3339, `full-date`.
const fn is_date(text: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (
        number(&[*y1, *y2, *y3, *y4]),
        number(&[*m1, *m2]),
        number(&[*d1, *d2]),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    1 <= day && day <= days
}

/// RFC 3339, `date-time`.
const fn is_date_time(text: &[u8]) -> bool {
    let Some((
        date,
        [
            b'T' | b't',
            h1,
            h2,
            b':',
            m1,
            m2,
            b':',
            s1,
            s2,
            fraction_and_offset @ ..,
        ],
    )) = text.split_at_checked(10)
    else {
        return false;
    };
    is_date(date)
        && below(&[*h1, *h2], 24)
        && below(&[*m1, *m2], 60)
        && below(&[*s1, *s2], 60)
        && is_offset(after_fraction(fraction_and_offset))
}

/// What follows `"." 1*DIGIT`, where that is there.
const fn after_fraction(text: &[u8]) -> &[u8] {
    let [b'.', digit, rest @ ..] = text else {
        return text;
    };
    if !digit.is_ascii_digit() {
        return text;
    }
    let mut rest = rest;
    while let [digit, after @ ..] = rest
        && digit.is_ascii_digit()
    {
        rest = after;
    }
    rest
}

const fn is_offset(text: &[u8]) -> bool {
    match text {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => below(&[*h1, *h2], 24) && below(&[*m1, *m2], 60),
        _ => false,
    }
}

const fn below(digits: &[u8], limit: u32) -> bool {
    matches!(number(digits), Some(number) if number < limit)
}

/// Some digits as a number; saturates.
const fn number(digits: &[u8]) -> Option<u32> {
    let mut number: u32 = 0;
    let mut rest = digits;
    while let [digit, after @ ..] = rest {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number
            .saturating_mul(10)
            .saturating_add((*digit - b'0') as u32);
        rest = after;
    }
    Some(number)
}

const fn all_in(text: &[u8], also: &[u8]) -> bool {
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        if !byte.is_ascii_alphanumeric() && !contains(also, *byte) {
            return false;
        }
        rest = after;
    }
    true
}

const fn contains(bytes: &[u8], wanted: u8) -> bool {
    position(bytes, wanted).is_some()
}

const fn position(bytes: &[u8], wanted: u8) -> Option<usize> {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == wanted {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn equals_ignoring_case(left: &[u8], right: &[u8]) -> bool {
    let (mut left, mut right) = (left, right);
    loop {
        (left, right) = match (left, right) {
            ([], []) => return true,
            ([l, left @ ..], [r, right @ ..]) if l.eq_ignore_ascii_case(r) => (left, right),
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    fn check(format: Format, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(format.accepts(text), "{text:?} is a good {format:?}");
        }
        for text in bad {
            assert!(!format.accepts(text), "{text:?} is a bad {format:?}");
        }
    }

    #[test]
    fn email() {
        check(
            Format::Email,
            &[
                "name@example.org",
                "a.b+c@x-y.example",
                "o'neill@localhost",
                "1@2.de",
            ],
            &[
                "",
                "not-an-email",
                "nope@",
                "@example.org",
                "a@b@c",
                "a..b@c.de",
                ".a@c.de",
                "a.@c.de",
                "a b@c.de",
                "a@-c.de",
                "a@c-.de",
                "a@c..de",
                "a@c.de.",
                "a@c_d.de",
                "ü@c.de",
                "a@ü.de",
                "\"a\"@c.de",
                "a@[127.0.0.1]",
                "a@c.de\n",
            ],
        );
        let long = |length: usize| format!("{}@example.org", "a".repeat(length));
        check(Format::Email, &[&long(64)], &[&long(65)]);
    }

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

    #[test]
    fn date() {
        check(
            Format::Date,
            &["2026-07-28", "2024-02-29", "2000-02-29", "0001-01-01"],
            &[
                "2026-13-40",
                "2026-02-29",
                "1900-02-29",
                "2026-04-31",
                "2026-00-10",
                "2026-01-00",
                "2026-1-1",
                "20260101",
                "2026-01-01T00:00:00Z",
                " 2026-01-01",
                "+026-01-01",
                "",
            ],
        );
    }

    #[test]
    fn date_time() {
        check(
            Format::DateTime,
            &[
                "2026-07-28T09:30:00Z",
                "2026-07-28t09:30:00z",
                "2026-07-28T09:30:00.123456789123+02:00",
                "2026-07-28T23:59:59-23:59",
            ],
            &[
                "2026-07-28",
                "2026-07-28T09:30:00",
                "2026-07-28T09:30Z",
                "2026-07-28 09:30:00Z",
                "2026-07-28T24:00:00Z",
                "2026-07-28T09:60:00Z",
                "2026-07-28T09:30:60Z",
                "2026-07-28T09:30:00.Z",
                "2026-07-28T09:30:00+2:00",
                "2026-07-28T09:30:00+24:00",
                "2026-02-30T09:30:00Z",
                "ü026-07-28T09:30:00Z",
                "2026-07-28ü09:30:00Z",
                "",
            ],
        );
    }
}
