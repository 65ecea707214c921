use super::*;

/// The bytes 0 to 31.
const TEXT: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

fn counted() -> Vec<u8> {
    (0..32).collect()
}

#[test]
fn the_text_form_and_the_bytes_are_one_key() {
    let read = SealKey::from_base64url(TEXT).expect("a key");
    assert_eq!(*read.0, counted());
    assert_eq!(
        read.id(),
        SealKey::from_bytes(counted()).expect("a key").id()
    );
}

#[test]
fn an_id_is_the_same_in_every_build() {
    // Computed with Python's hmac: the first 6 bytes of HKDF-SHA256(key, info "mrtr key id").
    let key = SealKey::from_bytes(counted()).expect("a key");
    assert_eq!(key.id().to_string(), "0kA3kE_C");
}

#[test]
fn other_bytes_have_another_id() {
    let mut other = counted();
    other.push(0);
    let other = SealKey::from_bytes(other).expect("a longer key is fine");
    assert_ne!(
        other.id(),
        SealKey::from_bytes(counted()).expect("a key").id()
    );
}

#[test]
fn what_is_no_key_is_refused_with_the_reason() {
    for (text, error) in [
        ("", KeyError::TooShort { bytes: 0 }),
        (&"A".repeat(42), KeyError::TooShort { bytes: 31 }),
        (&TEXT[..42], KeyError::Encoding),
        (&TEXT[..41], KeyError::Encoding),
        (
            "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9",
            KeyError::Encoding,
        ),
        (&format!("{TEXT}="), alphabet(43, "padding")),
        (&format!("+{}", &TEXT[1..]), alphabet(0, "plain base64")),
        (&format!("AA/{}", &TEXT[3..]), alphabet(2, "plain base64")),
        (&format!("{TEXT}\n"), alphabet(43, "white space")),
        (&format!(" {TEXT}"), alphabet(0, "white space")),
        (
            "häuser",
            KeyError::Alphabet {
                position: 1,
                hint: None,
            },
        ),
    ] {
        let got = SealKey::from_base64url(text).expect_err(text);
        match (&got, &error) {
            (
                KeyError::Alphabet { position, hint },
                KeyError::Alphabet {
                    position: expected,
                    hint: part,
                },
            ) => {
                assert_eq!(position, expected, "{text}");
                assert_eq!(hint.is_some(), part.is_some(), "{text}");
                assert!(hint.unwrap_or("").contains(part.unwrap_or("")), "{got}");
            }
            _ => assert_eq!(got, error, "{text}"),
        }
    }
}

/// An error whose hint contains `part`.
fn alphabet(position: usize, part: &'static str) -> KeyError {
    KeyError::Alphabet {
        position,
        hint: Some(part),
    }
}

#[test]
fn bytes_have_to_be_32_or_more() {
    assert_eq!(
        SealKey::from_bytes([7; 31]).expect_err("31 bytes"),
        KeyError::TooShort { bytes: 31 }
    );
    assert!(SealKey::from_bytes([7; 32]).is_ok());
}

#[test]
fn debug_shows_the_id_only() {
    let key = SealKey::from_base64url(TEXT).expect("a key");
    assert_eq!(format!("{key:?}"), "SealKey(0kA3kE_C)");
}

#[test]
fn errors_do_not_repeat_the_key() {
    let secret = "Zm9v+cmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2V";
    let error = SealKey::from_base64url(secret).expect_err("a `+`");
    for shown in [error.to_string(), format!("{error:?}")] {
        assert!(
            !shown.contains("Zm9v") && !shown.contains("cmV0"),
            "{shown}"
        );
    }
}

#[test]
fn no_two_purposes_share_a_secret() {
    let key = SealKey::from_bytes(counted()).expect("a key");
    let (one, other) = (key.derive::<32>(b"one"), key.derive::<32>(b"other"));
    assert_ne!(*one, *other);
    assert_ne!(one.as_slice(), key.0.as_slice());
}
