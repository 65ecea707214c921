//! Which bindings are still needed where a region begins. Backwards, to a fixpoint.

use crate::flow::{
    BindingId, Block, Code, End, Flow, JumpId, Op, Origin, PointId, RegionId, RegionKind,
    Transition, Uses,
};

/// For each region, what is needed at its beginning.
#[derive(Debug)]
pub(crate) struct Liveness {
    live_in: Vec<Uses>,
}

/// Computes liveness.
///
/// A state that begins with parts of a local cannot have it replaced: those would be taken for the
/// parts of the new value. So such a local keeps its value, and is there as a whole.
pub(crate) fn settle(flow: &mut Flow) -> Liveness {
    loop {
        let liveness = compute(flow);
        let in_parts: Uses = liveness
            .live_in
            .iter()
            .flatten()
            .map(|id| (*id, flow.whole(*id)))
            .filter_map(|(id, whole)| (id != whole).then_some(whole))
            .collect();
        let kept: Uses = flow.replaced().intersection(&in_parts).copied().collect();
        if kept.is_empty() {
            return liveness;
        }
        flow.keep(&kept);
    }
}

fn compute(flow: &Flow) -> Liveness {
    let mut liveness = Liveness {
        live_in: vec![Uses::new(); flow.regions.len()],
    };
    loop {
        let mut changed = false;
        // Regions were made roughly in the order of the source, so backwards converges fast.
        for (index, region) in flow.regions.iter().enumerate().rev() {
            let mut live = liveness.before_block(flow, &region.body);
            // What is made again where the region begins needs what it is made of, there too where
            // that gets another value first.
            live = if matches!(region.kind, RegionKind::Point(_)) {
                flow.roots_behind_step(&live)
            } else {
                flow.roots(&live)
            };
            let live = flow.merged(live);
            if live != liveness.live_in[index] {
                liveness.live_in[index] = live;
                changed = true;
            }
        }
        if !changed {
            return liveness;
        }
    }
}

impl Liveness {
    /// What is needed at the beginning of a region.
    pub(crate) fn at(&self, region: RegionId) -> &Uses {
        &self.live_in[region.0]
    }

    /// Whether any region needs the local, or a part of it.
    pub(crate) fn is_used(&self, flow: &Flow, id: BindingId) -> bool {
        let mut needed = self.live_in.iter().flatten();
        needed.any(|needed| flow.whole(*needed) == id)
    }

    fn before_block(&self, flow: &Flow, block: &Block) -> Uses {
        let mut live = self.before_end(flow, &block.end);
        for op in block.ops.iter().rev() {
            match op {
                Op::Native(native) => {
                    flow.remove(&mut live, &native.defs);
                    flow.remove(&mut live, &native.inits);
                    live.extend(flow.roots(&native.uses));
                    self.add_jumps(flow, &native.jumps, &mut live);
                    remove_empty(flow, &mut live, &native.inits);
                }
                Op::Items { items, source } => {
                    flow.remove(&mut live, [items]);
                    live = self.before_code(flow, source, live);
                }
                Op::Bind { bound, .. } => flow.remove(&mut live, &bound.defs),
                Op::Call(called) => {
                    if let Some(bound) = &called.bound {
                        flow.remove(&mut live, &bound.defs);
                    }
                    live.extend(self.carried(flow, called.point));
                    live = self.before_code(flow, &called.call, live);
                }
            }
        }
        live
    }

    fn before_end(&self, flow: &Flow, end: &End) -> Uses {
        match end {
            End::Unreachable | End::Return(None) => Uses::new(),
            End::Return(Some(code)) => self.before_code(flow, code, Uses::new()),
            End::Goto(transition) => self.before_transition(flow, transition),
            End::Suspend(suspend) => {
                let mut live = self.carried(flow, suspend.point);
                live.extend(flow.roots(&suspend.uses));
                live
            }
            End::If {
                cond,
                defs,
                then,
                other,
                ..
            } => {
                let mut live = self.before_block(flow, then);
                flow.remove(&mut live, defs);
                live.extend(self.before_block(flow, other));
                self.before_code(flow, cond, live)
            }
            End::Match {
                scrutinee, arms, ..
            } => {
                let mut live = Uses::new();
                for arm in arms {
                    let mut in_arm = self.before_block(flow, &arm.body);
                    in_arm.extend(flow.roots(&arm.guard));
                    self.add_jumps(flow, &arm.jumps, &mut in_arm);
                    flow.remove(&mut in_arm, &arm.defs);
                    live.extend(in_arm);
                }
                self.before_code(flow, scrutinee, live)
            }
            End::LetElse {
                init,
                defs,
                other,
                then,
                ..
            } => {
                let mut live = self.before_block(flow, then);
                flow.remove(&mut live, defs);
                live.extend(self.before_block(flow, other));
                self.before_code(flow, init, live)
            }
            End::Scope { body, .. } => self.before_block(flow, body),
        }
    }

    /// What has to be there where the flow waits: it is carried. The rest comes again with the
    /// retry, or is made again.
    fn carried(&self, flow: &Flow, point: PointId) -> Uses {
        let behind = self.at(flow.points[point.0].region).iter().copied();
        behind
            .filter(|id| matches!(flow.source(*id), Origin::Local | Origin::Late { .. }))
            .collect()
    }

    fn before_transition(&self, flow: &Flow, transition: &Transition) -> Uses {
        let live = self.at(transition.target).clone();
        match &transition.value {
            Some(value) => self.before_code(flow, value, live),
            None => live,
        }
    }

    fn before_code(&self, flow: &Flow, code: &Code, mut live: Uses) -> Uses {
        flow.remove(&mut live, &code.inits);
        live.extend(flow.roots(&code.uses));
        self.add_jumps(flow, &code.jumps, &mut live);
        remove_empty(flow, &mut live, &code.inits);
        live
    }

    fn add_jumps(&self, flow: &Flow, jumps: &[JumpId], live: &mut Uses) {
        for jump in jumps {
            let jump = &flow.jumps[jump.0];
            let mut needed = self.before_transition(flow, &jump.transition);
            flow.remove(&mut needed, &jump.replaced);
            live.extend(needed);
        }
    }
}

/// Removes what has no value before it is assigned, on whichever way control leaves then.
fn remove_empty(flow: &Flow, live: &mut Uses, inits: &Uses) {
    let empty = inits.iter().filter(|id| !flow.binding(**id).mutable);
    flow.remove(live, empty);
}
