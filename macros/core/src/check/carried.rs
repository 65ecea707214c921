//! What is needed behind a step, on the finished flow.

use std::collections::BTreeMap;

use crate::diag::Errors;
use crate::flow::{BindingId, Flow, Origin, RegionKind};
use crate::liveness::Liveness;
use crate::messages;

/// Reports locals that cannot go where they are needed, as far as it can be seen without types.
pub(crate) fn carried(errors: &mut Errors, flow: &Flow, liveness: &Liveness) {
    let mut reported = std::collections::BTreeSet::new();
    for (index, region) in flow.regions.iter().enumerate() {
        let live = liveness.at(crate::flow::RegionId(index));
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
}
