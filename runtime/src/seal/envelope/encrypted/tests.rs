use super::*;
use crate::engine::{EntropyError, OsEntropy};
use crate::seal::SealKey;

/// The bytes 0, 1, 2 …
#[derive(Debug)]
struct Counted;

impl Entropy for Counted {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        (0..).zip(buffer).for_each(|(count, byte)| *byte = count);
        Ok(())
    }
}

fn ring(byte: u8) -> KeyRing {
    KeyRing::new(&SealKey::from_bytes([byte; 32]).expect("a key"))
}

fn good() -> String {
    close(ring(1).active_key(), b"payload", &OsEntropy).expect("closed")
}

fn encoded(bytes: &[u8]) -> String {
    format!("x1.{}.{}", ring(1).active(), URL_SAFE_NO_PAD.encode(bytes))
}

#[test]
fn the_format_is_the_same_in_every_build() {
    // Computed with a Python that passes the example of draft-irtf-cfrg-xchacha, A.3.1: the cipher
    // key is HKDF-SHA256(key, info "mrtr state cipher", 32).
    let key = SealKey::from_bytes((0..32).collect::<Vec<u8>>()).expect("a key");
    assert_eq!(
        close(KeyRing::new(&key).active_key(), b"payload", &Counted).expect("closed"),
        "x1.0kA3kE_C.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXWQcSOOLSCwoqkwK7EHYXGKQdbC-omc4"
    );
}

#[test]
fn each_way_to_be_wrong_has_its_reason() {
    let ring = ring(1);
    let good = good();
    let id = ring.active().to_string();
    let (head, body) = good.rsplit_once('.').expect("a body");
    for (text, reason) in [
        (String::new(), Refusal::Malformed),
        (head.to_owned(), Refusal::Malformed),
        (format!("{head}."), Refusal::Malformed),
        (format!("{good}.{body}"), Refusal::Malformed),
        (good.replacen("x1", "x2", 1), Refusal::BadTag),
        (good.replacen(&id, "AAAAAAAA", 1), Refusal::UnknownKey),
        (good.replacen(&id, "", 1), Refusal::UnknownKey),
        (format!("{good}="), Refusal::Malformed),
        (format!("{good}\n"), Refusal::Malformed),
        // Too short for a nonce, and for a tag.
        (encoded(&[0; 23]), Refusal::Malformed),
        (encoded(&[0; 39]), Refusal::Malformed),
        // A nonce and a tag of nothing.
        (encoded(&[0; 40]), Refusal::BadTag),
        (encoded(&[0; 400]), Refusal::BadTag),
    ] {
        assert_eq!(open(&ring, &text), Err(reason), "{text}");
    }
}

#[test]
fn each_byte_inside_is_authenticated() {
    let (_, body) = good().rsplit_once('.').map_or_else(
        || panic!("a body"),
        |(head, body)| (head.to_owned(), body.to_owned()),
    );
    let bytes = URL_SAFE_NO_PAD.decode(body).expect("base64");
    assert_eq!(bytes.len(), 24 + 7 + 16);
    assert_eq!(open(&ring(1), &encoded(&bytes)), Ok(b"payload".to_vec()));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert_eq!(open(&ring(1), &encoded(&changed)), Err(Refusal::BadTag));
        }
        assert!(open(&ring(1), &encoded(&bytes[..at])).is_err());
        assert!(open(&ring(1), &encoded(&bytes[at + 1..])).is_err());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(open(&ring(1), &encoded(&longer)), Err(Refusal::BadTag));
}

#[test]
fn a_key_is_part_of_what_is_authenticated() {
    // A ring that knows one secret under the id of another.
    let text = good().replacen(
        &ring(1).active().to_string(),
        &ring(2).active().to_string(),
        1,
    );
    assert_eq!(open(&ring(2), &text), Err(Refusal::BadTag));
}

#[test]
fn one_payload_is_never_closed_to_one_text() {
    assert_ne!(good(), good());
}
