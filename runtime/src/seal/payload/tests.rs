use proptest::prelude::*;
use serde_json::json;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);
const NOON: Duration = Duration::from_secs(1_800_000_000);
const NEVER: Deadline = Deadline(u64::MAX);
const MS: Duration = Duration::from_millis(1);

#[test]
fn the_leeway_counts_once_at_either_end() {
    let validity = Validity::new(NOON, 10 * MINUTE, NEVER);
    let leeway = MINUTE / 2;
    for (now, result) in [
        (NOON, Ok(())),
        (NOON.saturating_sub(leeway), Ok(())),
        (
            NOON.saturating_sub(leeway + MS),
            Err(Refusal::FromTheFuture),
        ),
        (
            NOON.saturating_sub(60 * MINUTE),
            Err(Refusal::FromTheFuture),
        ),
        (Duration::ZERO, Err(Refusal::FromTheFuture)),
        (NOON + 10 * MINUTE, Ok(())),
        (NOON + 10 * MINUTE + leeway, Ok(())),
        (NOON + 10 * MINUTE + leeway + MS, Err(Refusal::Expired)),
        (Duration::MAX, Err(Refusal::Expired)),
    ] {
        assert_eq!(validity.check(now, leeway), result, "{now:?}");
    }
}

#[test]
fn without_leeway_the_ends_are_sharp() {
    let validity = Validity::new(NOON, MINUTE, NEVER);
    for (now, result) in [
        (NOON.saturating_sub(MS), Err(Refusal::FromTheFuture)),
        (NOON, Ok(())),
        (NOON + MINUTE, Ok(())),
        (NOON + MINUTE + MS, Err(Refusal::Expired)),
    ] {
        assert_eq!(validity.check(now, Duration::ZERO), result, "{now:?}");
    }
}

#[test]
fn the_deadline_ends_what_a_lifetime_would_not() {
    let deadline = Deadline::new(NOON, 3 * MINUTE);
    let later = NOON + 2 * MINUTE;
    let validity = Validity::new(later, 10 * MINUTE, deadline);
    for (now, result) in [
        (later, Ok(())),
        (NOON + 3 * MINUTE + MS, Ok(())),
        (NOON + 3 * MINUTE + 2 * MS, Err(Refusal::DeadlinePassed)),
        (NOON + 60 * MINUTE, Err(Refusal::DeadlinePassed)),
    ] {
        assert_eq!(validity.check(now, MS), result, "{now:?}");
    }
    let late = Deadline::new(NOON, 60 * MINUTE);
    let validity = Validity::new(NOON, MINUTE, late);
    assert_eq!(
        validity.check(NOON + MINUTE + MS, Duration::ZERO),
        Err(Refusal::Expired)
    );
}

#[test]
fn a_lifetime_without_end_does_not_overflow() {
    let validity = Validity::new(NOON, Duration::MAX, NEVER);
    assert_eq!(validity.check(NOON + 60 * MINUTE, Duration::MAX), Ok(()));
}

#[test]
fn a_flow_id_is_written_in_hexadecimal() {
    let id = FlowId([0, 1, 0xab, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff]);
    assert_eq!(id.to_string(), "0001ab000000000000000000000000ff");
}

fn example() -> (Bindings, Validity, Continuation) {
    let bindings = Bindings {
        flow: "deploy".to_owned(),
        audience: "server".to_owned(),
        method: "tools/call".to_owned(),
        principal: [1; 16],
        arguments: [2; 32],
    };
    let continuation = Continuation {
        flow_id: FlowId([3; 16]),
        round: 2,
        repeats: 1,
        trail: Trail::start([5; 16]),
        secret: true,
        asked: serde_json::from_value(json!(vec![4; 16])).expect("a digest"),
        frames: vec![Frame {
            fingerprint: u64::MAX,
            point: 1,
            values: vec![vec![], vec![0, 255]],
        }],
        rendered: vec![Rendered::Form("Go on?".to_owned()), Rendered::Roots],
        kept: vec![
            Some(json!({"action": "accept", "content": {"a": [null, 1.5]}})),
            None,
        ],
    };
    (bindings, Validity::new(NOON, MINUTE, NEVER), continuation)
}

#[test]
fn everything_comes_back() {
    let (bindings, validity, continuation) = example();
    let bytes = write(&bindings, validity, &continuation).expect("written");
    assert_eq!(read(&bytes).expect("read"), example());
}

#[test]
fn names_of_fields_do_not_travel() {
    let (bindings, validity, continuation) = example();
    let bytes = write(&bindings, validity, &continuation).expect("written");
    let text = String::from_utf8_lossy(&bytes);
    for name in ["audience", "fingerprint", "issued", "kept"] {
        assert!(!text.contains(name), "{text}");
    }
}

#[test]
fn what_is_cut_or_extended_is_not_read() {
    let (bindings, validity, continuation) = example();
    let bytes = write(&bindings, validity, &continuation).expect("written");
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "{end}");
    }
    assert!(read(&[&bytes[..], &[0]].concat()).is_err());
}

proptest! {
    #[test]
    fn bytes_that_are_no_state_are_refused_calmly(bytes: Vec<u8>) {
        prop_assert!(read(&bytes).is_err());
    }
}
