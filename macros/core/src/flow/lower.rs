//! The normal form to the flow.

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprBlock, Lifetime, Local, Stmt};

use super::bindings::Declare;
use super::scope::Scope;
use super::{
    Arm, Binding, BindingId, Block, End, Flow, Incoming, JoinValue, Jump, Native, Op, Origin,
    Point, PointId, Region, RegionId, RegionKind, Suspend, Transition, Uses,
};
use crate::diag::Errors;
use crate::messages;
use crate::parse::step::{self, Part, Step, Text};
use crate::parse::{Function, ParamKind, as_local, single_binding};

/// Cuts a body in normal form into regions.
pub(crate) fn lower(errors: &mut Errors, tool: &Function, body: syn::Block) -> Flow {
    let mut lowering = Lowering {
        errors,
        bindings: Vec::new(),
        guards: BTreeSet::new(),
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
        lowering.declare(&param.ident, param.mutable, origin);
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
    pub(super) scope: Scope,
    pub(super) jumps: Vec<Jump>,
    pub(super) targets: Vec<Target>,
    regions: Vec<(RegionKind, Option<Block>)>,
    points: Vec<Point>,
    items: Vec<syn::Item>,
}

/// A lowered loop or labelled block.
pub(super) struct Target {
    label: Option<String>,
    break_to: Cont,
    /// The loop's head; `None` for a labelled block.
    continue_to: Option<RegionId>,
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

type Stmts = std::vec::IntoIter<Stmt>;

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

    fn stmts(&mut self, stmts: &mut Stmts, cont: Cont) -> Block {
        let mut ops = Vec::new();
        while let Some(stmt) = stmts.next() {
            let is_last = stmts.as_slice().is_empty();
            if !step::is_in(&stmt) {
                match stmt {
                    Stmt::Item(item) => self.items.push(item),
                    Stmt::Expr(expr, None) if is_last => return self.end(ops, Some(expr), cont),
                    Stmt::Expr(expr, _) if leaves(&expr) => return self.leave(ops, expr),
                    other => ops.push(Op::Native(self.native(other))),
                }
                continue;
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
            }),
            Cont::Never => {
                ops.extend(value.map(|code| {
                    Op::Native(Native {
                        stmt: Stmt::Expr(code.expr, None),
                        uses: code.uses,
                        kills: None,
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

    /// A statement without steps.
    pub(super) fn native(&mut self, mut stmt: Stmt) -> Native {
        let kills = match &stmt {
            Stmt::Expr(Expr::Assign(assign), _) => as_local(&assign.left).cloned(),
            _ => None,
        };
        let kills = kills.and_then(|ident| match self.scope.look_up(&ident.to_string())? {
            super::scope::Name::Binding(id) => Some(id),
            super::scope::Name::Inner => None,
        });
        let (mut uses, jumps, defs) = match &mut stmt {
            Stmt::Local(local) => self.native_local(local),
            other => {
                let (uses, jumps) = self.statement(other);
                (uses, jumps, Vec::new())
            }
        };
        if let (Some(id), Stmt::Expr(Expr::Assign(assign), _)) = (kills, &stmt) {
            // Only the right side reads.
            let reads = self.code((*assign.right).clone()).uses;
            if !reads.contains(&id) {
                uses.remove(&id);
            }
        }
        self.note_guard(&stmt, &defs);
        Native {
            stmt,
            uses,
            kills,
            defs,
            jumps,
        }
    }

    fn native_local(&mut self, local: &mut Local) -> (Uses, Vec<super::JumpId>, Vec<BindingId>) {
        let mut uses = Uses::new();
        let mut jumps = Vec::new();
        if let Some(init) = &mut local.init {
            let exprs = std::iter::once(&mut init.expr)
                .chain(init.diverge.as_mut().map(|(_, diverge)| diverge));
            for slot in exprs {
                let code = self.code(std::mem::replace(&mut **slot, Expr::PLACEHOLDER));
                **slot = code.expr;
                uses.extend(code.uses);
                jumps.extend(code.jumps);
            }
        }
        let defs = self.declare_pattern(&mut local.pat, Declare::Flow);
        if let [id] = defs[..] {
            self.bindings[id.0].origin = origin_of(local, &uses);
            self.bindings[id.0].borrows =
                matches!(annotation(local), Some(syn::Type::Reference(_)));
        }
        (uses, jumps, defs)
    }

    /// A `let` with a step in it, and all that comes behind.
    fn local(&mut self, ops: Vec<Op>, mut local: Local, stmts: &mut Stmts, cont: Cont) -> Block {
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
            end: End::Suspend(Suspend { point, uses }),
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

    /// Control flow with steps in it. Its value goes to `cont`; `join` is the region behind it,
    /// where that is its own.
    fn construct(&mut self, ops: Vec<Op>, expr: Expr, cont: Cont, join: Option<RegionId>) -> Block {
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
                goto(head, repeat.loop_token.span)
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
                let (guard, _) = self.guard(&mut arm.pat);
                let body = self.expr_block(*arm.body, cont);
                self.scope.leave();
                Arm {
                    attrs: arm.attrs,
                    pat: arm.pat,
                    guard,
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
        self.enter_loop(repeat.label.as_ref(), head, cont);
        let then = Box::new(self.block(repeat.body, Cont::Goto(head)));
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
        self.fill(
            head,
            Block {
                ops: Vec::new(),
                end,
            },
        );
        goto(head, span)
    }

    pub(super) fn enter_loop(&mut self, label: Option<&syn::Label>, head: RegionId, cont: Cont) {
        self.targets.push(Target {
            label: label.map(|label| label.name.ident.to_string()),
            break_to: cont,
            continue_to: Some(head),
        });
    }

    /// An expression in the place of a block.
    fn expr_block(&mut self, expr: Expr, cont: Cont) -> Block {
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

    /// The missing `else`.
    pub(super) fn nothing(&mut self, cont: Cont, span: Span) -> Block {
        let mut block = self.end(Vec::new(), None, cont);
        if let End::Goto(transition) = &mut block.end {
            transition.span = span;
        }
        block
    }
}

pub(super) fn goto(target: RegionId, span: Span) -> End {
    End::Goto(Transition {
        target,
        value: None,
        span,
    })
}

fn leaves(expr: &Expr) -> bool {
    matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_))
}

fn annotation(local: &Local) -> Option<syn::Type> {
    match &local.pat {
        syn::Pat::Type(typed) => Some((*typed.ty).clone()),
        _ => None,
    }
}

/// How a local gets its value behind a step.
fn origin_of(local: &Local, uses: &Uses) -> Origin {
    let Some(binding) = single_binding(&local.pat) else {
        return Origin::Local;
    };
    let Some(init) = &local.init else {
        return Origin::Late;
    };
    let is_plain = binding.mutability.is_none() && init.diverge.is_none();
    if is_plain && can_be_remade(&init.expr) {
        let stmt = Rc::new(Stmt::Local(local.clone()));
        Origin::Remade {
            stmt,
            uses: uses.clone(),
        }
    } else {
        Origin::Local
    }
}

/// Literals that have one type, constants, and borrows of places: cheaper to make again than to
/// carry, and for a `&str` the only way. A number without a suffix may mean another type
/// elsewhere, so it is carried.
fn can_be_remade(expr: &Expr) -> bool {
    fn is_place(expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => true,
            Expr::Field(field) => is_place(&field.base),
            _ => false,
        }
    }

    match expr {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => !number.suffix().is_empty(),
            syn::Lit::Float(number) => !number.suffix().is_empty(),
            _ => true,
        },
        Expr::Path(path) => is_constant(path),
        Expr::Reference(borrow) => borrow.mutability.is_none() && is_place(&borrow.expr),
        Expr::Paren(inner) => can_be_remade(&inner.expr),
        _ => false,
    }
}

/// `LIMIT`, `limits::LIMIT`: a constant by its spelling.
fn is_constant(path: &syn::ExprPath) -> bool {
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name.len() > 1
            && name
                .chars()
                .all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_')
    })
}
