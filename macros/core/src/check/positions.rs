//! Where a step stands, on the code as the author wrote it.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Pat, Stmt};

use crate::diag::Errors;
use crate::flow::is_fresh;
use crate::messages;
use crate::parse::{call, step};

/// Reports every step in a position that cannot be resumed.
pub(crate) fn positions(errors: &mut Errors, body: &Block) {
    Positions { errors }.visit_block(body);
}

struct Positions<'e> {
    errors: &'e mut Errors,
}

impl Positions<'_> {
    /// Everything in `tokens` is out of bounds.
    fn refuse(&mut self, tokens: &impl ToTokens, message: &str) {
        for found in step::find(tokens.to_token_stream()) {
            self.errors.at(found.span, message);
        }
    }

    fn refuse_chain(&mut self, cond: &Expr) {
        // Input:  if let Some(x) = first() && ask!(bool, "{x}?").accepted()? { … }
        // The first link may hold a step, it is taken out in front; a later one may not.
        if !contains_let(cond) {
            return;
        }
        let mut links = Vec::new();
        collect_links(cond, &mut links);
        for link in links.iter().skip(1) {
            self.refuse(link, messages::IN_CHAIN);
        }
    }

    fn refuse_cfg(&mut self, attrs: &[Attribute], statement: &impl ToTokens) {
        if let Some(cfg) = attrs.iter().find(|attr| is_cfg(attr))
            && step::is_in(statement)
        {
            self.errors.on(cfg, messages::STATEMENT_CFG);
        }
    }
}

impl Positions<'_> {
    /// `ask!(…);` alone: the tool would go on whatever the person says.
    fn refuse_unused(&mut self, stmt: &Stmt) {
        let mac = match stmt {
            Stmt::Macro(stmt) if stmt.semi_token.is_some() => &stmt.mac,
            Stmt::Expr(Expr::Macro(expr), Some(_)) => &expr.mac,
            _ => return,
        };
        if step::name(&mac.path).is_some_and(|name| name != step::StepName::Flow)
            && let Some(last) = mac.path.segments.last()
        {
            self.errors.at(last.ident.span(), messages::UNUSED_ANSWER);
        }
    }
}

impl<'ast> Visit<'ast> for Positions<'_> {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Local(local) => self.refuse_cfg(&local.attrs, local),
            Stmt::Macro(mac) => self.refuse_cfg(&mac.attrs, mac),
            Stmt::Expr(expr, _) => self.refuse_cfg(attributes_of(expr), expr),
            Stmt::Item(_) => {}
        }
        self.refuse_unused(stmt);
        visit::visit_stmt(self, stmt);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.refuse(item, messages::IN_ITEM);
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        match pat {
            Pat::Guard(guarded) => {
                self.refuse(&guarded.guard, messages::IN_GUARD);
                self.visit_pat(&guarded.pat);
            }
            other => self.refuse(other, messages::IN_PATTERN),
        }
    }

    fn visit_type(&mut self, ty: &'ast syn::Type) {
        self.refuse(ty, messages::IN_CONST);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        match call::parse(mac) {
            None => {}
            Some(Err(error)) => return self.errors.push(error),
            // Its operands are evaluated in front, and may hold steps like those of any call.
            Some(Ok(call)) => {
                for operand in call.operands() {
                    Positions {
                        errors: self.errors,
                    }
                    .visit_expr(operand);
                }
                return;
            }
        }
        match step::parse(mac) {
            None if is_fresh(mac) => self.refuse(&mac.tokens, messages::IN_FRESH),
            None => self.refuse(&mac.tokens, messages::IN_MACRO),
            Some(Err(error)) => self.errors.push(error),
            // Whatever is in a step's arguments; those of `ask_all!` are steps themselves.
            Some(Ok(mut parsed)) => {
                for question in &mut parsed.questions {
                    for part in question.kind.parts() {
                        match part {
                            step::Part::Expr(expr) => self.refuse(expr, messages::IN_STEP),
                            step::Part::Text(text) => self.refuse(text, messages::IN_STEP),
                        }
                    }
                    if let step::QuestionKind::Url { until, .. } = &question.kind {
                        self.refuse(&until.as_deref(), messages::IN_STEP);
                    }
                }
            }
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Closure(closure) => self.refuse(closure, messages::IN_CLOSURE),
            Expr::Async(block) => self.refuse(block, messages::IN_ASYNC),
            Expr::Const(block) => self.refuse(block, messages::IN_CONST),
            Expr::Unsafe(block) => self.refuse(block, messages::IN_UNSAFE),
            Expr::TryBlock(block) => self.refuse(block, messages::IN_TRY_BLOCK),
            Expr::Repeat(repeat) => {
                // `[ask!(…); 2]` copies one answer; the length is a constant.
                self.refuse(&repeat.len, messages::IN_CONST);
                self.visit_expr(&repeat.expr);
            }
            Expr::Assign(assign) => {
                self.refuse(&assign.left, messages::IN_PLACE);
                self.visit_expr(&assign.right);
            }
            Expr::If(branch) => {
                self.refuse_chain(&branch.cond);
                visit::visit_expr_if(self, branch);
            }
            Expr::While(repeat) => {
                self.refuse_chain(&repeat.cond);
                visit::visit_expr_while(self, repeat);
            }
            Expr::Verbatim(tokens) => self.refuse(tokens, messages::UNKNOWN_SYNTAX),
            _ => visit::visit_expr(self, expr),
        }
    }
}

/// Whether it depends on the build whether what has these attributes is there.
pub(crate) fn is_conditional(attrs: &[Attribute]) -> bool {
    attrs.iter().any(is_cfg)
}

fn is_cfg(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")
}

/// Whether a condition binds names.
pub(crate) fn contains_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        Expr::Paren(inner) => contains_let(&inner.expr),
        Expr::Group(inner) => contains_let(&inner.expr),
        _ => false,
    }
}

fn collect_links<'a>(cond: &'a Expr, links: &mut Vec<&'a Expr>) {
    match cond {
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            collect_links(&binary.left, links);
            collect_links(&binary.right, links);
        }
        other => links.push(other),
    }
}

/// The attributes of a statement's expression, of the kinds that make a statement.
pub(crate) fn attributes_of(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Block(inner) => &inner.attrs,
        Expr::If(inner) => &inner.attrs,
        Expr::Match(inner) => &inner.attrs,
        Expr::Loop(inner) => &inner.attrs,
        Expr::While(inner) => &inner.attrs,
        Expr::ForLoop(inner) => &inner.attrs,
        Expr::Call(inner) => &inner.attrs,
        Expr::MethodCall(inner) => &inner.attrs,
        Expr::Macro(inner) => &inner.attrs,
        Expr::Assign(inner) => &inner.attrs,
        Expr::Try(inner) => &inner.attrs,
        Expr::Return(inner) => &inner.attrs,
        Expr::Break(inner) => &inner.attrs,
        Expr::Continue(inner) => &inner.attrs,
        Expr::Path(inner) => &inner.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages_for(body: &str) -> Vec<String> {
        let body: Block = syn::parse_str(body).expect("a block");
        let mut errors = Errors::of("{tool}");
        positions(&mut errors, &body);
        match errors.finish() {
            Ok(()) => Vec::new(),
            Err(failed) => failed.messages(),
        }
    }

    #[track_caller]
    fn refuses(body: &str, expected: &str) {
        assert_eq!(messages_for(body), [expected], "{body}");
    }

    #[test]
    fn positions_of_its_own_control_flow() {
        refuses("{ v.map(|x| ask!(bool, \"{x}\")); }", messages::IN_CLOSURE);
        refuses(
            "{ spawn(async { ask!(bool, \"x\") }); }",
            messages::IN_ASYNC,
        );
        refuses(
            "{ async fn inner() { ask!(bool, \"x\") } }",
            messages::IN_ITEM,
        );
        refuses("{ const { ask!(bool, \"x\") }; }", messages::IN_CONST);
        refuses("{ unsafe { ask!(bool, \"x\") }; }", messages::IN_UNSAFE);
        refuses(
            "{ match 1 { 1 if ask!(bool, \"x\") => 1, _ => 2 } }",
            messages::IN_GUARD,
        );
    }

    #[test]
    fn macros() {
        refuses(
            "{ println!(\"{}\", ask!(bool, \"x\")); }",
            messages::IN_MACRO,
        );
        refuses(
            "{ tokio::select! { a = ask!(bool, \"x\") => 1 } }",
            messages::IN_MACRO,
        );
        refuses(
            "{ let a = ask!(bool, \"{}\", ask!(u8, \"n\")); }",
            messages::IN_STEP,
        );
    }

    #[test]
    fn steps_in_each_part_of_a_step() {
        for body in [
            "{ let a = ask_url!(ask!(String, \"u\"), \"x\"); }",
            "{ let a = ask_url!(u, \"{}\", ask!(u8, \"n\")); }",
            "{ let a = ask_url!(u, \"x\", until = roots!().is_empty()); }",
            "{ let a = sample!(Sampling::new(ask!(String, \"n\"))); }",
            "{ let a = sample!(as u8, \"{}\", sample!(\"n\").text()); }",
        ] {
            refuses(body, messages::IN_STEP);
        }
    }

    #[test]
    fn an_answer_that_nobody_looks_at() {
        refuses("{ ask!(bool, \"x\"); }", messages::UNUSED_ANSWER);
        refuses("{ mrtr::roots!(); }", messages::UNUSED_ANSWER);
        assert!(
            messages_for("{ let _ = ask!(bool, \"x\"); ask!(bool, \"x\").accepted()?; }")
                .is_empty()
        );
    }

    #[test]
    fn later_links_of_a_chain() {
        let chain = "{ if let Some(x) = o && ask!(bool, \"{x}\") { 1 } else { 2 } }";
        refuses(chain, messages::IN_CHAIN);
        assert!(messages_for("{ if let Answer::Accept(x) = ask!(u8, \"n\") { x } }").is_empty());
        assert!(messages_for("{ if a && ask!(bool, \"x\") { 1 } else { 2 } }").is_empty());
    }

    #[test]
    fn all_errors_are_told() {
        let body = "{ a[ask!(u8, \"n\")] = 1; let f = || ask!(bool, \"x\"); }";
        assert_eq!(
            messages_for(body),
            [messages::IN_PLACE, messages::IN_CLOSURE]
        );
    }

    #[test]
    fn macros_of_others_with_our_names_are_theirs() {
        assert!(messages_for("{ let f = || other::ask!(bool, \"x\"); }").is_empty());
        refuses(
            "{ let f = || mrtr::ask!(bool, \"x\"); }",
            messages::IN_CLOSURE,
        );
    }
}
