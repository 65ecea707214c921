//! Fields of locals. Where behind a step only `approval.label` is mentioned, that is all that has to
//! travel: the rest of `approval` may be moved before, and need not be serialisable.
//!
//! So a field is a binding of its own, its [`Origin`] is `Part`, and a mention of it stands in the
//! code as a placeholder. Where a state begins with the whole local, the placeholder becomes the
//! author's own tokens; where it begins with the part, it becomes the part's name.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprField, Member};

use super::resolve::Resolver;
use super::scope::Name;
use super::{Binding, BindingId, Flow, Origin, Uses};
use crate::names::{self, LOOP};
use crate::parse::as_local;

/// The macro that stands for a mention of a part: `__mrtr_part!(3, approval.label)`.
pub(crate) const PART: &str = "__mrtr_part";

impl Resolver<'_, '_> {
    /// Input:  `approval.label`
    /// Output: `__mrtr_part!(3, approval.label)`
    pub(super) fn field(&mut self, field: &mut ExprField) -> Option<Expr> {
        let ident = as_local(&field.base).filter(|_| self.fields)?;
        let Name::Binding(of) = self.lowering.scope.look_up(&ident.to_string())? else {
            return None;
        };
        let whole = &self.lowering.bindings[of.0];
        let can_part = matches!(whole.origin, Origin::Local | Origin::Argument) && !whole.borrows;
        if of.0 >= self.first_own || !can_part {
            return None;
        }
        let spelled = self.lowering.spelled(ident);
        let part = self.lowering.field_of(of, &field.member);
        self.found.uses.insert(part);
        *field.base = syn::parse_quote!(#spelled);
        Some(Expr::Verbatim(placeholder(part, field)))
    }
}

fn placeholder(part: BindingId, field: &ExprField) -> TokenStream {
    let span = field.span();
    let name = proc_macro2::Ident::new(PART, span);
    let number = Literal::usize_unsuffixed(part.0);
    quote_spanned!(span=> #name!(#number, #field))
}

impl super::lower::Lowering<'_> {
    fn field_of(&mut self, of: BindingId, member: &Member) -> BindingId {
        let is_same = |binding: &Binding| {
            matches!(&binding.origin, Origin::Part { of: whole, member: known }
                if *whole == of && known == member)
        };
        if let Some(known) = self.bindings.iter().position(is_same) {
            return BindingId(known);
        }
        let id = BindingId(self.bindings.len());
        let whole = &self.bindings[of.0];
        let local = names::unraw(&whole.ident);
        let name = format!("{local}_{}_{}", member.to_token_stream(), id.0).replace("r#", "");
        let part = Binding {
            ident: names::temporary(name, whole.ident.span()),
            mutable: whole.mutable,
            hygienic: true,
            borrows: false,
            origin: Origin::Part {
                of,
                member: member.clone(),
            },
        };
        self.bindings.push(part);
        id
    }
}

impl Flow {
    /// The local that a binding is, or is a part of.
    pub(crate) fn whole(&self, id: BindingId) -> BindingId {
        match self.binding(id).origin {
            Origin::Part { of, .. } => of,
            _ => id,
        }
    }

    /// Where the value of a binding, or of what it is a part of, comes from.
    pub(crate) fn source(&self, id: BindingId) -> &Origin {
        &self.binding(self.whole(id)).origin
    }

    /// Leaves out the parts of what is there as a whole.
    pub(crate) fn merged(&self, mut uses: Uses) -> Uses {
        let wholes = uses.clone();
        uses.retain(|id| {
            let whole = self.whole(*id);
            whole == *id || !wholes.contains(&whole)
        });
        uses
    }

    /// Removes locals with their parts.
    pub(crate) fn remove<'i>(&self, uses: &mut Uses, ids: impl IntoIterator<Item = &'i BindingId>) {
        for removed in ids {
            uses.retain(|id| self.whole(*id) != *removed);
        }
    }

    /// The name for messages: `approval.label`.
    pub(crate) fn name(&self, id: BindingId) -> String {
        let binding = self.binding(id);
        match &binding.origin {
            Origin::Part { of, member } => {
                let member = member.to_token_stream().to_string();
                format!("{}.{}", self.name(*of), member.trim_start_matches("r#"))
            }
            _ if binding.ident.to_string().starts_with(LOOP) => "the rest of a loop".to_owned(),
            _ if names::is_temporary(&binding.ident) => "a temporary".to_owned(),
            _ => names::unraw(&binding.ident),
        }
    }
}
