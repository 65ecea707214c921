//! Gives each question its key: what the author set, or the name that the answer is bound to.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, LitStr, Local, Macro, Pat, Stmt};

use crate::diag::Errors;
use crate::messages;
use crate::names;
use crate::parse::call;
use crate::parse::step::{self, QuestionKind, Step};
use crate::parse::{as_local, single_binding};

/// Writes `key = "…"` into every step.
///
/// Input:  `let approval = match ask!(Approval, "Go?") { … }`
/// Output: `let approval = match ask!(Approval, key = "approval", "Go?") { … }`
pub(crate) fn name_questions(errors: &mut Errors, body: &mut Block) {
    Keys {
        errors,
        binding: Vec::new(),
    }
    .visit_block_mut(body);
}

struct Keys<'e> {
    errors: &'e mut Errors,
    /// What the value at hand is bound to: one name, or one for each member of a tuple.
    binding: Vec<Option<String>>,
}

impl Keys<'_> {
    fn with(&mut self, binding: Vec<Option<String>>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.binding, binding);
        visit(self);
        self.binding = outer;
    }

    fn name_step(&mut self, step: &mut Step) {
        let names = if step.all == (self.binding.len() > 1) {
            self.binding.clone()
        } else {
            vec![]
        };
        let mut taken: BTreeSet<String> = step
            .questions
            .iter()
            .filter_map(|question| Some(question.key.as_ref()?.value()))
            .collect();
        let explicit = step
            .questions
            .iter()
            .filter_map(|question| question.key.as_ref());
        let mut seen = BTreeSet::new();
        for key in explicit {
            if !seen.insert(key.value()) {
                self.errors.on(key, messages::duplicate_key(&key.value()));
            }
        }
        for (index, question) in step.questions.iter_mut().enumerate() {
            if question.key.is_some() {
                continue;
            }
            let base = names.get(index).cloned().flatten().unwrap_or_else(|| {
                let fallback = match question.kind {
                    QuestionKind::Form { .. } => "answer",
                    QuestionKind::Url { .. } => "page",
                    QuestionKind::Sample { .. } => "sample",
                    QuestionKind::Roots => "roots",
                };
                fallback.to_owned()
            });
            let mut key = base.clone();
            let mut number = 1;
            while !taken.insert(key.clone()) {
                number += 1;
                key = format!("{base}_{number}");
            }
            question.key = Some(LitStr::new(&key, question.span));
        }
    }
}

impl VisitMut for Keys<'_> {
    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if let Some(Ok(mut call)) = call::parse(mac) {
            for operand in call.operands_mut() {
                self.with(vec![], |keys| keys.visit_expr_mut(operand));
            }
            mac.tokens = call.to_token_stream();
            return;
        }
        let Some(Ok(mut step)) = step::parse(mac) else {
            return;
        };
        self.name_step(&mut step);
        mac.tokens = step.arguments();
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let Some(init) = &mut local.init else { return };
        let binding = bound_names(&local.pat);
        self.with(binding, |keys| keys.visit_expr_mut(&mut init.expr));
        if let Some((_, diverge)) = &mut init.diverge {
            self.with(vec![], |keys| keys.visit_expr_mut(diverge));
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let last = block.stmts.len().saturating_sub(1);
        for (index, stmt) in block.stmts.iter_mut().enumerate() {
            // Only the block's value goes where the block's value goes.
            if index == last && matches!(stmt, Stmt::Expr(_, None)) {
                self.visit_stmt_mut(stmt);
            } else {
                self.with(vec![], |keys| keys.visit_stmt_mut(stmt));
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(assign) => {
                let name = as_local(&assign.left).map(plain_name);
                self.with(vec![name.flatten()], |keys| {
                    keys.visit_expr_mut(&mut assign.right);
                });
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn bound_names(pat: &Pat) -> Vec<Option<String>> {
    match pat {
        Pat::Tuple(tuple) => tuple
            .elems
            .iter()
            .map(|elem| plain_name(&single_binding(elem)?.ident))
            .collect(),
        Pat::Type(typed) => bound_names(&typed.pat),
        _ => single_binding(pat)
            .map(|binding| plain_name(&binding.ident))
            .into_iter()
            .collect(),
    }
}

/// A name that can be a key: identifiers of other alphabets fall back to the default.
fn plain_name(ident: &syn::Ident) -> Option<String> {
    let name = names::unraw(ident);
    let name = name.trim_start_matches('_');
    step::is_key_text(name).then(|| name.to_owned())
}

impl Step {
    /// The arguments of the step's macro.
    pub(super) fn arguments(&self) -> proc_macro2::TokenStream {
        let questions = &self.questions;
        if self.all {
            quote::quote!(#(#questions),*)
        } else {
            // A question prints as `ask!(…)`; its arguments are what stands in the group.
            self.questions
                .iter()
                .flat_map(|question| {
                    syn::parse2::<Macro>(question.to_token_stream()).map(|mac| mac.tokens)
                })
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(body: &str) -> Vec<String> {
        let mut body: Block = syn::parse_str(body).expect("a block");
        let mut errors = Errors::new();
        name_questions(&mut errors, &mut body);
        if let Err(failed) = errors.finish() {
            return failed.messages();
        }
        let text = body.to_token_stream().to_string();
        text.split("key = \"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
            .collect()
    }

    #[test]
    fn the_name_of_the_binding() {
        assert_eq!(
            keys("{ let approval = ask!(Approval, \"Go?\"); }"),
            ["approval"]
        );
        assert_eq!(
            keys("{ let mut n: u8 = ask!(u8, \"n\").accepted()?; }"),
            ["n"]
        );
        assert_eq!(
            keys("{ let r#type = ask!(u8, \"n\"); let _quiet = ask!(u8, \"n\"); }"),
            ["type", "quiet"]
        );
        assert_eq!(keys("{ city = ask!(u8, \"n\"); }"), ["city"]);
        assert_eq!(
            keys(
                "{ let why = match k { A => ask!(u8, \"a\"), B => { ask!(u8, \"b\"); ask!(u8, \"c\") } }; }"
            ),
            ["why", "answer", "why"]
        );
    }

    #[test]
    fn one_name_for_each_member_of_a_round() {
        assert_eq!(
            keys("{ let (a, r) = ask_all!(ask!(A, \"a\"), roots!()); }"),
            ["a", "r"]
        );
        assert_eq!(
            keys("{ let both = ask_all!(ask!(A, \"a\"), ask!(B, \"b\"), roots!()); }"),
            ["answer", "answer_2", "roots"]
        );
    }

    #[test]
    fn no_name() {
        assert_eq!(
            keys("{ if ask!(bool, \"a\").accepted()? { roots!(); } }"),
            ["answer", "roots"]
        );
        assert_eq!(keys("{ let größe = ask!(u8, \"n\"); }"), ["answer"]);
    }

    #[test]
    fn an_explicit_key_wins_and_is_unique_in_its_round() {
        assert_eq!(
            keys("{ let a = ask!(A, key = \"other\", \"a\"); }"),
            ["other"]
        );
        assert_eq!(
            keys("{ ask_all!(ask!(A, key = \"x\", \"a\"), ask!(B, key = \"x\", \"b\")); }"),
            [messages::duplicate_key("x")]
        );
        assert_eq!(
            keys("{ ask_all!(ask!(A, \"a\"), ask!(B, key = \"answer\", \"b\")); }"),
            ["answer_2", "answer"]
        );
    }
}
