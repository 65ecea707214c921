//! What is the same when it is evaluated again behind a step.

use proc_macro2::Ident;
use syn::{Expr, UnOp};

use super::lower::Lowering;
use super::scope::Name;
use super::{BindingId, Origin};
use crate::normalize::is_compound_assignment;
use crate::parse::as_local;

impl Lowering<'_> {
    /// Whether a binding is behind the step what it was before it. What the host injects may be
    /// another thing by then.
    pub(super) fn travels(&self, id: BindingId) -> bool {
        match &self.bindings[id.0].origin {
            Origin::Local | Origin::Late { .. } => true,
            Origin::Argument => !self.changing.contains(&id),
            Origin::Injected | Origin::Fresh { .. } => false,
            Origin::Remade { uses, .. } => uses.iter().all(|id| self.travels(*id)),
            Origin::Part { of, .. } => self.travels(*of),
        }
    }

    /// Whether an expression is a place that is there behind a step, as it was.
    pub(super) fn is_there(&self, place: &Expr) -> bool {
        let Some(root) = root(place) else {
            return false;
        };
        match self.scope.look_up(&root.to_string()) {
            Some(Name::Binding(id)) => self.travels(id),
            Some(Name::Inner { .. }) | None => false,
        }
    }

    /// Whether an index, or an argument of a method, has the same value: it is made of literals,
    /// constants, and locals that do not change.
    pub(super) fn stays(&self, value: &Expr) -> bool {
        match value {
            Expr::Lit(_) => true,
            Expr::Path(_) => {
                as_local(value).is_none_or(|name| match self.scope.look_up(&name.to_string()) {
                    Some(Name::Binding(id)) => !self.bindings[id.0].mutable && self.travels(id),
                    Some(Name::Inner { .. }) => false,
                    None => true,
                })
            }
            Expr::Paren(inner) => self.stays(&inner.expr),
            Expr::Array(array) => array.elems.iter().all(|value| self.stays(value)),
            Expr::Reference(borrow) => borrow.mutability.is_none() && self.stays(&borrow.expr),
            Expr::Range(range) => {
                let mut ends = range.start.iter().chain(&range.end);
                ends.all(|end| self.stays(end))
            }
            Expr::Binary(binary) => {
                !is_compound_assignment(&binary.op)
                    && self.stays(&binary.left)
                    && self.stays(&binary.right)
            }
            _ => false,
        }
    }
}

/// The local at the root of a place: `a` of `a.b.0` and of `*a`.
pub(super) fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Field(field) => root(&field.base),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root(&unary.expr),
        other => as_local(other),
    }
}
