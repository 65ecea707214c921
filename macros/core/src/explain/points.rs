//! Where a flow waits, and what it carries there.

use std::fmt::Write as _;

use super::line;
use crate::flow::{BindingId, Flow, Origin, PointId, Waits};
use crate::layout::Machine;
use crate::names::is_temporary;

/// One entry for each point.
pub(super) fn listed(machine: &Machine) -> String {
    let flow = &machine.flow;
    let mut text = String::new();
    for (index, point) in flow.points.iter().enumerate() {
        let at = line(point.span()).map_or_else(String::new, |line| format!(" (line {line})"));
        let _ = writeln!(text, "  {}. {}{at}", index + 1, waits(flow, PointId(index)));
        let carried = machine.carried(PointId(index));
        let again: Vec<_> = machine
            .state(point.region)
            .map(|state| state.takes.iter().chain(&state.remade).copied())
            .into_iter()
            .flatten()
            .filter(|id| !carried.contains(id) && !is_temporary(&flow.binding(*id).ident))
            .collect();
        let _ = writeln!(text, "     carries {}", names(flow, &carried));
        if !again.is_empty() {
            let _ = writeln!(text, "     has again {}", names(flow, &again));
        }
    }
    if flow.points.is_empty() {
        text.push_str("  never waits\n");
    }
    text
}

/// ``asks `approval`, `roots` ``
pub(super) fn waits(flow: &Flow, point: PointId) -> String {
    match &flow.points[point.0].waits {
        Waits::Return(call) => {
            format!("waits for `{}`", call.callee().to_string().replace(' ', ""))
        }
        Waits::Answers(step) => {
            let keys = step.questions.iter().filter_map(|it| it.key.as_ref());
            let keys: Vec<_> = keys.map(|key| format!("`{}`", key.value())).collect();
            format!("asks {}", keys.join(", "))
        }
    }
}

fn names(flow: &Flow, ids: &[BindingId]) -> String {
    if ids.is_empty() {
        return "nothing".to_owned();
    }
    let names = ids.iter().map(|id| {
        let binding = flow.binding(*id);
        let made = match &binding.origin {
            Origin::Argument => ", an argument",
            Origin::Remade { .. } => ", made again",
            Origin::Fresh { .. } => ", fresh",
            _ => "",
        };
        let at =
            line(binding.ident.span()).map_or_else(String::new, |line| format!(" of line {line}"));
        format!("`{}`{at}{made}", flow.name(*id))
    });
    names.collect::<Vec<_>>().join("; ")
}
