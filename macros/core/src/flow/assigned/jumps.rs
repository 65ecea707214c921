//! Which jumps out of a piece of code come behind an assignment: where they go, the local has the
//! new value.

use proc_macro2::Ident;
use syn::{Block, Expr, Macro, Stmt};

use super::is_it;
use crate::check::{attributes_of, is_conditional};
use crate::flow::JumpId;
use crate::flow::resolve::JUMP;

/// The jumps out of a statement at which the local has another value.
pub(in crate::flow) fn jumps_in_stmt(stmt: &Stmt, local: &Ident) -> Vec<JumpId> {
    let name = local.to_string();
    let mut jumps = Jumps::of(&name);
    jumps.stmt(stmt);
    jumps.replaced
}

/// The same of an expression.
pub(in crate::flow) fn jumps_in_expr(expr: &Expr, local: &Ident) -> Vec<JumpId> {
    let name = local.to_string();
    let mut jumps = Jumps::of(&name);
    jumps.expr(expr);
    jumps.replaced
}

/// Goes through code in the order in which it runs, and notes the jumps. It does not look into
/// operands: where a jump there is not noted, the local has to be there, which may be needless.
struct Jumps<'n> {
    name: &'n str,
    /// Whether the local has another value wherever control comes here.
    is_replaced: bool,
    replaced: Vec<JumpId>,
}

impl<'n> Jumps<'n> {
    fn of(name: &'n str) -> Self {
        Self {
            name,
            is_replaced: false,
            replaced: Vec::new(),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Local(local) if is_conditional(&local.attrs) => {}
            Stmt::Local(local) => {
                let Some(init) = &local.init else { return };
                self.expr(&init.expr);
                if let Some((_, other)) = &init.diverge {
                    self.aside(|it| it.expr(other));
                }
            }
            Stmt::Expr(expr, _) => self.expr(expr),
            Stmt::Macro(stmt) if !is_conditional(&stmt.attrs) => self.mac(&stmt.mac),
            Stmt::Macro(_) | Stmt::Item(_) => {}
        }
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn expr(&mut self, expr: &Expr) {
        if is_conditional(attributes_of(expr)) {
            return;
        }
        match expr {
            Expr::Assign(assign) => {
                self.expr(&assign.right);
                self.is_replaced |= is_it(&assign.left, self.name) && assign.attrs.is_empty();
            }
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Let(binding) => self.expr(&binding.expr),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            Expr::Block(block) => self.aside(|it| it.block(&block.block)),
            Expr::If(branch) => {
                self.expr(&branch.cond);
                let before = self.is_replaced;
                self.block(&branch.then_branch);
                let then = std::mem::replace(&mut self.is_replaced, before);
                if let Some((_, other)) = &branch.else_branch {
                    self.expr(other);
                }
                self.is_replaced &= then;
            }
            Expr::Match(branch) => {
                self.expr(&branch.expr);
                let before = self.is_replaced;
                let mut all = true;
                for arm in &branch.arms {
                    self.is_replaced = before;
                    self.expr(&arm.body);
                    all &= self.is_replaced;
                }
                self.is_replaced = all;
            }
            Expr::Loop(repeat) => self.aside(|it| it.block(&repeat.body)),
            Expr::While(repeat) => {
                self.expr(&repeat.cond);
                self.aside(|it| it.block(&repeat.body));
            }
            Expr::ForLoop(repeat) => {
                self.expr(&repeat.expr);
                self.aside(|it| it.block(&repeat.body));
            }
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.is_replaced = true,
            Expr::Macro(expr) => self.mac(&expr.mac),
            _ => {}
        }
    }

    /// Code that may not run to its end.
    fn aside(&mut self, go: impl FnOnce(&mut Self)) {
        let before = self.is_replaced;
        go(self);
        self.is_replaced = before;
    }

    fn mac(&mut self, mac: &Macro) {
        if !mac.path.is_ident(JUMP) {
            return;
        }
        let number = mac.tokens.to_string().parse().map(JumpId);
        self.replaced
            .extend(number.ok().filter(|_| self.is_replaced));
        self.is_replaced = true;
    }
}
