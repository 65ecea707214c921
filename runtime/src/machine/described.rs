//! What a flow carries, found out without running it: the types of locals are inferred, so only the
//! compiled flow knows them.

use std::any::type_name;
use std::task::{Context, Waker};

use serde_json::Map;

use super::{FlowInfo, Machine};
use crate::call::Call;
use crate::frame::Saved;
use crate::notice::Notices;
use crate::principal::Principal;
use crate::scope::State;
use crate::seal::FlowId;
use crate::tool::{CannotRun, Run};
use crate::wire::ClientCapabilities;

/// What is carried while a flow waits at one of its points.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarryingPoint {
    /// The keys of what is asked there.
    pub asks: Vec<&'static str>,
    /// The locals that travel in the state, in the order in which they are written.
    pub locals: Vec<CarriedLocal>,
}

/// A local that travels in the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarriedLocal {
    /// Its name.
    pub name: &'static str,
    /// The name of its type, as [`std::any::type_name`] spells it.
    pub type_name: &'static str,
    /// Whether it is a [`Secret`](crate::Secret), which only state that nobody can read may carry.
    pub is_secret: bool,
}

/// What a machine hears of that has no values to give.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) point: usize,
    locals: Vec<CarriedLocal>,
}

impl Described {
    pub(super) fn hear_of<T: Saved>(&mut self, name: &'static str) {
        self.locals.push(CarriedLocal {
            name,
            type_name: type_name::<T>(),
            is_secret: T::SECRET,
        });
    }
}

impl Machine {
    /// A machine without a call, whose flow says what it carries at a point.
    fn describing(point: usize) -> Self {
        let nothing = FlowId::none();
        let (nobody, unable) = (Principal::anonymous(), ClientCapabilities::default());
        let machine = Self::new(
            Call::new(
                nobody,
                unable,
                0,
                nothing,
                nothing.trail(),
                Notices::default(),
            ),
            None,
        );
        machine.inner().described = Some(Described {
            point,
            locals: Vec::new(),
        });
        machine
    }

    /// Whether the flow is only asked what it carries: then it has no arguments, and nothing of it
    /// runs.
    pub fn is_described(&self) -> bool {
        self.inner().described.is_some()
    }
}

/// What the flow carries, by point.
///
/// # Errors
/// `state` lacks what the flow takes by reference.
pub(crate) fn describe<O>(
    flow: &FlowInfo,
    run: Run<O>,
    state: &State,
) -> Result<Vec<CarryingPoint>, CannotRun> {
    (1..)
        .zip(flow.points)
        .map(|(number, point)| {
            let questions = point.questions.iter();
            let asks = questions.map(|question| question.key).collect();
            if point.carried.is_empty() {
                // There is nothing that it could leave at.
                let locals = Vec::new();
                return Ok(CarryingPoint { asks, locals });
            }
            let machine = Machine::describing(number);
            let mut flow = run(&machine, &Map::new(), state)?;
            // It reaches its point, finds nothing to read there, and waits to be dropped.
            let _ = flow.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            drop(flow);
            let described = machine.inner().described.take();
            let locals = described.map(|it| it.locals).unwrap_or_default();
            Ok(CarryingPoint { asks, locals })
        })
        .collect()
}
