//! Whether the time of a refusal tells where a tag differs from the right one, in the manner of
//! dudect (Reparaz, Balasch, Verbauwhede, 2017): two classes of input in random order, and Welch's
//! t-test on the times after the slowest were left out.
//!
//! ```sh
//! cargo bench -p mrtr --no-default-features --bench timing
//! ```
//!
//! Below 4.5 nothing was found; a comparison that stops at the first difference is far above 10,
//! which the last line shows with one.

use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mrtr::engine::{Entropy as _, OsEntropy};
use mrtr::seal::{Encrypted, Envelope, KeyRing, SealKey, Signed};

const SAMPLES: usize = 400_000;

fn main() {
    let ring = || KeyRing::new(&SealKey::from_bytes([1; 32]).expect("a key"));
    report("signed", &Signed::new(ring()));
    report("encrypted", &Encrypted::new(ring()));

    let right = "7".repeat(4096);
    let (first, last) = (format!("8{}", &right[1..]), format!("{}8", &right[1..]));
    let leaky = |text: &str| {
        let mut pairs = text.bytes().zip(right.bytes());
        black_box(pairs.all(|(one, other)| one == other));
    };
    let t = t_value([&first, &last], leaky);
    println!("a comparison that stops early: t = {t:.1}");
}

fn report(name: &str, envelope: &dyn Envelope) {
    let good = now(envelope.close(&[7; 240], &OsEntropy)).expect("closed");
    let (first, last) = (changed(&good, Place::First), changed(&good, Place::Last));
    let t = t_value([&first, &last], |text| {
        assert!(black_box(now(envelope.open(text))).is_err());
    });
    println!("{name}: t = {t:.1}");
}

#[derive(Clone, Copy)]
enum Place {
    First,
    Last,
}

/// The text with the first or the last byte of its tag changed: a part of 32 bytes where it is
/// signed, else the last 16 bytes of the last part.
fn changed(good: &str, place: Place) -> String {
    let (head, part) = good.rsplit_once('.').expect("parts");
    let mut bytes = URL_SAFE_NO_PAD.decode(part).expect("base64");
    let tag = if bytes.len() == 32 {
        0
    } else {
        bytes.len() - 16
    };
    let at = match place {
        Place::First => tag,
        Place::Last => bytes.len() - 1,
    };
    bytes[at] ^= 1;
    format!("{head}.{}", URL_SAFE_NO_PAD.encode(bytes))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "times and counts are far below 2^52"
)]
fn t_value(classes: [&str; 2], mut work: impl FnMut(&str)) -> f64 {
    // Both are written into one place, byte by byte where they differ: where a text lies in memory,
    // and where it was copied from, has a time of its own.
    let mut text = classes[0].as_bytes().to_vec();
    let different: Vec<_> = classes[0]
        .bytes()
        .zip(classes[1].bytes())
        .enumerate()
        .filter(|(_, (one, other))| one != other)
        .map(|(at, (one, other))| (at, [one, other]))
        .collect();
    let mut coins = vec![0_u8; SAMPLES];
    OsEntropy.fill(&mut coins).expect("randomness");
    let mut times = [Vec::new(), Vec::new()];
    for (at, coin) in coins.into_iter().enumerate() {
        let class = usize::from(coin & 1);
        for (at, bytes) in &different {
            text[*at] = bytes[class];
        }
        let given = std::str::from_utf8(black_box(&text)).expect("text");
        let start = Instant::now();
        work(given);
        let time = start.elapsed().as_nanos() as f64;
        // The first ones warm up.
        if at > SAMPLES / 20 {
            times[class].push(time);
        }
    }
    // An interrupt says nothing about the work.
    let mut all = times.concat();
    all.sort_by(f64::total_cmp);
    let cut = all[all.len() / 10 * 9];
    let [one, other] = times.map(|times| {
        let kept: Vec<_> = times.into_iter().filter(|time| *time <= cut).collect();
        let count = kept.len() as f64;
        let mean = kept.iter().sum::<f64>() / count;
        let spread = kept.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
        (mean, spread / (count - 1.0) / count)
    });
    ((one.0 - other.0) / (one.1 + other.1).sqrt()).abs()
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
