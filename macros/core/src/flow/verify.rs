//! What emission relies on, checked again in debug builds. A failure is a bug of ours.

use super::{Block, End, Flow, Incoming, Op, RegionId, RegionKind};

impl Flow {
    /// The regions that a flow in this block may be resumed at.
    pub(crate) fn resumed_at<'f>(
        &'f self,
        block: &'f Block,
    ) -> impl Iterator<Item = RegionId> + 'f {
        let asks = match &block.end {
            End::Suspend(suspend) => Some(suspend.point),
            _ => None,
        };
        let calls = block.ops.iter().filter_map(|op| match op {
            Op::Call(called) => Some(called.point),
            _ => None,
        });
        calls.chain(asks).map(|point| self.points[point.0].region)
    }

    /// The regions that a block goes to, not counting the blocks in it and what is behind a step.
    pub(crate) fn targets_of<'f>(
        &'f self,
        block: &'f Block,
    ) -> impl Iterator<Item = RegionId> + 'f {
        let from_end = match &block.end {
            End::Goto(transition) => Some(transition),
            _ => None,
        };
        let jumps_of_ops = block.ops.iter().flat_map(|op| match op {
            Op::Native(native) => &native.jumps[..],
            Op::Items { source, .. } => &source.jumps,
            Op::Call(called) => &called.call.jumps,
            Op::Bind { .. } => &[],
        });
        let jumps_of_end = block.end.code().map_or(&[][..], |code| &code.jumps);
        let jumps_of_guards = match &block.end {
            End::Match { arms, .. } => &arms[..],
            _ => &[],
        };
        let jumps_of_guards = jumps_of_guards.iter().flat_map(|arm| &arm.jumps);
        from_end
            .into_iter()
            .chain(
                jumps_of_ops
                    .chain(jumps_of_end)
                    .chain(jumps_of_guards)
                    .map(|jump| &self.jumps[jump.0].transition),
            )
            .map(|transition| transition.target)
    }

    /// The parameters, in order: they are declared first.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = super::BindingId> + '_ {
        (0..self.parameters).map(super::BindingId)
    }
}

/// Checks a flow.
///
/// # Panics
/// Where it is not what it should be.
pub(crate) fn verify(flow: &Flow) {
    assert!(
        matches!(flow.regions[0].kind, RegionKind::Start),
        "the start comes first"
    );
    for (index, point) in flow.points.iter().enumerate() {
        let kind = &flow.region(point.region).kind;
        assert!(
            matches!(kind, RegionKind::Point(id) if id.0 == index),
            "point {index} has its region"
        );
        let keys: std::collections::BTreeSet<_> = point
            .questions()
            .iter()
            .map(|question| question.key.as_ref().map(syn::LitStr::value))
            .collect();
        assert!(
            keys.len() == point.questions().len(),
            "keys of a round differ"
        );
        assert!(!keys.contains(&None), "each question has a key");
    }
    for region in &flow.regions {
        for (at, op) in region.body.ops.iter().enumerate() {
            if let Op::Call(called) = op {
                assert!(
                    at == 0 && matches!(&region.kind, RegionKind::Call(id) if *id == called.point),
                    "a call begins its region"
                );
            }
            if let Op::Bind { value, .. } = op {
                assert!(at == 0, "what a region begins with is bound first");
                let fits = match value {
                    Incoming::Answers(point) => {
                        matches!(&region.kind, RegionKind::Point(id) if id == point)
                    }
                    Incoming::JoinValue => matches!(&region.kind, RegionKind::Join(Some(_))),
                };
                assert!(fits, "a region binds what comes to it");
            }
        }
    }
    for jump in &flow.jumps {
        let kind = &flow.region(jump.transition.target).kind;
        assert!(
            matches!(kind, RegionKind::Join(_) | RegionKind::LoopHead),
            "a jump goes to a join"
        );
    }
}
