//! The forms that are written where they are asked for.

use syn::visit::{self, Visit};
use syn::{Block, Macro};

use crate::diag::Errors;
use crate::form;
use crate::parse::step::{self, Asked, QuestionKind};

/// Reports what no form can have, as `#[derive(Form)]` does.
pub(crate) fn forms(errors: &mut Errors, body: &Block) {
    Forms { errors }.visit_block(body);
}

struct Forms<'e> {
    errors: &'e mut Errors,
}

impl<'ast> Visit<'ast> for Forms<'_> {
    fn visit_macro(&mut self, mac: &'ast Macro) {
        let Some(Ok(step)) = step::parse(mac) else {
            // A step that does not parse is reported where steps stand.
            return visit::visit_macro(self, mac);
        };
        for question in &step.questions {
            if let QuestionKind::Form {
                asked: Asked::Inline(fields),
                ..
            } = &question.kind
            {
                form::inline::check(self.errors, fields);
            }
        }
    }
}
