//! The text form of a machine: what each state begins with, what each point asks and carries.

use std::fmt::Write as _;

use quote::ToTokens as _;

use crate::flow::{BindingId, Origin, PointId, RegionKind, Waits};
use crate::layout::Machine;

/// The machine as text, one line a state.
pub(crate) fn describe(machine: &Machine) -> String {
    let names = |ids: &[BindingId]| -> String {
        let names: Vec<_> = ids.iter().map(|id| spelled(machine, *id)).collect();
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        }
    };
    let mut text = String::new();
    for state in &machine.states {
        let number = machine.number(state.region).unwrap_or_default();
        match &machine.flow.region(state.region).kind {
            RegionKind::Start => {
                let _ = write!(text, "{number} start: takes {}", names(&state.takes));
            }
            RegionKind::Point(point) => {
                let carried = machine.carried(*point);
                let again: Vec<_> = state
                    .takes
                    .iter()
                    .copied()
                    .filter(|id| !carried.contains(id))
                    .collect();
                let _ = write!(
                    text,
                    "{number} {}: carries {}",
                    waits(machine, *point),
                    names(&carried)
                );
                if !again.is_empty() {
                    let _ = write!(text, "; takes again {}", names(&again));
                }
            }
            RegionKind::Join(value) => {
                let kind = if value.is_some() {
                    "join with a value"
                } else {
                    "join"
                };
                let _ = write!(text, "{number} {kind}: takes {}", names(&state.takes));
            }
            RegionKind::LoopHead => {
                let _ = write!(text, "{number} loop: takes {}", names(&state.takes));
            }
            RegionKind::Call(point) => {
                let at = point.0 + 1;
                let _ = write!(
                    text,
                    "{number} calls at {at}: takes {}",
                    names(&state.takes)
                );
            }
        }
        if !state.remade.is_empty() {
            let _ = write!(text, "; makes again {}", names(&state.remade));
        }
        if !state.late.is_empty() {
            let _ = write!(text, "; declares {}", names(&state.late));
        }
        text.push('\n');
    }
    text
}

/// Temporaries by their names, so that they can be told apart.
fn spelled(machine: &Machine, id: BindingId) -> String {
    match machine.flow.binding(id).origin {
        Origin::Part { .. } => machine.flow.name(id),
        _ => machine.flow.binding(id).ident.to_string(),
    }
}

fn waits(machine: &Machine, point: PointId) -> String {
    match &machine.flow.points[point.0].waits {
        Waits::Return(call) => format!("waits for `{}`", call.to_token_stream()),
        Waits::Answers(step) => {
            let keys: Vec<_> = step
                .questions
                .iter()
                .filter_map(|question| Some(question.key.as_ref()?.value()))
                .collect();
            format!("asks {}", keys.join(", "))
        }
    }
}
