//! What flows carry through the client: listed at start, and checked.

use std::collections::HashSet;

use super::check::Offered;
use super::error::StartProblem;
use crate::scope::State;
use crate::tool::Info;

/// Lists what everything that is offered carries.
pub(super) fn announce_all(offered: &Offered, state: &State) {
    offered.tools.iter().for_each(|info| announce(info, state));
    offered
        .prompts
        .iter()
        .for_each(|info| announce(info, state));
    let resources = offered.resources.iter();
    resources.for_each(|resource| announce(&resource.info, state));
}

/// Lists what a flow carries, one event for each of its points.
pub(super) fn announce<O>(info: &Info<O>, state: &State) {
    // What is missing is told elsewhere.
    for point in info.carries(state).unwrap_or_default() {
        let locals = point.locals.iter();
        let carries: Vec<_> = locals
            .map(|local| format!("{}: {}", local.name, local.type_name))
            .collect();
        tracing::info!(
            flow = info.name,
            asks = point.asks.join(", "), // nothing where it is another flow that asks
            carries = carries.join(", "),
            "while it waits, a flow's locals travel through the client"
        );
    }
}

/// The secrets of a flow that whoever holds its state could read, each once.
pub(super) fn readable_secrets<O>(info: &Info<O>, state: &State) -> Vec<StartProblem> {
    let mut seen = HashSet::new();
    let points = info.carries(state).unwrap_or_default();
    points
        .into_iter()
        .flat_map(|point| point.locals)
        .filter(|local| local.is_secret && seen.insert(local.name))
        .map(|local| StartProblem::ReadableSecret {
            name: info.name,
            local: local.name,
        })
        .collect()
}
