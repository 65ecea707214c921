use super::bytes::{contains, position};

/// RFC 5321: a dot-string of at most 64 bytes, `@`, a domain; 254 bytes in all.
pub(super) const fn is_email(text: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::{Format, check};

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
}
