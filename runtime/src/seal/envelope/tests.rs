//! What both envelopes have in common, and what keeps them apart.

use proptest::prelude::*;

use super::*;
use crate::engine::{EntropyError, OsEntropy};
use crate::seal::SealKey;

fn ring(byte: u8) -> KeyRing {
    KeyRing::new(&SealKey::from_bytes([byte; 32]).expect("a key"))
}

/// Both envelopes of this crate are ready at once.
fn now<T>(future: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> T {
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    match { future }.as_mut().poll(&mut cx) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("it waits"),
    }
}

fn both(byte: u8) -> [Box<dyn Envelope>; 2] {
    [
        Box::new(Signed::new(ring(byte))),
        Box::new(Encrypted::new(ring(byte))),
    ]
}

fn close(envelope: &dyn Envelope, payload: &[u8]) -> String {
    now(envelope.close(payload, &OsEntropy)).expect("closed")
}

fn refusal(envelope: &dyn Envelope, text: &str) -> Refusal {
    match now(envelope.open(text)) {
        Err(NotOpened::Refused(refusal)) => refusal,
        other => panic!("{text:?}: {other:?}"),
    }
}

#[test]
fn neither_opens_what_the_other_closed() {
    let [signed, encrypted] = both(1);
    let by_signing = close(&*signed, b"payload");
    let by_encrypting = close(&*encrypted, b"payload");
    assert_eq!(refusal(&*encrypted, &by_signing), Refusal::OtherEnvelope);
    assert_eq!(refusal(&*signed, &by_encrypting), Refusal::OtherEnvelope);
    // To say that it is the other kind does not help.
    let renamed = by_signing.replacen("m1", "x1", 1);
    assert_eq!(refusal(&*encrypted, &renamed), Refusal::Malformed);
    let renamed = by_encrypting.replacen("x1", "m1", 1);
    assert_eq!(refusal(&*signed, &renamed), Refusal::Malformed);
    // Cut in two, so that its end looks like a tag.
    let (head, tag) = renamed.split_at(renamed.len() - 43);
    assert_eq!(refusal(&*signed, &format!("{head}.{tag}")), Refusal::BadTag);
}

#[test]
fn both_are_opened_where_that_is_asked_for() {
    let [signed, encrypted] = both(1);
    let texts = [close(&*signed, b"payload"), close(&*encrypted, b"payload")];
    let to_encrypted = Encrypted::new(ring(1)).accepting_signed();
    let to_signed = Signed::new(ring(1)).accepting_encrypted();
    let new_text = close(&to_encrypted, b"payload");
    assert!(now(encrypted.open(&new_text)).is_ok());
    assert!(now(signed.open(&close(&to_signed, b"payload"))).is_ok());
    for text in &texts {
        for envelope in [&to_encrypted as &dyn Envelope, &to_signed] {
            assert_eq!(now(envelope.open(text)), Ok(b"payload".to_vec()));
            let changed = format!("{text}A");
            assert!(now(envelope.open(&changed)).is_err());
        }
    }
}

#[test]
fn a_version_that_nobody_knows_is_told_apart_from_nonsense() {
    for envelope in both(1) {
        let good = close(&*envelope, b"payload");
        for (text, reason) in [
            (String::new(), Refusal::Malformed),
            ("A".repeat(80), Refusal::Malformed),
            (format!("m2{}", &good[2..]), Refusal::UnknownVersion),
            (format!("x2{}", &good[2..]), Refusal::UnknownVersion),
            (format!("M1{}", &good[2..]), Refusal::UnknownVersion),
            (format!(" {good}"), Refusal::UnknownVersion),
            (format!("{}{}", &good[..2], &good), Refusal::UnknownVersion),
            (good[2..].to_owned(), Refusal::UnknownVersion),
            ("....".to_owned(), Refusal::UnknownVersion),
        ] {
            assert_eq!(refusal(&*envelope, &text), reason, "{text}");
        }
    }
}

#[test]
fn only_one_of_them_hides() {
    let [signed, encrypted] = both(1);
    assert!(!signed.hides());
    assert!(encrypted.hides());
    // The same bytes, as base64 would show them.
    assert!(close(&*signed, b"hunter2").contains("aHVudGVyMg"));
    for _ in 0..100 {
        assert!(!close(&*encrypted, b"hunter2").contains("aHVudGVyMg"));
    }
}

#[test]
fn without_randomness_nothing_is_encrypted() {
    #[derive(Debug)]
    struct Dry;

    impl Entropy for Dry {
        fn fill(&self, _: &mut [u8]) -> Result<(), EntropyError> {
            Err(EntropyError("the source is dry".to_owned()))
        }
    }

    let error = now(Encrypted::new(ring(1)).close(b"payload", &Dry)).expect_err("dry");
    assert!(error.to_string().contains("the source is dry"), "{error}");
}

#[test]
fn a_new_key_opens_before_it_seals_and_an_old_one_after() {
    let key = |byte| SealKey::from_bytes([byte; 32]).expect("a key");
    let rings = [
        KeyRing::new(&key(1)).accept(&key(2)).expect("two keys"),
        KeyRing::new(&key(2)).accept(&key(1)).expect("two keys"),
    ];
    for (one, other) in [(0, 1), (1, 0)] {
        let pairs: [(&dyn Envelope, &dyn Envelope); 2] = [
            (
                &Signed::new(rings[one].clone()),
                &Signed::new(rings[other].clone()),
            ),
            (
                &Encrypted::new(rings[one].clone()),
                &Encrypted::new(rings[other].clone()),
            ),
        ];
        for (here, there) in pairs {
            let text = close(here, b"payload");
            assert_eq!(now(there.open(&text)), Ok(b"payload".to_vec()));
        }
    }
    for (mine, yours) in both(1).iter().zip(both(2)) {
        assert_eq!(
            refusal(&*yours, &close(&**mine, b"payload")),
            Refusal::UnknownKey
        );
    }
}

proptest! {
    #[test]
    fn a_payload_comes_back(payload: Vec<u8>) {
        for envelope in both(1) {
            let text = close(&*envelope, &payload);
            prop_assert_eq!(now(envelope.open(&text)), Ok(payload.clone()));
        }
    }

    #[test]
    fn no_other_text_is_taken(payload: Vec<u8>, at: prop::sample::Index, new: char) {
        for envelope in both(1) {
            let good = close(&*envelope, &payload);
            let at = at.index(good.len());
            let mut changed = good.clone();
            changed.replace_range(at..=at, new.encode_utf8(&mut [0; 4]));
            if changed != good {
                prop_assert!(now(envelope.open(&changed)).is_err());
            }
        }
    }

    #[test]
    fn any_text_is_refused_calmly(text: String) {
        for envelope in both(1) {
            for head in ["", "m1.", "x1."] {
                let text = format!("{head}{text}");
                prop_assert!(now(envelope.open(&text)).is_err());
            }
        }
    }
}
