//! What is needed behind a step, on the finished flow.

use std::collections::BTreeMap;

use crate::diag::Errors;
use crate::flow::{BindingId, End, Flow, Origin, RegionId, RegionKind, Uses};
use crate::liveness::Liveness;
use crate::messages;

/// Reports locals that cannot go where they are needed, as far as it can be seen without types.
pub(crate) fn carried(errors: &mut Errors, flow: &Flow, liveness: &Liveness) {
    let mut reported = std::collections::BTreeSet::new();
    for (index, region) in flow.regions.iter().enumerate() {
        let live = liveness.at(RegionId(index));
        let mut names: BTreeMap<(String, bool), BindingId> = BTreeMap::new();
        for id in live.iter().copied() {
            let binding = flow.binding(id);
            let name = binding.ident.to_string();
            let key = (name.clone(), binding.hygienic);
            if let Some(earlier) = names.insert(key, id)
                && reported.insert((earlier, id))
            {
                errors.at(binding.ident.span(), messages::shadowed(&name));
            }
            if matches!(region.kind, RegionKind::Point(_))
                && matches!(binding.origin, Origin::Local)
                && binding.borrows
                && reported.insert((id, id))
            {
                errors.at(binding.ident.span(), messages::borrowed_local(&name));
            }
        }
    }
    let is_reported = |id: &BindingId| reported.iter().any(|(earlier, _)| earlier == id);
    for id in hidden(flow, liveness).iter().filter(|id| !is_reported(id)) {
        let ident = &flow.binding(*id).ident;
        errors.at(ident.span(), messages::hidden(&ident.to_string()));
    }
}

/// Locals that have to go where control goes, and cannot be named where it leaves.
fn hidden(flow: &Flow, liveness: &Liveness) -> Uses {
    let mut leaving: Vec<(RegionId, &Uses)> = flow
        .jumps
        .iter()
        .map(|jump| (jump.transition.target, &jump.transition.hidden))
        .collect();
    for region in &flow.regions {
        region.body.walk(&mut |block| match &block.end {
            End::Goto(transition) => leaving.push((transition.target, &transition.hidden)),
            End::Suspend(suspend) => {
                leaving.push((flow.points[suspend.point.0].region, &suspend.hidden));
            }
            _ => {}
        });
    }
    let goes_along = |id: &BindingId, target: RegionId| match &flow.binding(*id).origin {
        Origin::Local | Origin::Late { .. } | Origin::Argument => true,
        Origin::Fresh { .. } => !matches!(flow.region(target).kind, RegionKind::Point(_)),
        Origin::Injected | Origin::Remade { .. } | Origin::Part { .. } => false,
    };
    leaving
        .into_iter()
        .flat_map(|(target, hidden)| {
            let needed = liveness.at(target).iter().map(|id| flow.whole(*id));
            needed.filter(move |id| hidden.contains(id) && goes_along(id, target))
        })
        .collect()
}
