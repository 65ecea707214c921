//! The parts of an expression that are evaluated in order.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, Ident, Stmt, UnOp};

use super::hoist::Hoist;
use crate::parse::call::Call;
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
                if step::is_in(&binary.left) || !Changes::default().spare(&binary.left) {
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
        let changed: Vec<Changes> = operands
            .iter()
            .map(|operand| self.changes_in(operand))
            .collect();
        for (index, operand) in operands.into_iter().enumerate().take(last + 1) {
            let expr = std::mem::replace(operand, Expr::PLACEHOLDER);
            let value = self.expr(expr, out);
            let mut later = changed[index + 1..].iter();
            *operand = if index == last || later.all(|changes| changes.spare(&value)) {
                value
            } else {
                self.spill(&value, out)
            };
        }
    }

    /// The operands of a call of another flow. They are needed again when it is resumed: a value
    /// that is computed goes to a temporary, which is carried.
    pub(super) fn call_operands(&mut self, call: &mut Call, out: &mut Vec<Stmt>) {
        let takes_receiver = matches!(call.expr, Expr::MethodCall(_));
        let operands = call.operands_mut();
        let changed: Vec<Changes> = operands
            .iter()
            .map(|operand| self.changes_in(operand))
            .collect();
        for (index, operand) in operands.into_iter().enumerate() {
            let expr = std::mem::replace(operand, Expr::PLACEHOLDER);
            let value = self.expr(expr, out);
            let spared = changed[index + 1..]
                .iter()
                .all(|changes| changes.is_none() || changes.spare(&value));
            // A flow takes `&self`, so its receiver is borrowed.
            let is_receiver = takes_receiver && index == 0;
            let stays = stays(&value) || is_receiver && is_place(&value);
            *operand = match value {
                value if stays && spared => value,
                Expr::Reference(mut borrow) => {
                    *borrow.expr = self.spill(&borrow.expr, out);
                    Expr::Reference(borrow)
                }
                value => self.spill(&value, out),
            };
        }
    }

    /// What evaluating an expression may do to locals.
    fn changes_in(&self, expr: &Expr) -> Changes {
        let mut changes = Changes::default();
        changes.visit_expr(expr);
        // Nothing is ever changed that is not `mut` anywhere.
        changes.assigned.retain(|name| self.mutable.contains(name));
        changes.called.retain(|name| self.mutable.contains(name));
        changes
    }
}

/// The locals that an expression may change.
#[derive(Default)]
struct Changes {
    /// Those it assigns to, or borrows to change them.
    assigned: BTreeSet<Ident>,
    /// The receivers of its methods, which may take them by `&mut`.
    called: BTreeSet<Ident>,
    /// Those that stand for themselves, and may be moved away.
    moved: BTreeSet<Ident>,
}

impl Changes {
    fn is_none(&self) -> bool {
        self.assigned.is_empty() && self.called.is_empty()
    }

    /// Whether an operand is the same when it is evaluated after the changes.
    fn spare(&self, operand: &Expr) -> bool {
        match operand {
            Expr::Lit(_) => true,
            Expr::Path(_) => as_local(operand)
                .is_none_or(|name| !self.assigned.contains(name) && !self.called.contains(name)),
            // A local is the same where it is moved twice, but none of its fields is there then.
            Expr::Field(field) => {
                root(&field.base).is_none_or(|name| !self.moved.contains(name))
                    && self.spare(&field.base)
            }
            Expr::Reference(reference) => self.spare_borrowed(&reference.expr),
            Expr::Paren(inner) => self.spare(&inner.expr),
            Expr::Group(inner) => self.spare(&inner.expr),
            Expr::Unary(unary) => {
                matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_))
            }
            _ => false,
        }
    }

    /// A place that is borrowed: no method can change it meanwhile.
    fn spare_borrowed(&self, place: &Expr) -> bool {
        match place {
            Expr::Path(_) => as_local(place).is_none_or(|name| !self.assigned.contains(name)),
            Expr::Field(field) => self.spare_borrowed(&field.base),
            Expr::Paren(inner) => self.spare_borrowed(&inner.expr),
            other => self.spare(other),
        }
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.assigned.extend(root(&assign.left).cloned()),
            Expr::Binary(binary) if is_compound_assignment(&binary.op) => {
                self.assigned.extend(root(&binary.left).cloned());
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.assigned.extend(root(&reference.expr).cloned());
            }
            Expr::MethodCall(call) => self.called.extend(root(&call.receiver).cloned()),
            _ => {}
        }
        match expr {
            Expr::Path(_) => self.moved.extend(as_local(expr).cloned()),
            Expr::Field(field) if root(&field.base).is_some() => {}
            Expr::Reference(reference) if root(&reference.expr).is_some() => {}
            Expr::MethodCall(call) if root(&call.receiver).is_some() => {
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}

/// Whether evaluating an operand again, in another round, is the same: it is a local, a borrow of
/// a place, or makes nothing but itself.
fn stays(operand: &Expr) -> bool {
    match operand {
        Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
        Expr::Reference(borrow) => is_place(&borrow.expr) || stays(&borrow.expr),
        Expr::Paren(inner) => stays(&inner.expr),
        Expr::Group(inner) => stays(&inner.expr),
        Expr::Range(range) => range.start.iter().chain(&range.end).all(|end| stays(end)),
        _ => false,
    }
}

fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        Expr::Index(index) => is_place(&index.expr) && stays(&index.index),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// The local that a place is, or is a part of.
fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(inner) => root(&inner.expr),
        other => as_local(other),
    }
}

/// The names that are `mut` anywhere in `tokens`.
pub(super) fn mutable_in(tokens: TokenStream, found: &mut BTreeSet<Ident>) {
    let mut after_mut = false;
    for token in tokens {
        let is_mut = matches!(&token, TokenTree::Ident(ident) if ident == "mut");
        match token {
            TokenTree::Ident(ident) if after_mut => {
                found.insert(ident);
            }
            TokenTree::Group(group) => mutable_in(group.stream(), found),
            _ => {}
        }
        after_mut = is_mut;
    }
}

pub(crate) fn is_compound_assignment(op: &syn::BinOp) -> bool {
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
