//! Types of other crates whose text has a format: the type says which.

use serde_json::Value;

use super::{Field, FieldSchema, Format};

/// Checks the text against its format, and reads it.
fn read<T>(
    schema: &FieldSchema,
    format: Format,
    value: Option<&Value>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, String> {
    schema.check(value)?;
    value
        .and_then(Value::as_str)
        .and_then(parse)
        .ok_or_else(|| format.expected().to_owned())
}

macro_rules! parsed {
    ($($(#[$feature:meta])? $parsed:ty: $format:ident, $parse:expr;)*) => {$(
        $(#[$feature])?
        impl Field for $parsed {
            const SCHEMA: FieldSchema = FieldSchema::text().format(Format::$format);

            fn read(value: Option<&Value>) -> Result<Self, String> {
                read(&Self::SCHEMA, Format::$format, value, $parse)
            }
        }
    )*};
}

parsed! {
    url::Url: Uri, |text| text.parse().ok();

    #[cfg(feature = "chrono")]
    chrono::NaiveDate: Date, |text| text.parse().ok();
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::FixedOffset>: DateTime, |text| Self::parse_from_rfc3339(text).ok();
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::Utc>: DateTime, |text| {
        Some(chrono::DateTime::parse_from_rfc3339(text).ok()?.to_utc())
    };

    #[cfg(feature = "jiff")]
    jiff::civil::Date: Date, |text| text.parse().ok();
    #[cfg(feature = "jiff")]
    jiff::Timestamp: DateTime, |text| text.parse().ok();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told<T: Field>(text: &str) -> String {
        let read = T::read(Some(&json!(text)));
        read.err().unwrap_or_else(|| panic!("{text:?} is read"))
    }

    #[test]
    fn an_address() {
        let read = url::Url::read(Some(&json!("https://example.org/a?b=c")));
        assert_eq!(read.expect("a URL").host_str(), Some("example.org"));
        for text in [
            "example.org",
            "javascript:alert(1)",
            "",
            "http://example.org:99999/",
        ] {
            assert_eq!(
                told::<url::Url>(text),
                "must be a full address, such as https://example.org/page"
            );
        }
    }

    #[cfg(any(feature = "chrono", feature = "jiff"))]
    const DATES: [&str; 4] = ["2026-07-28", "2024-02-29", "0001-01-01", "9999-12-31"];
    #[cfg(any(feature = "chrono", feature = "jiff"))]
    const TIMES: [&str; 4] = [
        "2026-07-28T09:30:00Z",
        "2026-07-28t09:30:00z",
        "2026-07-28T09:30:00.123456789+02:00",
        "2026-07-28T23:59:59-23:59",
    ];

    #[cfg(feature = "chrono")]
    #[test]
    fn dates_and_times_of_chrono() {
        use chrono::{DateTime, FixedOffset, NaiveDate, Utc};

        for text in DATES {
            let read = NaiveDate::read(Some(&json!(text))).expect(text);
            assert_eq!(read.to_string(), text);
        }
        for text in TIMES {
            let read = DateTime::<FixedOffset>::read(Some(&json!(text))).expect(text);
            let utc = DateTime::<Utc>::read(Some(&json!(text))).expect(text);
            assert_eq!(read, utc);
        }
        for text in ["2026-13-40", "2026-02-30", "", "2026-07-28T09:30:00Z"] {
            assert_eq!(told::<NaiveDate>(text), Format::Date.expected());
        }
        for text in ["2026-07-28T09:30:60Z", "2026-07-28", "2026-02-30T09:30:00Z"] {
            assert_eq!(told::<DateTime<Utc>>(text), Format::DateTime.expected());
        }
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn dates_and_times_of_jiff() {
        use jiff::{Timestamp, civil::Date};

        for text in DATES {
            let read = Date::read(Some(&json!(text))).expect(text);
            assert_eq!(read.to_string(), text);
        }
        for text in TIMES {
            Timestamp::read(Some(&json!(text))).expect(text);
        }
        for text in ["2026-13-40", "2026-02-30", "", "2026-07-28T09:30:00Z"] {
            assert_eq!(told::<Date>(text), Format::Date.expected());
        }
        for text in ["2026-07-28T09:30:60Z", "2026-07-28", "2026-02-30T09:30:00Z"] {
            assert_eq!(told::<Timestamp>(text), Format::DateTime.expected());
        }
    }
}
