//! The machine: which regions are states of their own, and what each begins with.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::{BindingId, Code, End, Flow, Op, Origin, PointId, RegionId, RegionKind, Uses};
use crate::liveness::Liveness;

/// A flow, laid out for emission.
pub(crate) struct Machine {
    pub(crate) flow: Flow,
    /// In the order of emission, the start first: where a type is used behind a step, the code that settles it
    /// stands before.
    pub(crate) states: Vec<State>,
    numbers: BTreeMap<RegionId, usize>,
    in_place: BTreeSet<RegionId>,
}

/// A region that is a state of its own.
pub(crate) struct State {
    pub(crate) region: RegionId,
    /// The locals and arguments that it begins with, in the order of their declaration.
    pub(crate) takes: Vec<BindingId>,
    /// What is made again.
    pub(crate) remade: Vec<BindingId>,
    /// What is declared here because it is assigned here, and has no value before.
    pub(crate) late: Vec<BindingId>,
    /// What the author declares here.
    pub(crate) declares: Uses,
    /// `let x;` of the author's that is not mentioned again.
    idle: Vec<BindingId>,
}

/// Lays a flow out.
pub(crate) fn build(flow: Flow, liveness: &Liveness) -> Machine {
    let in_place = find_in_place(&flow);
    let order = emission_order(&flow, &in_place);
    let numbers = number(&flow, &order);
    let replaced = flow.replaced();
    let states = order
        .iter()
        .map(|region| lay_out(&flow, liveness, &replaced, &in_place, *region))
        .collect();
    Machine {
        flow,
        states,
        numbers,
        in_place,
    }
}

fn lay_out(
    flow: &Flow,
    liveness: &Liveness,
    replaced: &Uses,
    in_place: &BTreeSet<RegionId>,
    region: RegionId,
) -> State {
    let mut live = liveness.at(region).clone();
    let comes_whole = |id: &BindingId| match flow.region(region).kind {
        RegionKind::Start => true,
        RegionKind::Point(_) => matches!(flow.source(*id), Origin::Argument),
        RegionKind::Join(_) | RegionKind::LoopHead | RegionKind::Call(_) => false,
    };
    let wholes: Uses = live
        .iter()
        .filter(|id| comes_whole(id))
        .map(|id| flow.whole(*id))
        .collect();
    live.extend(wholes);
    let mut live = flow.merged(live);
    if matches!(flow.region(region).kind, RegionKind::Start) {
        // Those that nobody needs too, so that rustc can say which the author does not use, and
        // which type a value has that takes the place of one.
        live.extend(
            arguments(flow).filter(|id| !liveness.is_used(flow, *id) || replaced.contains(id)),
        );
    }
    let Late {
        mentioned,
        declared,
    } = late_in(flow, replaced, in_place, region);
    let late = mentioned.difference(&declared).copied();
    let late = late.filter(|id| !live.contains(id)).collect();
    let is_empty = |id: &BindingId| matches!(flow.binding(*id).origin, Origin::Late { .. });
    let idle = declared
        .difference(&mentioned)
        .copied()
        .filter(is_empty)
        .collect();
    let is_behind_step = matches!(flow.region(region).kind, RegionKind::Point(_));
    let (mut takes, mut remade) = (Vec::new(), Vec::new());
    for id in live {
        match &flow.binding(id).origin {
            Origin::Injected => {}
            Origin::Remade { .. } => remade.push(id),
            Origin::Fresh { .. } if is_behind_step => remade.push(id),
            Origin::Local
            | Origin::Late { .. }
            | Origin::Argument
            | Origin::Part { .. }
            | Origin::Fresh { .. } => takes.push(id),
        }
    }
    State {
        region,
        takes,
        remade,
        late,
        declares: declared,
        idle,
    }
}

/// The arguments of the tool, `mut` ones included.
fn arguments(flow: &Flow) -> impl Iterator<Item = BindingId> {
    flow.parameters()
        .filter(|id| !matches!(flow.binding(*id).origin, Origin::Injected))
}

impl Machine {
    /// The number of a region's state; `None` for one that is emitted in place.
    pub(crate) fn number(&self, region: RegionId) -> Option<usize> {
        self.numbers.get(&region).copied()
    }

    pub(crate) fn is_in_place(&self, region: RegionId) -> bool {
        self.in_place.contains(&region)
    }

    pub(crate) fn state(&self, region: RegionId) -> Option<&State> {
        self.states.iter().find(|state| state.region == region)
    }

    /// What travels from a point: what its state begins with, less what the retry brings.
    pub(crate) fn carried(&self, point: PointId) -> Vec<BindingId> {
        let region = self.flow.points[point.0].region;
        let takes = self.state(region).map_or(&[][..], |state| &state.takes);
        let is_carried = |id: &BindingId| !matches!(self.flow.source(*id), Origin::Argument);
        takes.iter().copied().filter(is_carried).collect()
    }

    /// All bindings that travel from any point.
    pub(crate) fn all_carried(&self) -> BTreeSet<BindingId> {
        (0..self.flow.points.len())
            .flat_map(|index| self.carried(PointId(index)))
            .collect()
    }

    /// The bindings whose type is tied together over states.
    pub(crate) fn tied(&self) -> BTreeSet<BindingId> {
        let all = (0..self.flow.bindings.len()).map(BindingId);
        let mut tied = self.all_carried();
        tied.extend(all.filter(|id| self.is_tied_late(*id) || self.is_replaced(*id)));
        tied
    }

    /// Whether a late local has declarations in several states, and no type of its own.
    pub(crate) fn is_tied_late(&self, id: BindingId) -> bool {
        let origin = &self.flow.binding(id).origin;
        matches!(origin, Origin::Late { ty: None }) && self.is_assigned_elsewhere(id)
    }

    /// Whether a local with a value gets another one in a state that does not know the first.
    pub(crate) fn is_replaced(&self, id: BindingId) -> bool {
        let origin = &self.flow.binding(id).origin;
        matches!(origin, Origin::Local) && self.is_assigned_elsewhere(id)
    }

    /// Whether a local is declared in another state than the author's declaration.
    pub(crate) fn is_assigned_elsewhere(&self, id: BindingId) -> bool {
        self.states.iter().any(|state| state.late.contains(&id))
    }

    /// Whether the author's own declaration of a late local has no use.
    pub(crate) fn is_idle(&self, id: BindingId) -> bool {
        self.is_assigned_elsewhere(id) && self.states.iter().any(|state| state.idle.contains(&id))
    }

    /// Whether a binding, or a part of it, is bound again in another state: there it may not need
    /// its `mut`.
    pub(crate) fn crosses(&self, id: BindingId) -> bool {
        let is_bound_again = |state: &State| {
            let mut bound = state.takes.iter().chain(&state.remade).chain(&state.late);
            bound.any(|bound| self.flow.whole(*bound) == id)
        };
        self.states.iter().skip(1).any(is_bound_again)
    }
}

/// A join needs no state of its own where every path to it starts in the region in which its
/// construct stands: then it is a labelled block, and borrows that no step parts stay legal.
///
/// A join that nothing reaches has none and no state: all that is behind it is left out.
fn find_in_place(flow: &Flow) -> BTreeSet<RegionId> {
    let mut anchors = BTreeMap::new();
    let mut predecessors: BTreeMap<RegionId, Vec<RegionId>> = BTreeMap::new();
    for home in reachable(flow) {
        flow.region(home).body.walk(&mut |block| {
            if let End::If {
                join: Some(join), ..
            }
            | End::Match {
                join: Some(join), ..
            }
            | End::Scope {
                join: Some(join), ..
            } = &block.end
            {
                anchors.insert(*join, home);
            }
            for target in flow.targets_of(block) {
                predecessors.entry(target).or_default().push(home);
            }
        });
    }
    anchors.retain(|join, _| predecessors.contains_key(join));
    let mut inside: BTreeMap<RegionId, RegionId> = BTreeMap::new();
    let outermost = |inside: &BTreeMap<RegionId, RegionId>, mut region: RegionId| {
        while let Some(outer) = inside.get(&region) {
            region = *outer;
        }
        region
    };
    loop {
        let next = anchors.iter().find(|(join, anchor)| {
            let home = outermost(&inside, **anchor);
            !inside.contains_key(join)
                && home != **join
                && predecessors
                    .get(join)
                    .into_iter()
                    .flatten()
                    .all(|predecessor| outermost(&inside, *predecessor) == home)
        });
        match next {
            Some((join, anchor)) => inside.insert(*join, outermost(&inside, *anchor)),
            None => return inside.into_keys().collect(),
        };
    }
}

/// The regions that control can come to.
fn reachable(flow: &Flow) -> BTreeSet<RegionId> {
    let mut reachable = BTreeSet::new();
    let mut todo = vec![RegionId(0)];
    while let Some(region) = todo.pop() {
        if reachable.insert(region) {
            todo.extend(successors(flow, &BTreeSet::new(), region));
        }
    }
    reachable
}

/// Reverse post-order over the states: the code before a step stands before the code behind it.
fn emission_order(flow: &Flow, in_place: &BTreeSet<RegionId>) -> Vec<RegionId> {
    fn visit(
        flow: &Flow,
        in_place: &BTreeSet<RegionId>,
        region: RegionId,
        seen: &mut BTreeSet<RegionId>,
        finished: &mut Vec<RegionId>,
    ) {
        if !seen.insert(region) {
            return;
        }
        for next in successors(flow, in_place, region).into_iter().rev() {
            visit(flow, in_place, next, seen, finished);
        }
        finished.push(region);
    }

    let mut finished = Vec::new();
    visit(
        flow,
        in_place,
        RegionId(0),
        &mut BTreeSet::new(),
        &mut finished,
    );
    finished.reverse();
    finished
}

fn successors(flow: &Flow, in_place: &BTreeSet<RegionId>, region: RegionId) -> Vec<RegionId> {
    let mut successors = Vec::new();
    for part in parts(flow, in_place, region) {
        flow.region(part).body.walk(&mut |block| {
            successors.extend(
                flow.targets_of(block)
                    .filter(|target| !in_place.contains(target)),
            );
            successors.extend(flow.resumed_at(block));
        });
    }
    successors
}

/// A region, and the joins that are emitted inside of it.
fn parts(flow: &Flow, in_place: &BTreeSet<RegionId>, region: RegionId) -> Vec<RegionId> {
    let mut parts = vec![region];
    let mut at = 0;
    while let Some(part) = parts.get(at).copied() {
        flow.region(part).body.walk(&mut |block| {
            parts.extend(
                flow.targets_of(block)
                    .filter(|target| in_place.contains(target)),
            );
        });
        let mut seen = BTreeSet::new();
        parts.retain(|part| seen.insert(*part));
        at += 1;
    }
    parts
}

/// `0` is the start, a point has its own number (from 1), the others come behind.
fn number(flow: &Flow, order: &[RegionId]) -> BTreeMap<RegionId, usize> {
    let mut next = flow.points.len() + 1;
    order
        .iter()
        .map(|region| {
            let number = match flow.region(*region).kind {
                RegionKind::Start => 0,
                RegionKind::Point(point) => point.0 + 1,
                RegionKind::Join(_) | RegionKind::LoopHead | RegionKind::Call(_) => {
                    next += 1;
                    next - 1
                }
            };
            (*region, number)
        })
        .collect()
}

/// What a state has to do with locals.
struct Late {
    /// Those that may be without a value before it.
    mentioned: Uses,
    declared: Uses,
}

fn late_in(flow: &Flow, replaced: &Uses, in_place: &BTreeSet<RegionId>, region: RegionId) -> Late {
    let (mut mentioned, mut declared) = (Uses::new(), Uses::new());
    for part in parts(flow, in_place, region) {
        flow.region(part).body.walk(&mut |block| {
            let mut codes: Vec<&Code> = block.end.code().into_iter().collect();
            for op in &block.ops {
                match op {
                    Op::Native(native) => {
                        mentioned.extend(&native.uses);
                        mentioned.extend(native.inits.union(&native.writes));
                    }
                    Op::Items { source, .. } => codes.push(source),
                    Op::Call(called) => codes.push(&called.call),
                    Op::Bind { .. } => {}
                }
            }
            for code in codes {
                mentioned.extend(&code.uses);
                mentioned.extend(code.inits.union(&code.writes));
            }
            declared.extend(block.defs());
        });
    }
    let can_be_late = |id: &BindingId| match flow.binding(*id).origin {
        Origin::Late { .. } => true,
        Origin::Local => replaced.contains(id),
        _ => false,
    };
    mentioned.retain(can_be_late);
    Late {
        mentioned,
        declared,
    }
}
