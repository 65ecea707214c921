//! Whether a local has a new value wherever control comes behind a statement. Then it needs none
//! before: it may have been moved away, and does not travel to the statement.
//!
//! What is not seen here, in a loop or a closure, is not counted; what is counted wrongly would be a
//! local without a value, which rustc refuses.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, Local, Macro, PatIdent, Stmt};

use super::resolve::JUMP;
use crate::check::is_conditional;
use crate::parse::as_local;

/// Whether a statement in which nothing else mentions the local always assigns to it.
pub(super) fn by_stmt(stmt: &Stmt, local: &Ident) -> bool {
    let name = local.to_string();
    let mut other = Other::of(&name);
    other.visit_stmt(stmt);
    !other.found && in_stmt(stmt, &name)
}

/// The same of an expression.
pub(super) fn by_expr(expr: &Expr, local: &Ident) -> bool {
    let name = local.to_string();
    let mut other = Other::of(&name);
    other.visit_expr(expr);
    !other.found && in_expr(expr, &name)
}

fn in_stmt(stmt: &Stmt, name: &str) -> bool {
    match stmt {
        Stmt::Local(Local { attrs, init, .. }) => {
            !is_conditional(attrs) && init.as_ref().is_some_and(|init| in_expr(&init.expr, name))
        }
        Stmt::Expr(expr, _) => in_expr(expr, name),
        Stmt::Macro(stmt) => !is_conditional(&stmt.attrs) && leaves(&stmt.mac),
        Stmt::Item(_) => false,
    }
}

fn in_expr(expr: &Expr, name: &str) -> bool {
    let in_block = |block: &syn::Block| block.stmts.iter().any(|stmt| in_stmt(stmt, name));
    match expr {
        Expr::Assign(assign) => {
            !is_conditional(&assign.attrs)
                && (as_local(&assign.left).is_some_and(|local| local == name)
                    || in_expr(&assign.right, name))
        }
        Expr::Paren(inner) => in_expr(&inner.expr, name),
        Expr::Group(inner) => in_expr(&inner.expr, name),
        Expr::Block(block) => {
            block.label.is_none() && !is_conditional(&block.attrs) && in_block(&block.block)
        }
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            !is_conditional(&branch.attrs)
                && in_block(&branch.then_branch)
                && other.is_some_and(|(_, other)| in_expr(other, name))
        }
        Expr::Match(branch) => {
            !is_conditional(&branch.attrs)
                && (in_expr(&branch.expr, name)
                    || branch.arms.iter().all(|arm| in_expr(&arm.body, name)))
        }
        // Control does not come behind it.
        Expr::Return(leaving) => !is_conditional(&leaving.attrs),
        Expr::Break(leaving) => !is_conditional(&leaving.attrs),
        Expr::Continue(leaving) => !is_conditional(&leaving.attrs),
        Expr::Macro(expr) => !is_conditional(&expr.attrs) && leaves(&expr.mac),
        _ => false,
    }
}

fn leaves(mac: &Macro) -> bool {
    let last = mac.path.segments.last();
    last.is_some_and(|last| {
        [JUMP, "panic", "unreachable", "todo", "unimplemented"]
            .iter()
            .any(|name| last.ident == name)
    })
}

/// Looks for another local of the name.
struct Other<'n> {
    name: &'n str,
    found: bool,
}

impl<'n> Other<'n> {
    fn of(name: &'n str) -> Self {
        Self { name, found: false }
    }
}

impl<'ast> Visit<'ast> for Other<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.found |= pat.ident == self.name;
        visit::visit_pat_ident(self, pat);
    }
}
