//! A question that is asked until something is done becomes a loop.

use quote::ToTokens as _;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt, parse_quote_spanned};

use crate::names;
use crate::parse::call;
use crate::parse::step::{self, QuestionKind, Step, Text};
use crate::paths;

/// Writes out each `until`. It is looked at after an accept, and only then; the reminder in the
/// text says why the person is sent to the page once more.
///
/// Input:  `ask_url!(url, key = "page", "Go there", until = done().await)`
/// Output: `{ let mut again = false;`
///         `  loop { let answer = ask_url!(url, key = "page", reminded(format!("Go there"), again));`
///         `         if !answer.is_accepted() || done().await { break answer; }`
///         `         again = true; } }`
pub(crate) fn ask_until(body: &mut Block) {
    Until { loops: 0 }.visit_block_mut(body);
}

struct Until {
    loops: usize,
}

impl Until {
    fn written_out(&mut self, mac: &syn::Macro) -> Option<Expr> {
        let mut step = step::parse(mac)?.ok()?;
        let (text, until) = match step.questions.as_mut_slice() {
            [
                step::Question {
                    kind: QuestionKind::Url { text, until, .. },
                    ..
                },
            ] => (text, until.take()?),
            _ => return None,
        };
        self.loops += 1;
        let span = names::mixed(step.span);
        let again = names::temporary(format_args!("again_{}", self.loops), step.span);
        let answer = names::temporary(format_args!("answer_{}", self.loops), step.span);
        let private = paths::private_at(span);
        let said: Expr = match &*text {
            Text::Format(format) => parse_quote_spanned!(span=> #private::format!(#format)),
            Text::Expr(expr) => (**expr).clone(),
        };
        *text = Text::Expr(Box::new(
            parse_quote_spanned!(span=> #private::reminded(#said, #again)),
        ));
        let asked = asked(mac, &step);
        // Mixed tokens for what is ours; the condition keeps the author's.
        Some(parse_quote_spanned! {span=>
            {
                let mut #again = false;
                loop {
                    let #answer = #asked;
                    if !#answer.is_accepted() || #until {
                        break #answer;
                    }
                    #again = true;
                }
            }
        })
    }
}

/// The same macro with the question as it is now.
fn asked(mac: &syn::Macro, step: &Step) -> Expr {
    let mut mac = mac.clone();
    mac.tokens = step.arguments();
    Expr::Macro(syn::ExprMacro {
        attrs: Vec::new(),
        mac,
    })
}

impl VisitMut for Until {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(mac) = expr
            && let Some(written_out) = self.written_out(&mac.mac)
        {
            *expr = written_out;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(mac) = stmt
            && let Some(written_out) = self.written_out(&mac.mac)
        {
            *stmt = Stmt::Expr(written_out, mac.semi_token);
            return;
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        if let Some(Ok(mut call)) = call::parse(mac) {
            for operand in call.operands_mut() {
                self.visit_expr_mut(operand);
            }
            mac.tokens = call.to_token_stream();
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
