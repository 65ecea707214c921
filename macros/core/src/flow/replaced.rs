//! Locals that get another value whether they have one or not: before it they need none.

use super::{BindingId, Block, Code, End, Flow, Op, Origin, Uses};

impl Flow {
    /// The locals with a value of which this is true somewhere.
    pub(crate) fn replaced(&self) -> Uses {
        let mut replaced = Uses::new();
        for region in &self.regions {
            region.body.walk(&mut |block| {
                for op in &block.ops {
                    match op {
                        Op::Native(native) => replaced.extend(native.inits.union(&native.writes)),
                        Op::Items { source, .. } => replaced.extend(in_code(source)),
                        Op::Call(called) => replaced.extend(in_code(&called.call)),
                        Op::Bind { .. } => {}
                    }
                }
                replaced.extend(block.end.code().into_iter().flat_map(in_code));
            });
        }
        let of_jumps = self
            .jumps
            .iter()
            .filter_map(|jump| jump.transition.value.as_ref());
        replaced.extend(of_jumps.flat_map(in_code));
        replaced.retain(|id| matches!(self.binding(*id).origin, Origin::Local));
        replaced
    }

    /// Has these locals keep their values until they get others.
    pub(crate) fn keep(&mut self, kept: &Uses) {
        for region in &mut self.regions {
            keep_in(&mut region.body, kept);
        }
        for jump in &mut self.jumps {
            keep_in_code(jump.transition.value.as_mut(), kept);
            jump.replaced.retain(|id| !kept.contains(id));
        }
    }
}

fn keep_in(block: &mut Block, kept: &Uses) {
    for op in &mut block.ops {
        match op {
            Op::Native(native) => {
                mark_used(&mut native.uses, &mut native.inits, kept);
                mark_used(&mut native.uses, &mut native.writes, kept);
            }
            Op::Items { source, .. } => keep_in_code(Some(source), kept),
            Op::Call(called) => keep_in_code(Some(&mut called.call), kept),
            Op::Bind { .. } => {}
        }
    }
    match &mut block.end {
        End::Return(value) => keep_in_code(value.as_mut(), kept),
        End::Goto(transition) => keep_in_code(transition.value.as_mut(), kept),
        End::If {
            cond: code,
            then,
            other,
            ..
        }
        | End::LetElse {
            init: code,
            then,
            other,
            ..
        } => {
            keep_in_code(Some(code), kept);
            keep_in(then, kept);
            keep_in(other, kept);
        }
        End::Match {
            scrutinee, arms, ..
        } => {
            keep_in_code(Some(scrutinee), kept);
            for arm in arms {
                keep_in(&mut arm.body, kept);
            }
        }
        End::Scope { body, .. } => keep_in(body, kept),
        End::Unreachable | End::Suspend(_) => {}
    }
}

fn keep_in_code(code: Option<&mut Code>, kept: &Uses) {
    if let Some(code) = code {
        mark_used(&mut code.uses, &mut code.inits, kept);
        mark_used(&mut code.uses, &mut code.writes, kept);
    }
}

fn mark_used(uses: &mut Uses, assigned: &mut Uses, kept: &Uses) {
    uses.extend(assigned.intersection(kept));
    assigned.retain(|id| !kept.contains(id));
}

fn in_code(code: &Code) -> impl Iterator<Item = &BindingId> {
    code.inits.union(&code.writes)
}
