//! How a local gets its value behind a step.

use std::rc::Rc;

use syn::{Expr, Local, Stmt, UnOp};

use super::lets::annotation;
use super::lower::Lowering;
use super::parts::is_part;
use super::{Origin, Uses};
use crate::parse::single_binding;

/// Where the value of what a `let` without steps binds comes from.
pub(super) fn origin_of(local: &Local, uses: &Uses, is_remade: bool) -> Origin {
    if single_binding(&local.pat).is_none() {
        Origin::Local
    } else if local.init.is_none() {
        Origin::Late {
            ty: annotation(local).map(Box::new),
        }
    } else if is_remade {
        Origin::Remade {
            stmt: Rc::new(Stmt::Local(local.clone())),
            uses: uses.clone(),
        }
    } else {
        Origin::Local
    }
}

impl Lowering<'_> {
    /// Whether a `let` can be made again, whose initialiser is resolved and mentions `uses`. What
    /// it binds may not be in scope yet.
    pub(super) fn can_be_remade(&self, local: &Local, uses: &Uses) -> bool {
        let (Some(binding), Some(init)) = (single_binding(&local.pat), &local.init) else {
            return false;
        };
        binding.mutability.is_none() && init.diverge.is_none() && self.is_cheap(&init.expr, uses)
    }

    /// Literals that have one type, constants, and borrows of places: cheaper to make again than
    /// to carry, and for a reference the only way. A number without a suffix may mean another type
    /// elsewhere, so it is carried.
    fn is_cheap(&self, expr: &Expr, uses: &Uses) -> bool {
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
            Expr::Paren(inner) => self.is_cheap(&inner.expr, uses),
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
                    && self.stays(&index.index)
                    && uses.iter().all(|id| self.travels(*id))
            }
            Expr::Paren(inner) => self.is_place(&inner.expr, uses),
            _ => is_part(expr),
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
