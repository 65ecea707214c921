//! How a local gets its value behind a step.

use std::rc::Rc;

use syn::{Expr, Local, Stmt, UnOp};

use super::lets::annotation;
use super::lower::Lowering;
use super::parts::is_part;
use super::{BindingId, Origin, Uses};
use crate::normalize::is_compound_assignment;
use crate::parse::{as_local, single_binding};

impl Lowering<'_> {
    /// Where the value of what a `let` without steps binds comes from. Its initialiser mentions
    /// `uses`.
    pub(super) fn origin_of(&self, local: &Local, uses: &Uses) -> Origin {
        let Some(binding) = single_binding(&local.pat) else {
            return Origin::Local;
        };
        let Some(init) = &local.init else {
            return Origin::Late {
                ty: annotation(local).map(Box::new),
            };
        };
        let is_plain = binding.mutability.is_none() && init.diverge.is_none();
        if is_plain && self.can_be_remade(&init.expr, uses) {
            let stmt = Rc::new(Stmt::Local(local.clone()));
            Origin::Remade {
                stmt,
                uses: uses.clone(),
            }
        } else {
            Origin::Local
        }
    }

    /// Literals that have one type, constants, and borrows of places: cheaper to make again than
    /// to carry, and for a reference the only way. A number without a suffix may mean another type
    /// elsewhere, so it is carried.
    fn can_be_remade(&self, expr: &Expr, uses: &Uses) -> bool {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(number) => !number.suffix().is_empty(),
                syn::Lit::Float(number) => !number.suffix().is_empty(),
                _ => true,
            },
            Expr::Path(path) => is_constant(path),
            Expr::Reference(borrow) => {
                borrow.mutability.is_none() && self.is_place(&borrow.expr, uses)
            }
            Expr::Paren(inner) => self.can_be_remade(&inner.expr, uses),
            _ => false,
        }
    }

    fn is_place(&self, expr: &Expr, uses: &Uses) -> bool {
        match expr {
            Expr::Path(_) => true,
            Expr::Field(field) => self.is_place(&field.base, uses),
            Expr::Unary(unary) => {
                matches!(unary.op, UnOp::Deref(_)) && self.is_place(&unary.expr, uses)
            }
            // What the host injects may have other items by then.
            Expr::Index(index) => {
                self.is_place(&index.expr, uses)
                    && self.is_fixed(&index.index, uses)
                    && uses.iter().all(|id| self.travels(*id))
            }
            Expr::Paren(inner) => self.is_place(&inner.expr, uses),
            _ => is_part(expr),
        }
    }

    /// Whether an index is the same behind the step.
    fn is_fixed(&self, index: &Expr, uses: &Uses) -> bool {
        match index {
            Expr::Lit(_) => true,
            Expr::Path(_) => as_local(index).is_none_or(|name| {
                let mut mentioned = uses.iter().map(|id| &self.bindings[id.0]);
                mentioned.all(|binding| binding.ident != *name || !binding.mutable)
            }),
            Expr::Range(range) => {
                let mut ends = range.start.iter().chain(&range.end);
                ends.all(|end| self.is_fixed(end, uses))
            }
            Expr::Binary(binary) => {
                !is_compound_assignment(&binary.op)
                    && self.is_fixed(&binary.left, uses)
                    && self.is_fixed(&binary.right, uses)
            }
            Expr::Paren(inner) => self.is_fixed(&inner.expr, uses),
            _ => false,
        }
    }

    /// Whether a binding is behind the step what it was before it.
    pub(super) fn travels(&self, id: BindingId) -> bool {
        match &self.bindings[id.0].origin {
            Origin::Local | Origin::Late { .. } => true,
            Origin::Argument => !self.changing.contains(&id),
            Origin::Injected | Origin::Fresh { .. } => false,
            Origin::Remade { uses, .. } => uses.iter().all(|id| self.travels(*id)),
            Origin::Part { of, .. } => self.travels(*of),
        }
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
