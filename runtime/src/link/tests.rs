use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::*;
use crate::engine::{Entropy, EntropyError};
use crate::notice::Notices;
use crate::seal::SealKey;

#[derive(Debug, Clone)]
struct Hand(Arc<AtomicU64>);

impl Clock for Hand {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::SeqCst))
    }
}

#[derive(Debug)]
struct Fixed(u8);

impl Entropy for Fixed {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        buffer.fill(self.0);
        Ok(())
    }
}

fn key(byte: u8) -> SealKey {
    SealKey::from_bytes([byte; 32]).expect("a key")
}

fn named(name: &str) -> Principal {
    Principal::named(name).expect("a name")
}

fn call(principal: Principal, flow: u8) -> Call {
    let flow_id = FlowId::random(&Fixed(flow)).expect("an id");
    let nothing = serde_json::from_value(json!({})).expect("capabilities");
    Call::new(
        principal,
        nothing,
        0,
        flow_id,
        flow_id.trail(),
        Notices::default(),
    )
}

fn links() -> Links {
    let clock = Hand(Arc::new(AtomicU64::new(1_800_000_000)));
    Links::new("vault", KeyRing::new(&key(1))).clock(clock)
}

#[test]
fn the_page_learns_which_call_it_is_for() {
    let (links, call) = (links(), call(named("ann"), 7));
    let ticket = links.ticket(&call, "key");
    let redeemed = links.redeem(&ticket, "key", &named("ann"));
    assert_eq!(redeemed, Ok(call.flow_id()));
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    assert!(ticket.chars().all(plain), "{ticket}");
    assert!(!ticket.contains("ann"), "{ticket}");
}

#[test]
fn nobody_else_is_let_in() {
    let links = links();
    let anns = links.ticket(&call(named("ann"), 7), "key");
    let anonymous = links.ticket(&call(Principal::anonymous(), 7), "key");
    for (ticket, visitor) in [
        (&anns, named("bob")),
        (&anns, Principal::anonymous()),
        (&anonymous, named("ann")),
    ] {
        let refused = links.redeem(ticket, "key", &visitor);
        assert_eq!(refused, Err(LinkRefused::OtherVisitor));
    }
    assert!(
        links
            .redeem(&anonymous, "key", &Principal::anonymous())
            .is_ok()
    );
}

#[test]
fn a_ticket_is_for_one_page_of_one_server() {
    let links = links();
    let ticket = links.ticket(&call(named("ann"), 7), "key");
    let refused = Err(LinkRefused::NotOurs);
    assert_eq!(links.redeem(&ticket, "pay", &named("ann")), refused);
    let same_key = Links {
        audience: "other".to_owned(),
        ..links.clone()
    };
    assert_eq!(same_key.redeem(&ticket, "key", &named("ann")), refused);
    // The parts of a purpose do not run together.
    let shifted = Links {
        audience: "vaultk".to_owned(),
        ..links.clone()
    };
    assert_eq!(shifted.redeem(&ticket, "ey", &named("ann")), refused);
    let other_key = Links {
        keys: KeyRing::new(&key(2)),
        ..links
    };
    assert_eq!(other_key.redeem(&ticket, "key", &named("ann")), refused);
}

#[test]
fn a_ticket_cannot_be_changed() {
    let (links, ann) = (links(), named("ann"));
    let ticket = links.ticket(&call(named("ann"), 7), "key");
    for at in 0..ticket.len() {
        let mut changed = ticket.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).expect("ASCII");
        let refused = links.redeem(&changed, "key", &ann);
        assert_eq!(refused, Err(LinkRefused::NotOurs), "{changed}");
    }
    let half = &ticket[..ticket.len() / 2];
    let others = links.ticket(&call(named("ann"), 8), "key");
    let (_, tag) = others.rsplit_once('.').expect("a tag");
    let (signed, _) = ticket.rsplit_once('.').expect("a tag");
    for text in [
        String::new(),
        "l1...".to_owned(),
        half.to_owned(),
        format!("{ticket}A"),
        format!("{ticket}="),
        format!("{signed}."),
        format!("{signed}.{tag}"),
    ] {
        let refused = links.redeem(&text, "key", &ann);
        assert_eq!(refused, Err(LinkRefused::NotOurs), "{text}");
    }
}

#[test]
fn a_ticket_lives_for_a_short_time() {
    let clock = Hand(Arc::new(AtomicU64::new(1_800_000_000)));
    let links = links()
        .clock(clock.clone())
        .lifetime(Duration::from_secs(60));
    let (ann, ticket) = (named("ann"), links.ticket(&call(named("ann"), 7), "key"));
    clock.0.fetch_add(90, Ordering::SeqCst);
    assert!(links.redeem(&ticket, "key", &ann).is_ok());
    clock.0.fetch_add(1, Ordering::SeqCst);
    let refused = links.redeem(&ticket, "key", &ann);
    assert_eq!(refused, Err(LinkRefused::Expired));
    // From a clock that is far ahead.
    clock.0.fetch_sub(91 + 31, Ordering::SeqCst);
    let refused = links.redeem(&ticket, "key", &ann);
    assert_eq!(refused, Err(LinkRefused::Expired));
}

#[test]
fn keys_can_be_changed_while_a_link_is_out() {
    let (old, ann) = (links(), named("ann"));
    let ticket = old.ticket(&call(named("ann"), 7), "key");
    let both = KeyRing::new(&key(2)).accept(&key(1)).expect("two keys");
    let new = Links { keys: both, ..old };
    assert!(new.redeem(&ticket, "key", &ann).is_ok());
}

#[test]
fn no_state_passes_for_a_ticket() {
    let (links, ann) = (links(), named("ann"));
    let ticket = links.ticket(&call(named("ann"), 7), "key");
    let state = ticket.replacen("l1", "m1", 1);
    let refused = links.redeem(&state, "key", &ann);
    assert_eq!(refused, Err(LinkRefused::NotOurs));
}
