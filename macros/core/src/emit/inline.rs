//! The types of the answers to forms that are written where they are asked for.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::FieldsNamed;

use crate::form::inline;
use crate::layout::Machine;
use crate::parse::step::{Asked, Question, QuestionKind};

/// The inline forms of a function. Those that are written alike are one type, so that the branches
/// of an `if` can ask for the same.
#[derive(Default)]
pub(crate) struct InlineForms(Vec<FieldsNamed>);

impl InlineForms {
    pub(super) fn of(machine: &Machine) -> Self {
        let mut forms = Self::default();
        for point in &machine.flow.points {
            for fields in point.questions().iter().filter_map(fields) {
                forms.name(fields);
            }
        }
        forms
    }

    /// The name of the form's type.
    pub(crate) fn name(&mut self, fields: &FieldsNamed) -> Ident {
        let written = |fields: &FieldsNamed| fields.to_token_stream().to_string();
        let known = self.0.iter().position(|it| written(it) == written(fields));
        let at = known.unwrap_or_else(|| {
            self.0.push(fields.clone());
            self.0.len() - 1
        });
        Ident::new(&format!("__MrtrForm{at}"), Span::mixed_site())
    }

    /// The types.
    pub(crate) fn items(&self) -> TokenStream {
        self.0
            .iter()
            .enumerate()
            .map(|(at, fields)| {
                let name = Ident::new(&format!("__MrtrForm{at}"), Span::mixed_site());
                inline::answer(&name, fields)
            })
            .collect()
    }
}

/// The fields of a question for an inline form.
pub(crate) fn fields(question: &Question) -> Option<&FieldsNamed> {
    match &question.kind {
        QuestionKind::Form {
            asked: Asked::Inline(fields),
            ..
        } => Some(fields),
        _ => None,
    }
}
