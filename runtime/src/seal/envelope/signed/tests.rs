use super::*;
use crate::seal::{KeyRing, SealKey};

fn ring(byte: u8) -> KeyRing {
    KeyRing::new(&SealKey::from_bytes([byte; 32]).expect("a key"))
}

fn refusal(ring: &KeyRing, text: &str) -> Refusal {
    match open(ring, text) {
        Ok(_) => panic!("{text:?} was opened"),
        Err(refusal) => refusal,
    }
}

#[test]
fn the_format_is_the_same_in_every_build() {
    // Computed with Python's hmac: the tag key is HKDF-SHA256(key, info "mrtr state tag", 64).
    let key = SealKey::from_bytes((0..32).collect::<Vec<u8>>()).expect("a key");
    assert_eq!(
        close(KeyRing::new(&key).active_key(), b"payload"),
        "m1.0kA3kE_C.cGF5bG9hZA.2ciE4uAlZnV9YdtRDMzvnzmIuMClebDCID9m9w4TJsk"
    );
}

#[test]
fn each_way_to_be_wrong_has_its_reason() {
    let ring = ring(1);
    let good = close(ring.active_key(), b"payload");
    let (signed, tag) = good.rsplit_once('.').expect("a tag");
    let id = ring.active();
    for (text, reason) in [
        (String::new(), Refusal::Malformed),
        (signed.to_owned(), Refusal::Malformed),
        (format!("{good}.{tag}"), Refusal::Malformed),
        // The version is under the tag like the rest.
        (good.replacen("m1", "m2", 1), Refusal::BadTag),
        (
            good.replacen(&id.to_string(), "AAAAAAAA", 1),
            Refusal::UnknownKey,
        ),
        (good.replacen(&id.to_string(), "", 1), Refusal::UnknownKey),
        (format!("{signed}."), Refusal::BadTag),
        (format!("{signed}.{}", &tag[..42]), Refusal::Malformed),
        (format!("{signed}.{}", &tag[..32]), Refusal::BadTag),
        (format!("{good}="), Refusal::Malformed),
        (format!("{good}\n"), Refusal::Malformed),
        (format!("{signed}A.{tag}"), Refusal::BadTag),
        (format!("{signed}=.{tag}"), Refusal::BadTag),
    ] {
        assert_eq!(refusal(&ring, &text), reason, "{text}");
    }
}

#[test]
fn the_last_character_of_the_tag_has_one_spelling() {
    // 32 bytes leave two bits of the 43rd character unused.
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let ring = ring(1);
    let good = close(ring.active_key(), b"payload");
    let (rest, last) = good.split_at(good.len() - 1);
    for sibling in ALPHABET {
        let text = format!("{rest}{}", char::from(*sibling));
        assert_eq!(open(&ring, &text).is_ok(), last.as_bytes() == [*sibling]);
    }
}

#[test]
fn a_key_of_another_ring_does_not_open() {
    let good = close(ring(1).active_key(), b"payload");
    assert_eq!(refusal(&ring(2), &good), Refusal::UnknownKey);
    // Nor does naming a key that is known help.
    let renamed = good.replacen(
        &ring(1).active().to_string(),
        &ring(2).active().to_string(),
        1,
    );
    assert_eq!(refusal(&ring(2), &renamed), Refusal::BadTag);
}

#[test]
fn a_part_of_another_envelope_does_not_fit() {
    let ring = ring(1);
    let one = close(ring.active_key(), b"one");
    let other = close(ring.active_key(), b"other");
    let (header, _) = one.rsplit_once('.').expect("a tag");
    let (_, tag) = other.rsplit_once('.').expect("a tag");
    assert_eq!(refusal(&ring, &format!("{header}.{tag}")), Refusal::BadTag);
}
