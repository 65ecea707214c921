//! What is the same when it is evaluated again behind a step.

use proc_macro2::Ident;
use syn::spanned::Spanned as _;
use syn::{Expr, UnOp, parse_quote, parse_quote_spanned};

use super::lower::Lowering;
use super::scope::Name;
use super::{BindingId, Origin};
use crate::normalize::is_compound_assignment;
use crate::parse::as_local;
use crate::paths;

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

    /// Whether an expression is the same place wherever its local is the same.
    pub(super) fn is_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => true,
            Expr::Field(field) => self.is_place(&field.base),
            Expr::Paren(inner) => self.is_place(&inner.expr),
            Expr::Index(index) => self.is_place(&index.expr) && self.stays(&index.index),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && self.is_place(&unary.expr),
            _ => false,
        }
    }

    /// Whether the local at the root of a place is there behind a step, as it was.
    pub(super) fn is_there(&self, place: &Expr) -> bool {
        self.binding_of(place).is_some_and(|id| self.travels(id))
    }

    /// Whether the local at the root of a borrow or place may be given another value.
    pub(super) fn is_from_mutable(&self, place: &Expr) -> bool {
        let place = match place {
            Expr::Reference(borrow) => &borrow.expr,
            place => place,
        };
        self.binding_of(place)
            .is_some_and(|id| self.bindings[id.0].mutable)
    }

    fn binding_of(&self, place: &Expr) -> Option<BindingId> {
        match self.scope.look_up(&root(place)?.to_string())? {
            Name::Binding(id) => Some(id),
            Name::Inner { .. } => None,
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

/// The local at the root of a place: `a` of `a.b.0`, of `*a` and of `a[0]`.
pub(super) fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root(&unary.expr),
        other => as_local(other),
    }
}

/// Marks what a place is reached through, so that rustc refuses a reference there: it may be given
/// another value while something borrows from what it referred to.
///
/// Input:  `&plan.names[0]`, `&*text`
/// Output: `&held(&plan.names)[0]`, `&**held(&text)`
pub(super) fn hold_bases(place: &mut Expr) {
    match place {
        Expr::Reference(borrow) => hold_bases(&mut borrow.expr),
        Expr::Field(field) => hold_bases(&mut field.base),
        Expr::Paren(inner) => hold_bases(&mut inner.expr),
        Expr::Index(index) => {
            hold_bases(&mut index.expr);
            *index.expr = held(&index.expr);
        }
        Expr::Unary(unary) => {
            hold_bases(&mut unary.expr);
            let base = held(&unary.expr);
            *unary.expr = parse_quote!(*#base);
        }
        _ => {}
    }
}

/// Input:  `plan.names`
/// Output: `held(&plan.names)`
pub(super) fn held(place: &Expr) -> Expr {
    let span = place.span();
    let private = paths::private_at(span);
    parse_quote_spanned! {span=> #private::held(&#place) }
}
