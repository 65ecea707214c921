use serde_json::json;

use super::*;
use crate::seal::{KeyRing, SealKey};

fn digest(arguments: Value) -> [u8; 32] {
    match arguments {
        Value::Object(arguments) => arguments_digest(&arguments).expect("canonical"),
        other => panic!("{other} is no object"),
    }
}

fn parsed(text: &str) -> [u8; 32] {
    digest(serde_json::from_str(text).expect("JSON"))
}

#[test]
fn the_digest_is_the_hash_of_the_canonical_form() {
    // sha256sum of `{"a":1,"b":[true,null]}`
    let hash = [
        0x1c, 0xc6, 0x9c, 0x7f, 0xa2, 0x36, 0x16, 0xca, 0x2e, 0xc3, 0xee, 0x70, 0xd2, 0x43, 0x90,
        0xa6, 0x22, 0x5c, 0x88, 0x32, 0xdb, 0x8a, 0x4c, 0x81, 0x4c, 0x7e, 0x0e, 0x7f, 0x94, 0x2f,
        0x86, 0x68,
    ];
    assert_eq!(parsed(r#"{ "b": [true, null], "a": 1.0 }"#), hash);
}

#[test]
fn spelling_does_not_matter() {
    for (one, other) in [
        (r#"{"a": 1, "b": 2}"#, r#"{"b":2,"a":1}"#),
        (r#"{"x": {"a": 1, "b": 2}}"#, r#"{"x": {"b": 2, "a": 1}}"#),
        (r#"{"a": 1}"#, r#"{"a": 1.0}"#),
        (r#"{"a": 100}"#, r#"{"a": 1e2}"#),
        (r#"{"a": 0}"#, r#"{"a": -0.0}"#),
        (r#"{"a": "A\u00e9"}"#, r#"{"a": "\u0041é"}"#),
        (r#"{"a": 9007199254740991}"#, r#"{"a": 9007199254740991.0}"#),
    ] {
        assert_eq!(parsed(one), parsed(other), "{one} {other}");
    }
}

#[test]
fn another_value_is_another_digest() {
    let values = [
        json!(null),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(0.1),
        json!(""),
        json!("0"),
        json!("null"),
        json!([]),
        json!([0]),
        json!([[0]]),
        json!({}),
        json!({"a": 0}),
        json!([1, 2]),
        json!([2, 1]),
        json!([12]),
        json!("é"),
        json!("e\u{301}"),
        // These are one number in RFC 8785, which knows doubles only.
        json!(9_007_199_254_740_992_u64),
        json!(9_007_199_254_740_993_u64),
        json!(u64::MAX),
        json!(u64::MAX - 1),
        json!(i64::MIN),
        json!(i64::MIN + 1),
        json!(18_446_744_073_709_551_615.0),
        json!("18446744073709551615"),
        json!([{"id": 9_007_199_254_740_993_u64}]),
        json!([{"id": 9_007_199_254_740_992_u64}]),
        json!([{"id": "9007199254740992"}]),
    ];
    for (at, one) in values.iter().enumerate() {
        for other in &values[at + 1..] {
            assert_ne!(
                digest(json!({"a": one})),
                digest(json!({"a": other})),
                "{one} {other}"
            );
        }
    }
    assert_ne!(
        digest(json!({})),
        digest(json!({"a": null})),
        "absent is not null"
    );
}

fn key(byte: u8) -> KeyRing {
    KeyRing::new(&seal_key(byte))
}

fn seal_key(byte: u8) -> SealKey {
    SealKey::from_bytes([byte; 32]).expect("a key")
}

fn named(name: &str) -> Principal {
    Principal::named(name).expect("a name")
}

#[test]
fn a_principals_tag_is_the_same_in_every_build() {
    // Computed with Python's hmac over the flow id, a 1 and the name.
    let key = SealKey::from_bytes((0..32).collect::<Vec<u8>>()).expect("a key");
    let tag = principal_tag(
        Some(KeyRing::new(&key).active_key()),
        FlowId([7; 16]),
        &named("ann"),
    );
    let expected = [
        192, 104, 8, 194, 17, 18, 96, 95, 193, 247, 113, 178, 74, 156, 24, 211,
    ];
    assert_eq!(tag, expected);
}

#[test]
fn every_principal_has_a_tag_of_its_own() {
    let everyone = [
        Principal::anonymous(),
        named("\0"),
        named("\u{1}"),
        named("ann"),
        named("Ann"),
        named("anonymous"),
        named(" "),
    ];
    let ring = key(1);
    for key in [Some(ring.active_key()), None] {
        let tags = everyone
            .each_ref()
            .map(|one| principal_tag(key, FlowId([7; 16]), one));
        for (at, one) in tags.iter().enumerate() {
            assert!(!tags[at + 1..].contains(one));
        }
    }
}

#[test]
fn a_tag_does_not_tell_that_two_flows_have_one_owner() {
    let ring = key(1);
    let of = |flow_id| {
        principal_tag(
            Some(ring.active_key()),
            FlowId([flow_id; 16]),
            &named("ann"),
        )
    };
    assert_ne!(of(1), of(2));
    let other = principal_tag(Some(key(2).active_key()), FlowId([1; 16]), &named("ann"));
    assert_ne!(of(1), other);
}

type Change = fn(&mut Bindings);

#[test]
fn each_binding_is_checked() {
    let ring = key(1);
    let principal = Principal::anonymous();
    let operation = Operation {
        flow: "deploy",
        method: Method::CallTool,
        principal: &principal,
        arguments: [3; 32],
    };
    let flow_id = FlowId([7; 16]);
    for keys in [Some(&ring), None] {
        let bound = Bindings::new(&operation, "server", keys, flow_id);
        let check = |bound: &Bindings| bound.check(&operation, "server", keys, flow_id);
        assert_eq!(check(&bound), Ok(()));

        let changes: [(Change, Refusal); 5] = [
            (|it| it.audience.push('2'), Refusal::OtherAudience),
            (
                |it| it.method = "prompts/get".to_owned(),
                Refusal::OtherMethod,
            ),
            (|it| it.flow = "destroy".to_owned(), Refusal::OtherFlow),
            (|it| it.principal[15] ^= 1, Refusal::OtherPrincipal),
            (|it| it.arguments[0] ^= 1, Refusal::OtherArguments),
        ];
        for (change, refusal) in changes {
            let mut other = bound.clone();
            change(&mut other);
            assert_eq!(check(&other), Err(refusal));
        }
    }
}

#[test]
fn a_principal_is_known_again_under_each_key_of_the_ring() {
    let (old, new) = (seal_key(1), seal_key(2));
    let principal = named("ann");
    let operation = Operation {
        flow: "deploy",
        method: Method::CallTool,
        principal: &principal,
        arguments: [3; 32],
    };
    let flow_id = FlowId([7; 16]);
    let bound = Bindings::new(&operation, "server", Some(&KeyRing::new(&old)), flow_id);
    let both = KeyRing::new(&new).accept(&old).expect("two keys");
    let check = |keys| bound.check(&operation, "server", Some(keys), flow_id);
    assert_eq!(check(&both), Ok(()));
    assert_eq!(check(&KeyRing::new(&new)), Err(Refusal::OtherPrincipal));
}
