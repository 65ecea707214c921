//! Takes each step out of the expression that it stands in.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::parse_quote_spanned;
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, Local, Stmt, Token, token};

use super::operands::mutable_in;
use crate::check::contains_let;
use crate::diag::Errors;
use crate::messages;
use crate::names;
use crate::parse::step::{self, StepName};
use crate::parse::{Param, call};

/// Puts each step into a `let` of its own, in front of the statement that it stands in.
///
/// Input:  `let n = f(g(), ask!(u8, key = "n", "n?").accepted()?);`
/// Output: `let __mrtr_1 = g(); let __mrtr_2 = ask!(u8, key = "n", "n?");`
///         `let n = f(__mrtr_1, __mrtr_2.accepted()?);`
pub(super) fn hoist(errors: &mut Errors, params: &[Param], body: Block) -> Block {
    let params = params.iter().filter(|param| param.mutable);
    let mut mutable = params.map(|param| param.ident.clone()).collect();
    mutable_in(body.to_token_stream(), &mut mutable);
    Hoist {
        errors,
        temporaries: 0,
        mutable,
    }
    .block(body)
}

pub(super) struct Hoist<'e> {
    errors: &'e mut Errors,
    temporaries: usize,
    /// The names of locals that can change.
    pub(super) mutable: BTreeSet<Ident>,
}

impl Hoist<'_> {
    fn block(&mut self, mut block: Block) -> Block {
        let stmts = std::mem::take(&mut block.stmts);
        for stmt in stmts {
            self.stmt(stmt, &mut block.stmts);
        }
        block
    }

    fn stmt(&mut self, stmt: Stmt, out: &mut Vec<Stmt>) {
        if !step::is_in(&stmt) {
            return out.push(stmt);
        }
        match stmt {
            Stmt::Local(local) => {
                let local = self.local(local, out);
                out.push(Stmt::Local(local));
            }
            // A call of its own: rustc says whether its value may go unused.
            Stmt::Expr(Expr::Macro(mac), Some(semi)) if is_call(&mac.mac) => {
                let call = self.call(mac, out);
                out.push(Stmt::Expr(call, Some(semi)));
            }
            Stmt::Macro(stmt) if is_call(&stmt.mac) => {
                let expr = syn::ExprMacro {
                    attrs: stmt.attrs,
                    mac: stmt.mac,
                };
                let call = self.call(expr, out);
                out.push(Stmt::Expr(call, stmt.semi_token));
            }
            Stmt::Expr(expr, semi) => {
                let expr = self.value(expr, out);
                out.push(Stmt::Expr(expr, semi));
            }
            // Input:  ask!(bool, "…");      a statement of its own: its answer is not used
            Stmt::Macro(stmt) => {
                let expr = Expr::Macro(syn::ExprMacro {
                    attrs: stmt.attrs,
                    mac: stmt.mac,
                });
                let expr = self.value(expr, out);
                out.push(Stmt::Expr(expr, stmt.semi_token));
            }
            Stmt::Item(_) => out.push(stmt),
        }
    }

    fn local(&mut self, mut local: Local, out: &mut Vec<Stmt>) -> Local {
        if let Some(init) = &mut local.init {
            let expr = std::mem::replace(&mut *init.expr, Expr::PLACEHOLDER);
            *init.expr = match expr {
                Expr::Macro(mac) if init.diverge.is_none() && is_call(&mac.mac) => {
                    self.call(mac, out)
                }
                // Already in normal form.
                Expr::Macro(mac)
                    if init.diverge.is_none() && step::name(&mac.mac.path).is_some() =>
                {
                    Expr::Macro(mac)
                }
                expr => self.value(expr, out),
            };
            if let Some((_, diverge)) = &mut init.diverge {
                let block = std::mem::replace(&mut **diverge, Expr::PLACEHOLDER);
                **diverge = self.in_place(block);
            }
        }
        local
    }

    /// An expression whose value is a statement's, or a `let`'s: control flow may stay as it is.
    fn value(&mut self, expr: Expr, out: &mut Vec<Stmt>) -> Expr {
        if is_control_flow(&expr) {
            self.control_flow(expr, out)
        } else {
            self.expr(expr, out)
        }
    }

    /// Control flow with steps in it: its head moves in front, its blocks are normalised.
    fn control_flow(&mut self, expr: Expr, out: &mut Vec<Stmt>) -> Expr {
        match expr {
            Expr::Block(mut inner) => {
                inner.block = self.block(inner.block);
                Expr::Block(inner)
            }
            Expr::If(mut branch) => {
                self.head(&mut branch.cond, out);
                branch.then_branch = self.block(branch.then_branch);
                if let Some((_, other)) = &mut branch.else_branch {
                    let expr = std::mem::replace(&mut **other, Expr::PLACEHOLDER);
                    **other = self.in_place(expr);
                }
                Expr::If(branch)
            }
            Expr::Match(mut branch) => {
                self.replace(&mut branch.expr, out);
                for arm in &mut branch.arms {
                    let body = std::mem::replace(&mut *arm.body, Expr::PLACEHOLDER);
                    *arm.body = self.in_place(body);
                }
                Expr::Match(branch)
            }
            Expr::Loop(mut repeat) => {
                repeat.body = self.block(repeat.body);
                Expr::Loop(repeat)
            }
            Expr::While(repeat) => self.while_loop(repeat),
            Expr::ForLoop(mut repeat) => {
                self.replace(&mut repeat.expr, out);
                repeat.body = self.block(repeat.body);
                Expr::ForLoop(repeat)
            }
            other => self.expr(other, out),
        }
    }

    fn while_loop(&mut self, mut repeat: syn::ExprWhile) -> Expr {
        if !step::is_in(&repeat.cond) {
            repeat.body = self.block(repeat.body);
            return Expr::While(repeat);
        }
        // Input:  'a: while COND { BODY }
        // Output: 'a: loop { if COND { BODY } else { break; } }
        let (label, cond, body) = (&repeat.label, &repeat.cond, &repeat.body);
        // Ours: lints about hand-written branches do not apply.
        let span = names::mixed(repeat.while_token.span);
        let expr: Expr =
            parse_quote_spanned! {span=> #label loop { if #cond #body else { break; } } };
        self.control_flow(expr, &mut Vec::new())
    }

    /// The condition of an `if`; a `let` in it keeps its pattern where it is.
    fn head(&mut self, cond: &mut Box<Expr>, out: &mut Vec<Stmt>) {
        match &mut **cond {
            Expr::Let(binding) => self.replace(&mut binding.expr, out),
            // Only the first link can hold a step; the check of positions has seen to that.
            Expr::Binary(chain) if contains_let(&chain.left) || contains_let(&chain.right) => {
                self.head(&mut chain.left, out);
            }
            _ => self.replace(cond, out),
        }
    }

    /// An expression that is evaluated under a condition: what is hoisted stays inside.
    ///
    /// Input:  `ask!(bool, "…").accepted()?`
    /// Output: `{ let __mrtr_1 = ask!(bool, "…"); __mrtr_1.accepted()? }`
    fn in_place(&mut self, expr: Expr) -> Expr {
        if !step::is_in(&expr) {
            return expr;
        }
        let mut before = Vec::new();
        let value = self.value(expr, &mut before);
        if before.is_empty() {
            value
        } else {
            block_expr(block(before, value))
        }
    }

    pub(super) fn replace(&mut self, slot: &mut Box<Expr>, out: &mut Vec<Stmt>) {
        let expr = std::mem::replace(&mut **slot, Expr::PLACEHOLDER);
        **slot = self.expr(expr, out);
    }

    /// An expression in any position: afterwards it holds no step.
    pub(super) fn expr(&mut self, expr: Expr, out: &mut Vec<Stmt>) -> Expr {
        if !step::is_in(&expr) {
            return expr;
        }
        let span = expr.span();
        match expr {
            Expr::Macro(mac) => {
                let at = mac
                    .mac
                    .path
                    .segments
                    .last()
                    .map_or(span, |last| last.ident.span());
                let step = self.call(mac, out);
                self.bind(&step, at, out)
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.short_circuit(binary, out)
            }
            other if is_control_flow(&other) => {
                let value = self.control_flow(other, out);
                self.bind(&value, span, out)
            }
            mut other => {
                if !self.operands(&mut other, out) {
                    self.errors.at(span, messages::POSITION);
                }
                other
            }
        }
    }

    /// A step; where it is a call, its operands move in front. What is left of them is carried as
    /// it is, borrowed, or made again.
    ///
    /// Input:  `flow!(confirm(name.clone(), &plan))`
    /// Output: `let __mrtr_1 = name.clone();`, `flow!(confirm(__mrtr_1, &plan))`
    fn call(&mut self, mut step: syn::ExprMacro, out: &mut Vec<Stmt>) -> Expr {
        if let Some(Ok(mut call)) = call::parse(&step.mac) {
            self.call_operands(&mut call, out);
            step.mac.tokens = call.to_token_stream();
        }
        Expr::Macro(step)
    }

    fn short_circuit(&mut self, mut binary: syn::ExprBinary, out: &mut Vec<Stmt>) -> Expr {
        if !step::is_in(&binary.right) {
            self.replace(&mut binary.left, out);
            return Expr::Binary(binary);
        }
        // Input:  a && ask!(…)                       a || ask!(…)
        // Output: if a { ask!(…) } else { false }    if a { true } else { ask!(…) }
        let span = binary.op.span();
        self.replace(&mut binary.left, out);
        let mut before = Vec::new();
        let value = self.value(*binary.right, &mut before);
        let right = block(before, value);
        let (then_branch, other) = match binary.op {
            BinOp::And(_) => (right, block(vec![], parse_quote_spanned! {span=> false })),
            _ => (block(vec![], parse_quote_spanned! {span=> true }), right),
        };
        let branch = Expr::If(syn::ExprIf {
            attrs: Vec::new(),
            if_token: Token![if](span),
            cond: binary.left,
            then_branch,
            else_branch: Some((Token![else](span), Box::new(block_expr(other)))),
        });
        self.bind(&branch, span, out)
    }

    /// `let temporary = operand;` in front. It may be a receiver that its method changes.
    pub(super) fn spill(&mut self, operand: &Expr, out: &mut Vec<Stmt>) -> Expr {
        let span = operand.span();
        self.temporaries += 1;
        let temporary = names::temporary(self.temporaries, span);
        out.push(parse_quote_spanned! {names::mixed(span)=>
            #[allow(unused_mut)]
            let mut #temporary = #operand;
        });
        parse_quote_spanned! {span=> #temporary }
    }

    /// `let temporary = expr;` in front.
    fn bind(&mut self, expr: &Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        self.temporaries += 1;
        let temporary = names::temporary(self.temporaries, span);
        out.push(parse_quote_spanned! {names::mixed(span)=> let #temporary = #expr; });
        parse_quote_spanned! {span=> #temporary }
    }
}

/// Statements and a value. Built, not quoted: where the value begins like a statement, printing
/// puts it in parentheses.
fn block(mut stmts: Vec<Stmt>, value: Expr) -> Block {
    stmts.push(Stmt::Expr(value, None));
    Block {
        brace_token: token::Brace::default(),
        stmts,
    }
}

fn block_expr(block: Block) -> Expr {
    Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block,
    })
}

fn is_call(mac: &syn::Macro) -> bool {
    step::name(&mac.path) == Some(StepName::Flow)
}

pub(super) fn is_control_flow(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Block(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
    )
}
