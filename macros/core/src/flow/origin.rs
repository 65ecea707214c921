//! How a local gets its value behind a step.

use std::rc::Rc;

use syn::{Expr, Local, Stmt};

use super::again::hold_bases;
use super::lets::annotation;
use super::lower::Lowering;
use super::{Origin, Uses};
use crate::parse::{as_local, single_binding};

/// Where the value of what a `let` without steps binds comes from.
pub(super) fn origin_of(local: &Local, uses: &Uses, again: Again) -> Origin {
    let mut local = local.clone();
    match (&mut local.init, again) {
        _ if single_binding(&local.pat).is_none() => Origin::Local,
        (None, _) => Origin::Late {
            ty: annotation(&local).map(Box::new),
        },
        (Some(_), Again::No) => Origin::Local,
        (Some(init), again) => {
            if again == Again::Held {
                hold_bases(&mut init.expr);
            }
            Origin::Remade {
                stmt: Rc::new(Stmt::Local(local)),
                uses: uses.clone(),
            }
        }
    }
}

/// Whether a `let` can be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    No,
    Yes,
    /// What it borrows from has to be there, and may not only be referred to.
    Held,
}

impl Lowering<'_> {
    /// Whether a `let` can be made again. It is not resolved, and what it binds not in scope yet.
    pub(super) fn again(&self, local: &Local) -> Again {
        let (Some(binding), Some(init)) = (single_binding(&local.pat), &local.init) else {
            return Again::No;
        };
        let is_plain = binding.mutability.is_none() && init.diverge.is_none();
        if !is_plain || !self.is_cheap(&init.expr) {
            return Again::No;
        }
        match (self.is_from_mutable(&init.expr), annotation(local)) {
            (false, _) => Again::Yes,
            (true, None) => Again::Held,
            // With a type it may be another borrow than the one that is written: `&*name` for
            // `&name`. That does not hold the place, which may be given another value.
            (true, Some(_)) => Again::No,
        }
    }

    /// Literals that have one type, constants, and borrows of places: cheaper to make again than
    /// to carry, and for a reference the only way. A number without a suffix may mean another type
    /// elsewhere, so it is carried.
    fn is_cheap(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(number) => !number.suffix().is_empty(),
                syn::Lit::Float(number) => !number.suffix().is_empty(),
                _ => true,
            },
            Expr::Path(path) => {
                let local = as_local(expr).and_then(|name| self.scope.look_up(&name.to_string()));
                local.is_none() && is_constant(path)
            }
            Expr::Reference(borrow) => {
                borrow.mutability.is_none()
                    && self.is_place(&borrow.expr)
                    // What the host injects may have other items by then.
                    && (is_field(&borrow.expr) || self.is_there(&borrow.expr))
            }
            Expr::Paren(inner) => self.is_cheap(&inner.expr),
            _ => false,
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
            && name.contains(char::is_uppercase)
    })
}

/// A local, or a field of one.
fn is_field(place: &Expr) -> bool {
    match place {
        Expr::Path(_) => true,
        Expr::Field(field) => is_field(&field.base),
        Expr::Paren(inner) => is_field(&inner.expr),
        _ => false,
    }
}
