//! A `let` with a step in it: what is asked or branched in front, and bound behind.

use syn::{Expr, Local};

use super::bindings::Declare;
use super::lower::{Cont, Lowering, Stmts};
use super::{Block, End, Incoming, JoinValue, Op, Point, PointId, RegionKind, Suspend, Uses};
use crate::messages;
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
            Expr::Macro(mac) => match step::parse(&mac.mac) {
                Some(Ok(step)) => self.suspend(ops, step, local, stmts, cont),
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
        mut local: Local,
        ty: Option<syn::Type>,
        stmts: &mut Stmts,
        cont: Cont,
    ) -> Block {
        let defs = self.declare_pattern(&mut local.pat, Declare::Flow);
        let pat = match local.pat {
            syn::Pat::Type(typed) => *typed.pat,
            other => other,
        };
        let op = Op::Bind {
            pat,
            attrs: local.attrs,
            ty,
            value,
            defs,
        };
        let mut block = self.stmts(stmts, cont);
        block.ops.insert(0, op);
        block
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
        let point = PointId(self.points.len());
        let region = self.reserve(RegionKind::Point(point));
        if point.0 == usize::from(u16::MAX) {
            self.errors.at(step.span, messages::TOO_MANY_POINTS);
        }
        self.points.push(Point { step, region });
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
                    **boxed = code.expr;
                    all.extend(code.uses);
                }
                Part::Expr(expr) => {
                    let code = self.code(expr.clone());
                    *expr = code.expr;
                    all.extend(code.uses);
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
