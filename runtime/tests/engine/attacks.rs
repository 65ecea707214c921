//! State is good in one context and in no other: every pair of contexts is tried.

use mrtr::__private::ToolInfo;
use mrtr::engine::{Outcome, Request};
use serde_json::{Value, json};

use super::flow::{Edited, Served, tool};
use super::world::{World, accept, asked, failed, finished, keys, named, object, request, retry};

/// Where a request meets a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Context {
    user: &'static str,
    tool: &'static str,
    environment: &'static str,
    server: &'static str,
    is_edited: bool,
}

impl Context {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for user in ["ann", "bob"] {
            for tool in ["deploy", "destroy"] {
                for environment in ["production", "staging"] {
                    for server in ["deployer", "deployer2"] {
                        for is_edited in [false, true] {
                            all.push(Self {
                                user,
                                tool,
                                environment,
                                server,
                                is_edited,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    fn tool(self) -> ToolInfo {
        if self.is_edited {
            tool::<Edited>(self.tool)
        } else {
            tool::<Served>(self.tool)
        }
    }

    async fn round(self, world: &World, request: Request) -> Outcome {
        let request = Request {
            principal: named(self.user),
            arguments: object(json!({"environment": self.environment})),
            ..request
        };
        let world = World {
            name: self.server,
            keys: world.keys.clone(),
            policy: world.policy.clone(),
            clock: world.clock.clone(),
            entropy: world.entropy.clone(),
            ledger: world.ledger.clone(),
            once: world.once.clone(),
            closed: world.closed,
        };
        world.round(&self.tool(), request).await
    }
}

fn yes() -> Value {
    json!({"go": accept(&json!({"ok": true}))})
}

#[tokio::test]
async fn state_is_good_in_the_context_that_it_was_made_in_and_in_no_other() {
    for world in [World::default(), World::signed()] {
        for here in Context::all() {
            let state = asked(here.round(&world, request()).await).request_state;
            let before = world.ledger.effects();
            for there in Context::all() {
                if there != here {
                    let error = failed(there.round(&world, retry(&state, yes())).await);
                    let reason = Some(json!({"reason": "invalid_request_state"}));
                    assert_eq!(error.data, reason, "{here:?} {there:?}");
                }
            }
            assert_eq!(world.ledger.effects(), before);
            asked(here.round(&world, retry(&state, yes())).await);
        }
    }
}

#[tokio::test]
async fn an_answer_of_one_round_does_not_count_in_another() {
    let world = World::default();
    let deploy = tool::<Served>("deploy");
    let label = json!({"label": accept(&json!({"label": "v1"})), "roots": {"roots": []}});
    let first = asked(world.round(&deploy, request()).await).request_state;
    let second = asked(world.round(&deploy, retry(&first, yes())).await).request_state;

    // Early, late, and with all of a call's answers at once.
    let early = asked(world.round(&deploy, retry(&first, label.clone())).await);
    assert_eq!(keys(&early), ["go"]);
    let late = asked(world.round(&deploy, retry(&second, yes())).await);
    assert_eq!(keys(&late), ["label", "roots"]);
    let mut all = yes();
    for (key, value) in label.as_object().expect("an object") {
        all[key] = value.clone();
    }
    let eager = asked(world.round(&deploy, retry(&first, all.clone())).await);
    assert_eq!(keys(&eager), ["label", "roots"]);
    finished(world.round(&deploy, retry(&second, all)).await);
}

#[tokio::test]
async fn a_forged_state_is_refused_for_every_key_but_the_servers() {
    use super::world::key;
    use mrtr::seal::KeyRing;

    let deploy = tool::<Served>("deploy");
    let server = World::default();
    let id = server.keys.active().to_string();
    for byte in 2..=255 {
        let attacker = World {
            keys: KeyRing::new(&key(byte)),
            ..World::default()
        };
        let forged = asked(attacker.round(&deploy, request()).await).request_state;
        let renamed = forged.replacen(&attacker.keys.active().to_string(), &id, 1);
        assert_ne!(renamed, forged);
        for state in [forged, renamed] {
            failed(server.round(&deploy, retry(state, yes())).await);
        }
    }
    assert_eq!(server.ledger.effects(), [""; 0]);
}

#[tokio::test]
async fn no_part_of_state_is_state_and_nothing_can_be_put_in() {
    let deploy = tool::<Served>("deploy");
    for world in [World::default(), World::signed()] {
        let state = asked(world.round(&deploy, request()).await).request_state;
        let before = world.ledger.effects();
        let engine = world.engine();
        let mut changed = Vec::new();
        for at in 0..state.len() {
            let (head, tail) = state.split_at(at);
            // Cut behind, cut before, one character less, one more, one twice.
            changed.extend([head.to_owned(), tail[1..].to_owned()]);
            changed.push(format!("{head}{}", &tail[1..]));
            changed.extend(["A", ".", "=", "\n"].map(|more| format!("{head}{more}{tail}")));
            changed.push(format!("{head}{}{tail}", &tail[..1]));
        }
        changed.push(format!("{state}A"));
        changed.push(state.to_uppercase());
        changed.push(state.chars().rev().collect());
        // What is left out beside its like is the same text.
        for text in changed.into_iter().filter(|text| *text != state) {
            let outcome = engine
                .round(&deploy, &world.state(), retry(&*text, yes()))
                .await;
            let reason = Some(json!({"reason": "invalid_request_state"}));
            assert_eq!(failed(outcome).data, reason, "{text}");
        }
        assert_eq!(world.ledger.effects(), before);
        asked(world.round(&deploy, retry(state, yes())).await);
    }
}
