//! A `let` with a step in it: what is asked or branched in front, and bound behind.

use syn::{Expr, Local};

use super::bindings::Declare;
use super::lower::{Cont, Lowering, Stmts};
use super::{
    Block, Bound, Called, End, Incoming, JoinValue, Op, Point, PointId, RegionId, RegionKind,
    Suspend, Uses, Waits,
};
use crate::messages;
use crate::parse::call::{self, Call};
use crate::parse::step::{self, Part, Step, Text};

impl Lowering<'_> {
    /// A `let` with a step in it, and all that comes behind.
    pub(super) fn local(
        &mut self,
        ops: Vec<Op>,
        mut local: Local,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let Some(init) = local.init.take() else {
            return Block {
                ops,
                end: End::Unreachable,
            };
        };
        if let Some((_, diverge)) = init.diverge {
            return self.let_else(ops, local, *init.expr, *diverge, stmts, cont);
        }
        match *init.expr {
            Expr::Macro(mac) => match (step::parse(&mac.mac), call::parse(&mac.mac)) {
                (Some(Ok(step)), _) => self.suspend(ops, step, local, stmts, cont),
                (_, Some(Ok(call))) => self.call(ops, call, Some(local), stmts, cont),
                // Reported when positions were checked.
                _ => Block {
                    ops,
                    end: End::Unreachable,
                },
            },
            construct => {
                // Input:  let PAT = match … { … };
                // Output: each arm goes to a join with its value; there: let PAT = value;
                let ty = annotation(&local);
                let value = JoinValue {
                    ty: ty.clone().map(Box::new),
                };
                let join = self.reserve(RegionKind::Join(Some(value)));
                let before = self.construct(ops, construct, Cont::Goto(join), Some(join));
                let behind = self.bind(Incoming::JoinValue, local, ty, stmts, cont);
                self.fill(join, behind);
                before
            }
        }
    }

    /// Binds what a region begins with, and goes on.
    fn bind(
        &mut self,
        value: Incoming,
        local: Local,
        ty: Option<syn::Type>,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let bound = self.bound(local, ty);
        let mut block = self.stmts(stmts, cont);
        block.ops.insert(0, Op::Bind { bound, value });
        block
    }

    fn bound(&mut self, mut local: Local, ty: Option<syn::Type>) -> Bound {
        let defs = self.declare_pattern(&mut local.pat, Declare::Flow);
        let pat = match local.pat {
            syn::Pat::Type(typed) => *typed.pat,
            other => other,
        };
        Bound {
            pat,
            attrs: local.attrs,
            ty,
            defs,
        }
    }

    /// The call of another flow, and all that comes behind.
    ///
    /// The region of the call is come to from here, and from its point: a flow that is resumed
    /// while it waits for another one calls that again, and it goes on where it was.
    pub(super) fn call(
        &mut self,
        ops: Vec<Op>,
        call: Call,
        local: Option<Local>,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let span = call.span;
        let code = self.code(call.expr.clone());
        self.refuse_guards();
        let (point, resumed) = self.point(Waits::Return(call));
        let calls = self.reserve(RegionKind::Call(point));
        let (from_here, from_point) = (self.goto(calls, span), self.goto(calls, span));
        let bound = local.map(|local| {
            let ty = annotation(&local);
            self.bound(local, ty)
        });
        let mut behind = self.stmts(stmts, cont);
        let called = Called {
            point,
            call: code,
            bound,
        };
        behind.ops.insert(0, Op::Call(Box::new(called)));
        self.fill(calls, behind);
        self.fill(
            resumed,
            Block {
                ops: Vec::new(),
                end: from_point,
            },
        );
        Block {
            ops,
            end: from_here,
        }
    }

    fn point(&mut self, waits: Waits) -> (PointId, RegionId) {
        let point = PointId(self.points.len());
        let region = self.reserve(RegionKind::Point(point));
        let new = Point { waits, region };
        if point.0 == usize::from(u16::MAX) {
            self.errors.at(new.span(), messages::TOO_MANY_POINTS);
        }
        self.points.push(new);
        (point, region)
    }

    fn suspend(
        &mut self,
        ops: Vec<Op>,
        mut step: Step,
        local: Local,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let uses = self.questions(&mut step);
        self.refuse_guards();
        let hidden = self.scope.hidden(&self.bindings);
        let (point, region) = self.point(Waits::Answers(step));
        let ty = annotation(&local);
        let behind = self.bind(Incoming::Answers(point), local, ty, stmts, cont);
        self.fill(region, behind);
        Block {
            ops,
            end: End::Suspend(Suspend {
                point,
                uses,
                hidden,
            }),
        }
    }

    fn questions(&mut self, step: &mut Step) -> Uses {
        let mut all = Uses::new();
        for part in step.questions.iter_mut().flat_map(|it| it.kind.parts()) {
            match part {
                Part::Text(Text::Format(tokens)) => {
                    let (resolved, uses) = self.text(std::mem::take(tokens));
                    *tokens = resolved;
                    all.extend(uses);
                }
                Part::Text(Text::Expr(boxed)) => {
                    let code = self.code((**boxed).clone());
                    all.extend(code.places());
                    **boxed = code.expr;
                }
                Part::Expr(expr) => {
                    let code = self.code(expr.clone());
                    all.extend(code.places());
                    *expr = code.expr;
                }
            }
        }
        all
    }

    fn let_else(
        &mut self,
        ops: Vec<Op>,
        mut local: Local,
        init: Expr,
        diverge: Expr,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let init = self.code(init);
        let other = Box::new(self.expr_block(diverge, Cont::Never));
        let defs = self.declare_pattern(&mut local.pat, Declare::Flow);
        let then = Box::new(self.stmts(stmts, cont));
        let end = End::LetElse {
            pat: local.pat,
            attrs: local.attrs,
            init,
            defs,
            other,
            then,
        };
        Block { ops, end }
    }
}

/// The type that the author gives a `let`.
pub(super) fn annotation(local: &Local) -> Option<syn::Type> {
    match &local.pat {
        syn::Pat::Type(typed) => Some((*typed.ty).clone()),
        _ => None,
    }
}

/// Whether a type is a reference to what may end before another instance goes on.
pub(super) fn borrows(ty: &syn::Type) -> bool {
    let syn::Type::Reference(reference) = ty else {
        return false;
    };
    reference
        .lifetime
        .as_ref()
        .is_none_or(|lifetime| lifetime.ident != "static")
}
