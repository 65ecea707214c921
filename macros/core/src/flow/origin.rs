//! How a local gets its value behind a step.

use std::rc::Rc;

use syn::{Expr, Local, Stmt};

use super::lets::annotation;
use super::parts::is_part;
use super::{Origin, Uses};
use crate::parse::single_binding;

/// Where the value of what a `let` without steps binds comes from.
pub(super) fn origin_of(local: &Local, uses: &Uses) -> Origin {
    let Some(binding) = single_binding(&local.pat) else {
        return Origin::Local;
    };
    let Some(init) = &local.init else {
        return Origin::Late {
            ty: annotation(local).map(Box::new),
        };
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
            _ => is_part(expr),
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
