//! Puts transitions in the place of the jumps of native code.

use proc_macro2::TokenStream;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Macro, Pat, Stmt};

use crate::flow::{JUMP, JumpId};

pub(super) fn in_stmt(stmt: &Stmt, jumps: &[JumpId], emit: &dyn Fn(JumpId) -> TokenStream) -> Stmt {
    let mut stmt = stmt.clone();
    if !jumps.is_empty() {
        Substitute { jumps, emit }.visit_stmt_mut(&mut stmt);
    }
    stmt
}

pub(super) fn in_expr(expr: &Expr, jumps: &[JumpId], emit: &dyn Fn(JumpId) -> TokenStream) -> Expr {
    let mut expr = expr.clone();
    if !jumps.is_empty() {
        Substitute { jumps, emit }.visit_expr_mut(&mut expr);
    }
    expr
}

pub(super) fn in_pat(pat: &Pat, jumps: &[JumpId], emit: &dyn Fn(JumpId) -> TokenStream) -> Pat {
    let mut pat = pat.clone();
    if !jumps.is_empty() {
        Substitute { jumps, emit }.visit_pat_mut(&mut pat);
    }
    pat
}

struct Substitute<'e> {
    /// Those of the code: a placeholder with another number is the author's.
    jumps: &'e [JumpId],
    emit: &'e dyn Fn(JumpId) -> TokenStream,
}

impl Substitute<'_> {
    fn jump(&self, mac: &Macro) -> Option<Expr> {
        if !mac.path.is_ident(JUMP) {
            return None;
        }
        let number: syn::LitInt = syn::parse2(mac.tokens.clone()).ok()?;
        let jump = JumpId(number.base10_parse().ok()?);
        (self.jumps.contains(&jump)).then(|| Expr::Verbatim((self.emit)(jump)))
    }
}

impl VisitMut for Substitute<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(mac) = expr
            && let Some(jump) = self.jump(&mac.mac)
        {
            *expr = jump;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(mac) = stmt
            && let Some(jump) = self.jump(&mac.mac)
        {
            *stmt = Stmt::Expr(jump, mac.semi_token);
            return;
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }
}
