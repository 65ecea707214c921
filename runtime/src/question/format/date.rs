use super::bytes::number;

/// RFC 3339, `full-date`.
pub(super) const fn is_date(text: &[u8]) -> bool {
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
pub(super) const fn is_date_time(text: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::{Format, check};

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
