//! What sealing costs, next to the bare primitives that nothing can do without: HMAC-SHA256 or
//! XChaCha20-Poly1305, and base64, there and back.
//!
//! ```sh
//! cargo bench -p mrtr --no-default-features --bench seal
//! ```

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::aead::Aead as _;
use divan::{Bencher, black_box};
use hmac::{Hmac, KeyInit as _, Mac as _};
use mrtr::by_hand::{self, FormKey, Next, NoArguments, QuestionSpec, Round, Steps};
use mrtr::engine::{Engine, Entropy as _, Method, OsEntropy, Outcome, Request};
use mrtr::notice::Notices;
use mrtr::seal::{Encrypted, Envelope, KeyRing, SealKey, Signed};
use mrtr::{Principal, State};
use sha2::Sha256;

/// A payload as long as that of a flow with three small locals.
const PAYLOAD: &[u8] = &[7; 240];

fn main() {
    divan::main();
}

fn ring() -> KeyRing {
    KeyRing::new(&SealKey::from_bytes([1; 32]).expect("a key"))
}

fn now<T>(mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> T {
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn keyed() -> Hmac<Sha256> {
    Hmac::new_from_slice(&[1; 32]).expect("a key")
}

fn bare_close(keyed: &Hmac<Sha256>, payload: &[u8]) -> String {
    let mut text = URL_SAFE_NO_PAD.encode(payload);
    let tag = keyed.clone().chain_update(&text).finalize().into_bytes();
    text.push('.');
    URL_SAFE_NO_PAD.encode_string(tag, &mut text);
    text
}

fn bare_open(keyed: &Hmac<Sha256>, text: &str) -> Vec<u8> {
    let (payload, tag) = text.split_once('.').expect("a tag");
    let tag = URL_SAFE_NO_PAD.decode(tag).expect("base64");
    let keyed = keyed.clone().chain_update(payload);
    keyed.verify_slice(&tag).expect("the tag");
    URL_SAFE_NO_PAD.decode(payload).expect("base64")
}

fn cipher() -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&[1; 32].into())
}

fn bare_encrypt(cipher: &XChaCha20Poly1305, payload: &[u8]) -> String {
    let mut nonce = [0; 24];
    OsEntropy.fill(&mut nonce).expect("randomness");
    let sealed = cipher
        .encrypt(&nonce.into(), payload)
        .expect("short enough");
    URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat())
}

fn bare_decrypt(cipher: &XChaCha20Poly1305, text: &str) -> Vec<u8> {
    let sealed = URL_SAFE_NO_PAD.decode(text).expect("base64");
    let (nonce, sealed) = sealed.split_first_chunk::<24>().expect("a nonce");
    cipher.decrypt(&(*nonce).into(), sealed).expect("the tag")
}

mod close {
    use super::*;

    #[divan::bench]
    fn bare_cipher(bencher: Bencher) {
        let cipher = cipher();
        bencher.bench(|| bare_encrypt(&cipher, black_box(PAYLOAD)));
    }

    #[divan::bench]
    fn bare_hmac(bencher: Bencher) {
        let keyed = keyed();
        bencher.bench(|| bare_close(&keyed, black_box(PAYLOAD)));
    }

    #[divan::bench]
    fn signed(bencher: Bencher) {
        let envelope = Signed::new(ring());
        bencher.bench(|| now(envelope.close(black_box(PAYLOAD), &OsEntropy)));
    }

    #[divan::bench]
    fn encrypted(bencher: Bencher) {
        let envelope = Encrypted::new(ring());
        bencher.bench(|| now(envelope.close(black_box(PAYLOAD), &OsEntropy)));
    }
}

mod open {
    use super::*;

    #[divan::bench]
    fn bare_cipher(bencher: Bencher) {
        let cipher = cipher();
        let text = bare_encrypt(&cipher, PAYLOAD);
        bencher.bench(|| bare_decrypt(&cipher, black_box(&text)));
    }

    #[divan::bench]
    fn bare_hmac(bencher: Bencher) {
        let keyed = keyed();
        let text = bare_close(&keyed, PAYLOAD);
        bencher.bench(|| bare_open(&keyed, black_box(&text)));
    }

    #[divan::bench]
    fn signed(bencher: Bencher) {
        let envelope = Signed::new(ring());
        let text = now(envelope.close(PAYLOAD, &OsEntropy)).expect("closed");
        bencher.bench(|| now(envelope.open(black_box(&text))));
    }

    #[divan::bench]
    fn encrypted(bencher: Bencher) {
        let envelope = Encrypted::new(ring());
        let text = now(envelope.close(PAYLOAD, &OsEntropy)).expect("closed");
        bencher.bench(|| now(envelope.open(black_box(&text))));
    }
}

/// Asks once, and carries three values.
struct Asks;

const SURE: FormKey<bool> = FormKey::new("sure");

impl Steps for Asks {
    const NAME: &'static str = "asks";
    const QUESTIONS: &'static [QuestionSpec] = &[SURE.spec()];
    type Arguments = NoArguments;
    type State = (String, u32, Vec<String>);

    async fn step(
        _: NoArguments,
        _: Option<Self::State>,
        _: Round<'_>,
    ) -> mrtr::Result<Next<Self::State>> {
        let plan = vec!["db".to_owned(), "web".to_owned()];
        let ask = Next::ask(("production".to_owned(), 3, plan));
        Ok(ask.form(SURE, "Apply 2 changes to production?").into())
    }
}

fn request(state: Option<String>) -> Request {
    Request {
        method: Method::CallTool,
        arguments: serde_json::Map::new(),
        responses: std::collections::BTreeMap::new(),
        state,
        principal: Principal::anonymous(),
        capabilities: serde_json::from_str(r#"{"elicitation": {}}"#).expect("capabilities"),
        notices: Notices::default(),
    }
}

/// A round that opens state, checks it, and seals it once more, because no answer came.
mod whole_round {
    use super::*;

    fn measure(bencher: Bencher, engine: &Engine) {
        let (tool, state) = (by_hand::tool::<Asks>(), State::new());
        let round = |request| now(Box::pin(engine.round(&tool, &state, request)));
        let Outcome::InputRequired(first) = round(request(None)) else {
            panic!("asked")
        };
        bencher
            .with_inputs(|| request(first.request_state.clone()))
            .bench_values(round);
    }

    #[divan::bench]
    fn signed(bencher: Bencher) {
        measure(
            bencher,
            &Engine::with_envelope("bench", Signed::new(ring())),
        );
    }

    #[divan::bench]
    fn encrypted(bencher: Bencher) {
        measure(bencher, &Engine::new("bench", ring()));
    }
}
