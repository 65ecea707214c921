//! Declares what a pattern binds.

use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{FieldPat, Ident, Member, Pat, PatIdent};

use super::lower::Lowering;
use super::scope::Name;
use super::{Binding, BindingId, Origin};
use crate::check::is_conditional;
use crate::{messages, names};

/// For whom names are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declare {
    /// Locals of the flow: they can be carried.
    Flow,
    /// Locals of a piece of native code.
    Inner,
}

impl Lowering<'_> {
    /// Declares a local of the flow.
    ///
    /// One that hides a local of an enclosing scope gets the other hygiene: both may have to
    /// be in scope behind a step, and then they are two names with the same text.
    pub(super) fn declare(&mut self, ident: &Ident, mutable: bool, origin: Origin) -> BindingId {
        let name = ident.to_string();
        let hides_plain = self
            .scope
            .hidden_by(&name)
            .is_some_and(|hidden| !self.bindings[hidden.0].hygienic);
        let id = BindingId(self.bindings.len());
        let hygienic = hides_plain || names::is_temporary(ident);
        let mut ident = ident.clone();
        if hygienic {
            ident.set_span(names::mixed(ident.span()));
        }
        self.bindings.push(Binding {
            ident,
            mutable,
            hygienic,
            borrows: false,
            origin,
        });
        self.scope.declare(&name, Name::Binding(id));
        id
    }

    /// Refuses a `let` under `#[cfg]` that hides a local: what its name means behind it is known
    /// to rustc alone.
    pub(super) fn refuse_conditional(&mut self, local: &syn::Local) {
        struct Names(Vec<Ident>);

        impl<'ast> Visit<'ast> for Names {
            fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
                self.0.push(pat.ident.clone());
                visit::visit_pat_ident(self, pat);
            }
        }

        if is_conditional(&local.attrs) {
            let mut names = Names(Vec::new());
            names.visit_pat(&local.pat);
            for ident in names.0 {
                let name = ident.to_string();
                if self.scope.look_up(&name).is_some() {
                    self.errors.on(&ident, messages::conditional(&name));
                }
            }
        }
    }

    /// A name of native code is spelled otherwise than the local of the flow that it hides: control
    /// may leave the native code, and take that local along.
    fn inner_hygiene(&self, name: &str) -> bool {
        self.scope
            .binding_of(name)
            .is_some_and(|hidden| !self.bindings[hidden.0].hygienic)
    }

    /// Declares all that a pattern binds, and writes the names as they are emitted.
    pub(super) fn declare_pattern(&mut self, pat: &mut Pat, how: Declare) -> Vec<BindingId> {
        let mut declarer = Declarer {
            lowering: self,
            how,
            declared: Vec::new(),
        };
        declarer.visit_pat_mut(pat);
        declarer
            .declared
            .into_iter()
            .filter_map(|(_, id)| id)
            .collect()
    }
}

struct Declarer<'l, 'e> {
    lowering: &'l mut Lowering<'e>,
    how: Declare,
    /// `A(x) | B(x)` binds one `x`.
    declared: Vec<(Ident, Option<BindingId>)>,
}

impl Declarer<'_, '_> {
    fn declare(&mut self, pat: &mut PatIdent) {
        if self.declared.iter().all(|(ident, _)| *ident != pat.ident) {
            self.declare_first(pat);
        }
        pat.ident = self.lowering.spelled(&pat.ident);
    }
}

impl Declarer<'_, '_> {
    fn declare_first(&mut self, pat: &PatIdent) {
        let id = match self.how {
            Declare::Flow => {
                let mutable = pat.mutability.is_some();
                Some(self.lowering.declare(&pat.ident, mutable, Origin::Local))
            }
            Declare::Inner => {
                let name = pat.ident.to_string();
                let hygienic = self.lowering.inner_hygiene(&name);
                self.lowering.scope.declare(&name, Name::Inner { hygienic });
                None
            }
        };
        self.declared.push((pat.ident.clone(), id));
    }
}

impl VisitMut for Declarer<'_, '_> {
    fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
        if !is_constant(pat) {
            self.declare(pat);
        }
        if let Some((_, inner)) = &mut pat.subpat {
            self.visit_pat_mut(inner);
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut FieldPat) {
        let is_short = field.colon_token.is_none();
        visit_mut::visit_field_pat_mut(self, field);
        // `S { x }` is `S { x: x }`, where the two have to be spelled differently.
        if is_short
            && let Member::Named(name) = &field.member
            && self.lowering.is_hygienic(name)
        {
            field.colon_token = Some(syn::Token![:](proc_macro2::Span::mixed_site()));
        }
    }

    fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}
}

/// `None`, `LIMIT`: a name that begins like a constant, in a form that a constant can have.
fn is_constant(pat: &PatIdent) -> bool {
    pat.by_ref.is_none()
        && pat.mutability.is_none()
        && pat.subpat.is_none()
        && pat.ident.to_string().starts_with(char::is_uppercase)
}
