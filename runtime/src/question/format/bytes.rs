//! What the standard library does not offer in constants.

/// Some digits as a number; saturates.
pub(super) const fn number(digits: &[u8]) -> Option<u32> {
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

pub(super) const fn all_in(text: &[u8], also: &[u8]) -> bool {
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        if !byte.is_ascii_alphanumeric() && !contains(also, *byte) {
            return false;
        }
        rest = after;
    }
    true
}

pub(super) const fn contains(bytes: &[u8], wanted: u8) -> bool {
    position(bytes, wanted).is_some()
}

pub(super) const fn position(bytes: &[u8], wanted: u8) -> Option<usize> {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == wanted {
            return Some(at);
        }
        at += 1;
    }
    None
}

pub(super) const fn equals_ignoring_case(left: &[u8], right: &[u8]) -> bool {
    let (mut left, mut right) = (left, right);
    loop {
        (left, right) = match (left, right) {
            ([], []) => return true,
            ([l, left @ ..], [r, right @ ..]) if l.eq_ignore_ascii_case(r) => (left, right),
            _ => return false,
        };
    }
}
