//! The parts of an expression that are evaluated in order.

use syn::visit::{self, Visit};
use syn::{Expr, Ident, Stmt, UnOp};

use super::hoist::Hoist;
use crate::parse::{as_local, step};

impl Hoist<'_> {
    /// Takes the steps out of an expression's operands, and whatever is evaluated before them.
    /// `false` where the expression is of a kind that has no operands.
    pub(super) fn operands(&mut self, expr: &mut Expr, out: &mut Vec<Stmt>) -> bool {
        match expr {
            Expr::Paren(inner) => self.replace(&mut inner.expr, out),
            Expr::Group(inner) => self.replace(&mut inner.expr, out),
            Expr::Try(inner) => self.replace(&mut inner.expr, out),
            Expr::Await(inner) => self.replace(&mut inner.base, out),
            Expr::Field(inner) => self.replace(&mut inner.base, out),
            Expr::Cast(inner) => self.replace(&mut inner.expr, out),
            Expr::Unary(inner) => self.replace(&mut inner.expr, out),
            Expr::Reference(inner) => self.replace(&mut inner.expr, out),
            Expr::Repeat(inner) => self.replace(&mut inner.expr, out),
            Expr::Assign(inner) => self.replace(&mut inner.right, out),
            Expr::Return(inner) => inner
                .expr
                .iter_mut()
                .for_each(|expr| self.replace(expr, out)),
            Expr::Break(inner) => inner
                .expr
                .iter_mut()
                .for_each(|expr| self.replace(expr, out)),
            Expr::Call(call) => {
                let operands = std::iter::once(&mut *call.func).chain(&mut call.args);
                self.in_order(operands.collect(), out);
            }
            Expr::MethodCall(call) => {
                let operands = std::iter::once(&mut *call.receiver).chain(&mut call.args);
                self.in_order(operands.collect(), out);
            }
            Expr::Tuple(tuple) => self.in_order(tuple.elems.iter_mut().collect(), out),
            Expr::Array(array) => self.in_order(array.elems.iter_mut().collect(), out),
            Expr::Index(index) => self.in_order(vec![&mut index.expr, &mut index.index], out),
            Expr::Binary(binary) if is_compound_assignment(&binary.op) => {
                // Whether the place or the value comes first depends on their types, so it must
                // not matter.
                if step::is_in(&binary.left) || !can_wait(&binary.left, &[]) {
                    return false;
                }
                self.replace(&mut binary.right, out);
            }
            Expr::Binary(binary) => {
                self.in_order(vec![&mut binary.left, &mut binary.right], out);
            }
            Expr::Range(range) => {
                let operands = range.start.iter_mut().chain(&mut range.end);
                self.in_order(operands.map(|expr| &mut **expr).collect(), out);
            }
            Expr::Struct(literal) => {
                for field in &mut literal.fields {
                    field.colon_token.get_or_insert_default();
                }
                let operands = literal.fields.iter_mut().map(|field| &mut field.expr);
                self.in_order(operands.collect(), out);
            }
            _ => return false,
        }
        true
    }

    /// Operands that are evaluated one after the other. Each before the last step is spilled to
    /// a temporary, unless evaluating it later makes no difference.
    fn in_order(&mut self, operands: Vec<&mut Expr>, out: &mut Vec<Stmt>) {
        let Some(last) = operands.iter().rposition(|operand| step::is_in(*operand)) else {
            return;
        };
        let changed: Vec<Vec<Ident>> = operands
            .iter()
            .map(|operand| assigned_in(operand))
            .collect();
        for (index, operand) in operands.into_iter().enumerate().take(last + 1) {
            let expr = std::mem::replace(operand, Expr::PLACEHOLDER);
            let value = self.expr(expr, out);
            let later = &changed[index + 1..];
            *operand = if index == last || can_wait(&value, later) {
                value
            } else {
                self.spill(&value, out)
            };
        }
    }
}

/// Whether an operand has the same value when it is evaluated after the ones in `later`.
fn can_wait(operand: &Expr, later: &[Vec<Ident>]) -> bool {
    match operand {
        Expr::Lit(_) => true,
        Expr::Path(_) => as_local(operand)
            .is_none_or(|name| !later.iter().flatten().any(|changed| changed == name)),
        Expr::Field(field) => can_wait(&field.base, later),
        Expr::Reference(reference) => can_wait(&reference.expr, later),
        Expr::Paren(inner) => can_wait(&inner.expr, later),
        Expr::Group(inner) => can_wait(&inner.expr, later),
        Expr::Unary(unary) => {
            matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_))
        }
        _ => false,
    }
}

/// The locals that an expression may assign to.
fn assigned_in(expr: &Expr) -> Vec<Ident> {
    struct Assigned(Vec<Ident>);

    impl Assigned {
        fn place(&mut self, place: &Expr) {
            match place {
                Expr::Field(field) => self.place(&field.base),
                Expr::Index(index) => self.place(&index.expr),
                Expr::Paren(inner) => self.place(&inner.expr),
                other => self.0.extend(as_local(other).cloned()),
            }
        }
    }

    impl<'ast> Visit<'ast> for Assigned {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Assign(assign) => self.place(&assign.left),
                Expr::Binary(binary) if is_compound_assignment(&binary.op) => {
                    self.place(&binary.left);
                }
                Expr::Reference(reference) if reference.mutability.is_some() => {
                    self.place(&reference.expr);
                }
                // A method may take its receiver by `&mut`.
                Expr::MethodCall(call) => self.place(&call.receiver),
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
    }

    let mut assigned = Assigned(Vec::new());
    assigned.visit_expr(expr);
    assigned.0
}

pub(super) fn is_compound_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp;
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
