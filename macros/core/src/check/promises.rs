//! What the options promise, and the flow does not keep.

use std::collections::BTreeSet;

use crate::diag::Errors;
use crate::flow::Flow;
use crate::messages;
use crate::parse::Function;

/// Reports the steps that an option does not go with.
pub(crate) fn promises(errors: &mut Errors, tool: &Function, flow: &Flow) {
    if tool.options.compatible.is_some() {
        let mut seen = BTreeSet::new();
        for point in flow
            .points
            .iter()
            .filter(|point| !seen.insert(point.identity()))
        {
            errors.at(point.span(), messages::COMPATIBLE_TWICE);
        }
    }
    // What a called flow may ask is not known to its caller.
    for call in flow.points.iter().filter(|point| point.calls()) {
        if tool.options.stateless.is_some() {
            errors.at(call.span(), messages::STATELESS_FLOW);
        }
        if tool.options.up_front {
            errors.at(call.span(), messages::UP_FRONT_FLOW);
        }
    }
}
