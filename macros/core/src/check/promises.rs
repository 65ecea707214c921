//! What the options promise of all that a tool may ask, where it calls flows whose questions are
//! not known to it.

use crate::diag::Errors;
use crate::flow::Flow;
use crate::messages;
use crate::parse::Function;

/// Reports the calls of other flows that an option does not go with.
pub(crate) fn promises(errors: &mut Errors, tool: &Function, flow: &Flow) {
    for call in flow.points.iter().filter(|point| point.calls()) {
        if tool.options.stateless.is_some() {
            errors.at(call.span(), messages::STATELESS_FLOW);
        }
        if tool.options.up_front {
            errors.at(call.span(), messages::UP_FRONT_FLOW);
        }
    }
}
