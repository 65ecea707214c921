//! What `stateless` promises: one round, and nothing that the second request does not bring.

use std::collections::BTreeSet;

use crate::diag::Errors;
use crate::flow::{BindingId, Flow, Origin, Point, PointId, RegionId, RegionKind, Uses};
use crate::liveness::Liveness;
use crate::parse::Function;
use crate::{messages, names};

/// Reports what in a flow without state would need some.
pub(crate) fn stateless(errors: &mut Errors, tool: &Function, flow: &Flow, liveness: &Liveness) {
    let Some(written) = tool.options.stateless else {
        return;
    };
    if tool.options.once.is_some() {
        errors.at(written, messages::STATELESS_ONCE);
    }
    if flow.points.iter().any(Point::calls) {
        // Reported; what the called flow keeps is not known.
        return;
    }
    let repeated = check_one_round(errors, flow);
    // What a loop keeps to go on is no second fault.
    let once = (0..flow.points.len()).filter(|index| !repeated.contains(index));
    check_nothing_carried(errors, flow, liveness, once);
}

/// The points that can be reached again behind themselves, which are reported.
fn check_one_round(errors: &mut Errors, flow: &Flow) -> BTreeSet<usize> {
    let later: Vec<BTreeSet<usize>> = flow
        .points
        .iter()
        .map(|point| points_behind(flow, point))
        .collect();
    let mut repeated = BTreeSet::new();
    for (index, point) in flow.points.iter().enumerate() {
        if later[index].contains(&index) {
            errors.at(point.span(), messages::STATELESS_AGAIN);
            repeated.insert(index);
        } else if later.iter().any(|points| points.contains(&index)) {
            errors.at(point.span(), messages::STATELESS_LATER);
        }
    }
    repeated
}

/// The points that can be reached once the questions of `point` are answered.
fn points_behind(flow: &Flow, point: &Point) -> BTreeSet<usize> {
    let mut points = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![point.region];
    while let Some(region) = todo.pop() {
        if !seen.insert(region) {
            continue;
        }
        flow.region(region).body.walk(&mut |block| {
            todo.extend(flow.targets_of(block));
            for region in flow.resumed_at(block) {
                if let RegionKind::Point(PointId(index)) = flow.region(region).kind {
                    points.insert(index);
                }
                todo.push(region);
            }
        });
    }
    points
}

fn check_nothing_carried(
    errors: &mut Errors,
    flow: &Flow,
    liveness: &Liveness,
    points: impl Iterator<Item = usize>,
) {
    let mut reported = Uses::new();
    for point in points.map(|index| &flow.points[index]) {
        for id in carried(flow, liveness, point.region) {
            if !reported.insert(id) {
                continue;
            }
            let ident = &flow.binding(id).ident;
            let name = flow.name(id);
            if names::is_temporary(&flow.binding(flow.whole(id)).ident) {
                errors.at(point.span(), messages::STATELESS_TEMPORARY);
            } else if flow.whole(id).0 < flow.parameters {
                errors.at(ident.span(), messages::stateless_argument(&name));
            } else {
                errors.at(ident.span(), messages::stateless_local(&name));
            }
        }
    }
}

/// What a point would carry.
fn carried(flow: &Flow, liveness: &Liveness, region: RegionId) -> impl Iterator<Item = BindingId> {
    let live = liveness.at(region).iter().copied();
    live.filter(|id| matches!(flow.source(*id), Origin::Local | Origin::Late { .. }))
}
