//! A flow as a diagram: where it may wait next.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::points::waits;
use crate::flow::{End, Flow, Point, PointId, RegionId, RegionKind, Waits};
use crate::layout::Machine;
use crate::names;
use crate::parse::Function;

/// A Mermaid flowchart: the start, the points, the end.
pub(super) fn mermaid(function: &Function, machine: &Machine) -> String {
    let flow = &machine.flow;
    let mut text = String::from("flowchart TD\n");
    let _ = writeln!(text, "    start([{}])", names::unraw(&function.ident));
    for index in 0..flow.points.len() {
        let waits = waits(flow, PointId(index)).replace('`', "");
        let _ = writeln!(text, "    p{0}[\"{0}. {waits}\"]", index + 1);
    }
    text.push_str("    finish([returns])\n");
    edges(&mut text, "start", next(flow, RegionId(0), true));
    for (index, point) in flow.points.iter().enumerate() {
        let (region, asks) = behind(flow, point);
        let from = format!("p{}", index + 1);
        edges(&mut text, &from, next(flow, region, asks));
    }
    text
}

fn edges(text: &mut String, from: &str, next: Next) {
    for point in next.points {
        let _ = writeln!(text, "    {from} --> p{}", point + 1);
    }
    if next.returns {
        let _ = writeln!(text, "    {from} --> finish");
    }
}

/// What comes behind a point; behind a call it is in the region of the call, which begins with it.
fn behind(flow: &Flow, point: &Point) -> (RegionId, bool) {
    let calls = match &point.waits {
        Waits::Answers(_) => None,
        Waits::Return(_) => flow.targets_of(&flow.region(point.region).body).next(),
    };
    calls.map_or((point.region, true), |calls| (calls, false))
}

/// Where a flow may be next.
struct Next {
    points: BTreeSet<usize>,
    returns: bool,
}

/// From the beginning of a region, or from behind the call that it begins with. An early `return`
/// or `?` is not counted: nearly every flow has one everywhere.
fn next(flow: &Flow, region: RegionId, from_beginning: bool) -> Next {
    let mut next = Next {
        points: BTreeSet::new(),
        returns: false,
    };
    let mut seen = BTreeSet::new();
    let mut todo = vec![(region, from_beginning)];
    while let Some((region, from_beginning)) = todo.pop() {
        // The region of the call may be come to again.
        if from_beginning && !seen.insert(region) {
            continue;
        }
        flow.region(region).body.walk(&mut |block| {
            todo.extend(flow.targets_of(block).map(|target| (target, true)));
            next.returns |= matches!(block.end, End::Return(_));
            for at in flow.resumed_at(block) {
                let RegionKind::Point(PointId(index)) = flow.region(at).kind else {
                    continue;
                };
                let is_call = flow.points[index].calls();
                if from_beginning || !is_call {
                    next.points.insert(index);
                }
            }
        });
    }
    next
}
