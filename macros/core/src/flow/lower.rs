//! The normal form to the flow.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprBlock, Lifetime, Stmt};

use super::assigned::never_ends;
use super::bindings::Declare;
use super::native::leaves;
use super::scope::Scope;
use super::{
    Arm, Binding, BindingId, Block, Code, End, Flow, Jump, Native, Op, Origin, Point, Region,
    RegionId, RegionKind, Transition, Uses,
};
use crate::diag::Errors;
use crate::messages;
use crate::parse::call::{self, Call};
use crate::parse::step;
use crate::parse::{Function, ParamKind};

/// Cuts a body in normal form into regions.
pub(crate) fn lower(errors: &mut Errors, tool: &Function, body: syn::Block) -> Flow {
    let mut lowering = Lowering {
        errors,
        bindings: Vec::new(),
        guards: BTreeSet::new(),
        changing: Uses::new(),
        scope: Scope::default(),
        regions: Vec::new(),
        points: Vec::new(),
        jumps: Vec::new(),
        items: Vec::new(),
        targets: Vec::new(),
    };
    lowering.scope.enter();
    for param in &tool.params {
        // A `mut` argument may be changed before a step, so the retry's value is not the one.
        let origin = match param.kind {
            ParamKind::Injected => Origin::Injected,
            ParamKind::Argument if param.mutable => Origin::Local,
            ParamKind::Argument => Origin::Argument,
        };
        let id = lowering.declare(&param.ident, param.mutable, origin);
        if !param.salient {
            lowering.changing.insert(id);
        }
    }
    let start = lowering.reserve(RegionKind::Start);
    let block = lowering.block(body, Cont::Return);
    lowering.fill(start, block);
    lowering.finish(tool.params.len())
}

pub(super) struct Lowering<'e> {
    pub(super) errors: &'e mut Errors,
    pub(super) bindings: Vec<Binding>,
    pub(super) guards: BTreeSet<BindingId>,
    /// The arguments that may be others in each round.
    pub(super) changing: Uses,
    pub(super) scope: Scope,
    pub(super) jumps: Vec<Jump>,
    pub(super) targets: Vec<Target>,
    regions: Vec<(RegionKind, Option<Block>)>,
    pub(super) points: Vec<Point>,
    items: Vec<syn::Item>,
}

/// A lowered loop or labelled block.
pub(super) struct Target {
    label: Option<String>,
    break_to: Cont,
    /// The loop's head; `None` for a labelled block.
    continue_to: Option<RegionId>,
}

/// The top of a loop that runs while a condition holds.
pub(super) struct LoopTop {
    pub(super) head: RegionId,
    /// What comes in front of the condition.
    pub(super) ops: Vec<Op>,
    pub(super) condition: Code,
    /// What the condition binds.
    pub(super) defs: Vec<BindingId>,
    pub(super) span: Span,
}

/// Where a jump goes.
pub(super) enum Break {
    Return,
    Region(RegionId),
}

/// What becomes of the value of a block.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cont {
    /// It is the tool's.
    Return,
    /// It goes to a region, which takes it or not.
    Goto(RegionId),
    /// There is none: the block has to leave by itself.
    Never,
}

pub(super) type Stmts = std::vec::IntoIter<Stmt>;

impl Lowering<'_> {
    fn finish(self, parameters: usize) -> Flow {
        let empty = || Block {
            ops: Vec::new(),
            end: End::Unreachable,
        };
        let regions = self
            .regions
            .into_iter()
            .map(|(kind, body)| Region {
                kind,
                body: body.unwrap_or_else(empty),
            })
            .collect();
        Flow {
            bindings: self.bindings,
            parameters,
            regions,
            points: self.points,
            jumps: self.jumps,
            items: self.items,
        }
    }

    pub(super) fn reserve(&mut self, kind: RegionKind) -> RegionId {
        self.regions.push((kind, None));
        RegionId(self.regions.len() - 1)
    }

    pub(super) fn fill(&mut self, region: RegionId, block: Block) {
        self.regions[region.0].1 = Some(block);
    }

    pub(super) fn jump_target(&self, label: Option<&Lifetime>, is_break: bool) -> Option<Break> {
        let target = self.targets.iter().rev().find(|target| match label {
            Some(label) => target
                .label
                .as_ref()
                .is_some_and(|name| label.ident == name),
            None => target.continue_to.is_some(),
        })?;
        match (is_break, target.break_to) {
            (false, _) => target.continue_to.map(Break::Region),
            (true, Cont::Return) => Some(Break::Return),
            (true, Cont::Goto(region)) => Some(Break::Region(region)),
            (true, Cont::Never) => None,
        }
    }

    pub(super) fn block(&mut self, block: syn::Block, cont: Cont) -> Block {
        self.scope.enter();
        let lowered = self.stmts(&mut block.stmts.into_iter(), cont);
        self.scope.leave();
        lowered
    }

    pub(super) fn stmts(&mut self, stmts: &mut Stmts, cont: Cont) -> Block {
        let mut ops = Vec::new();
        while let Some(stmt) = stmts.next() {
            let is_last = stmts.as_slice().is_empty();
            if !step::is_in(&stmt) {
                match stmt {
                    // Items see no locals, and all of their block sees them: those of the body
                    // can stand in front of the machine, and others nowhere.
                    Stmt::Item(item) if self.scope.is_body() => self.items.push(item),
                    Stmt::Item(item) => self.errors.on(item, messages::NESTED_ITEM),
                    Stmt::Expr(expr, None) if is_last => return self.end(ops, Some(expr), cont),
                    Stmt::Expr(expr, _) if leaves(&expr) => return self.leave(ops, expr),
                    other => {
                        let never_ends = never_ends(&other);
                        ops.push(Op::Native(self.native(other)));
                        // What nothing reaches is left out, here as behind a `return`.
                        if never_ends {
                            let end = End::Unreachable;
                            return Block { ops, end };
                        }
                    }
                }
                continue;
            }
            if let Some(call) = own_call(&stmt) {
                return self.call(ops, call, None, stmts, cont);
            }
            match stmt {
                Stmt::Local(local) => return self.local(ops, local, stmts, cont),
                Stmt::Expr(expr, semi) if is_last && semi.is_none() => {
                    return self.construct(ops, expr, cont, None);
                }
                Stmt::Expr(expr, _) => {
                    let join = self.reserve(RegionKind::Join(None));
                    let before = self.construct(ops, expr, Cont::Goto(join), Some(join));
                    let behind = self.stmts(stmts, cont);
                    self.fill(join, behind);
                    return before;
                }
                Stmt::Macro(_) | Stmt::Item(_) => self.errors.on(stmt, messages::POSITION),
            }
        }
        self.end(ops, None, cont)
    }

    /// The end of a block, with its value.
    fn end(&mut self, mut ops: Vec<Op>, value: Option<Expr>, cont: Cont) -> Block {
        if let Some(expr) = &value
            && leaves(expr)
            && let Some(expr) = value
        {
            return self.leave(ops, expr);
        }
        let span = value.as_ref().map_or_else(Span::call_site, Spanned::span);
        let value = value.map(|value| self.code(value));
        let end = match cont {
            Cont::Return => End::Return(value),
            Cont::Goto(target) => End::Goto(Transition {
                target,
                value,
                span,
                hidden: self.scope.hidden(&self.bindings),
            }),
            Cont::Never => {
                ops.extend(value.map(|code| {
                    Op::Native(Native {
                        stmt: Stmt::Expr(code.expr, None),
                        uses: code.uses,
                        inits: code.inits,
                        writes: code.writes,
                        defs: Vec::new(),
                        jumps: code.jumps,
                    })
                }));
                End::Unreachable
            }
        };
        Block { ops, end }
    }

    /// `return …`, `break …`, `continue`: the block ends here.
    fn leave(&mut self, mut ops: Vec<Op>, expr: Expr) -> Block {
        let stmt = Stmt::Expr(expr, Some(syn::Token![;](Span::mixed_site())));
        ops.push(Op::Native(self.native(stmt)));
        Block {
            ops,
            end: End::Unreachable,
        }
    }

    /// Control flow with steps in it. Its value goes to `cont`; `join` is the region behind it,
    /// where that is its own.
    pub(super) fn construct(
        &mut self,
        ops: Vec<Op>,
        expr: Expr,
        cont: Cont,
        join: Option<RegionId>,
    ) -> Block {
        let end = match expr {
            Expr::Block(block) => return self.plain_block(ops, block, cont, join),
            Expr::If(branch) => self.branch(branch, cont, join),
            Expr::Match(branch) => self.arms(branch, cont, join),
            Expr::Loop(repeat) => {
                let head = self.reserve(RegionKind::LoopHead);
                self.enter_loop(repeat.label.as_ref(), head, cont);
                let body = self.block(repeat.body, Cont::Goto(head));
                self.targets.pop();
                self.fill(head, body);
                self.goto(head, repeat.loop_token.span)
            }
            Expr::While(repeat) => self.while_loop(repeat, cont),
            Expr::ForLoop(repeat) => return self.for_loop(ops, repeat, cont),
            other => {
                self.errors.on(other, messages::POSITION);
                End::Unreachable
            }
        };
        Block { ops, end }
    }

    fn plain_block(
        &mut self,
        ops: Vec<Op>,
        block: ExprBlock,
        cont: Cont,
        join: Option<RegionId>,
    ) -> Block {
        if let Some(label) = &block.label {
            self.targets.push(Target {
                label: Some(label.name.ident.to_string()),
                break_to: cont,
                continue_to: None,
            });
        }
        let body = Box::new(self.block(block.block, cont));
        if block.label.is_some() {
            self.targets.pop();
        }
        Block {
            ops,
            end: End::Scope { body, join },
        }
    }

    fn branch(&mut self, branch: syn::ExprIf, cont: Cont, join: Option<RegionId>) -> End {
        let span = branch.if_token.span;
        self.scope.enter();
        let (condition, defs) = self.condition(*branch.cond);
        let then = Box::new(self.block(branch.then_branch, cont));
        self.scope.leave();
        let other = Box::new(match branch.else_branch {
            Some((_, other)) => self.expr_block(*other, cont),
            None => self.nothing(cont, span),
        });
        End::If {
            cond: condition,
            defs,
            then,
            other,
            join,
        }
    }

    fn arms(&mut self, branch: syn::ExprMatch, cont: Cont, join: Option<RegionId>) -> End {
        let scrutinee = self.code(*branch.expr);
        let arms = branch
            .arms
            .into_iter()
            .map(|mut arm| {
                self.scope.enter();
                let defs = self.declare_pattern(&mut arm.pat, Declare::Flow);
                let guard = self.guard(&mut arm.pat);
                let body = self.expr_block(*arm.body, cont);
                self.scope.leave();
                Arm {
                    attrs: arm.attrs,
                    pat: arm.pat,
                    guard: guard.places(),
                    jumps: guard.jumps,
                    defs,
                    body,
                }
            })
            .collect();
        End::Match {
            attrs: branch.attrs,
            scrutinee,
            arms,
            join,
        }
    }

    pub(super) fn while_loop(&mut self, repeat: syn::ExprWhile, cont: Cont) -> End {
        let span = repeat.while_token.span;
        let head = self.reserve(RegionKind::LoopHead);
        self.scope.enter();
        let (condition, defs) = self.condition(*repeat.cond);
        let top = LoopTop {
            head,
            ops: Vec::new(),
            condition,
            defs,
            span,
        };
        self.repeat(top, repeat.label.as_ref(), repeat.body, cont)
    }

    /// The rest of a loop whose condition is in scope: its body, and the way out.
    pub(super) fn repeat(
        &mut self,
        top: LoopTop,
        label: Option<&syn::Label>,
        body: syn::Block,
        cont: Cont,
    ) -> End {
        let LoopTop {
            head,
            ops,
            condition,
            defs,
            span,
        } = top;
        self.enter_loop(label, head, cont);
        let then = Box::new(self.block(body, Cont::Goto(head)));
        self.targets.pop();
        self.scope.leave();
        let other = Box::new(self.nothing(cont, span));
        let end = End::If {
            cond: condition,
            defs,
            then,
            other,
            join: None,
        };
        self.fill(head, Block { ops, end });
        self.goto(head, span)
    }

    pub(super) fn enter_loop(&mut self, label: Option<&syn::Label>, head: RegionId, cont: Cont) {
        self.targets.push(Target {
            label: label.map(|label| label.name.ident.to_string()),
            break_to: cont,
            continue_to: Some(head),
        });
    }

    /// An expression in the place of a block.
    pub(super) fn expr_block(&mut self, expr: Expr, cont: Cont) -> Block {
        match expr {
            Expr::Block(block) if block.label.is_none() => self.block(block.block, cont),
            other => {
                self.scope.enter();
                let lowered = self.stmts(&mut vec![Stmt::Expr(other, None)].into_iter(), cont);
                self.scope.leave();
                lowered
            }
        }
    }

    pub(super) fn goto(&self, target: RegionId, span: Span) -> End {
        End::Goto(Transition {
            target,
            value: None,
            span,
            hidden: self.scope.hidden(&self.bindings),
        })
    }

    /// The missing `else`.
    pub(super) fn nothing(&mut self, cont: Cont, span: Span) -> Block {
        let mut block = self.end(Vec::new(), None, cont);
        if let End::Goto(transition) = &mut block.end {
            transition.span = span;
        }
        block
    }
}

/// The call of another flow whose value nobody takes: `flow!(tell(name));`
fn own_call(stmt: &Stmt) -> Option<Call> {
    let mac = match stmt {
        Stmt::Expr(Expr::Macro(expr), Some(_)) => &expr.mac,
        Stmt::Macro(stmt) if stmt.semi_token.is_some() => &stmt.mac,
        _ => return None,
    };
    call::parse(mac)?.ok()
}
