//! The call of another flow: `flow!(other(args))`, `flow!(self.other(args))`.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Expr, Macro};

use super::step::{self, StepName};
use crate::messages;

/// A call of another flow. The expression is a function's or a method's call.
#[derive(Clone)]
pub(crate) struct Call {
    /// Where the author wrote it: the macro's name.
    pub(crate) span: Span,
    pub(crate) expr: Expr,
}

/// Parses a call; `None` where the macro is another one.
pub(crate) fn parse(mac: &Macro) -> Option<syn::Result<Call>> {
    if step::name(&mac.path)? != StepName::Flow {
        return None;
    }
    let span = mac.path.segments.last()?.ident.span();
    Some(parse_tokens(span, mac.tokens.clone()))
}

fn parse_tokens(span: Span, tokens: TokenStream) -> syn::Result<Call> {
    if tokens.is_empty() {
        return Err(syn::Error::new(span, messages::FLOW_GRAMMAR));
    }
    let at = tokens.clone();
    let expr =
        syn::parse2(tokens).map_err(|_| syn::Error::new_spanned(&at, messages::FLOW_GRAMMAR))?;
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) => {}
        Expr::Await(waits) => {
            return Err(syn::Error::new_spanned(
                waits.await_token,
                messages::FLOW_AWAITED,
            ));
        }
        Expr::Try(fails) => {
            return Err(syn::Error::new_spanned(
                fails.question_token,
                messages::FLOW_TRIED,
            ));
        }
        _ => return Err(syn::Error::new_spanned(&at, messages::FLOW_GRAMMAR)),
    }
    let call = Call { span, expr };
    for operand in call.operands() {
        if let Expr::Reference(reference) = operand
            && let Some(mutability) = &reference.mutability
        {
            return Err(syn::Error::new_spanned(
                mutability,
                messages::FLOW_MUT_ARGUMENT,
            ));
        }
    }
    Ok(call)
}

impl Call {
    /// The receiver and the arguments, in the order of their evaluation.
    pub(crate) fn operands(&self) -> Vec<&Expr> {
        match &self.expr {
            Expr::Call(call) => call.args.iter().collect(),
            Expr::MethodCall(call) => std::iter::once(&*call.receiver).chain(&call.args).collect(),
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.expr {
            Expr::Call(call) => call.args.iter_mut().collect(),
            Expr::MethodCall(call) => std::iter::once(&mut *call.receiver)
                .chain(&mut call.args)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The call with one argument before the others.
    ///
    /// Input:  `self.confirm(what)`, `machine`
    /// Output: `self.confirm(machine, what)`
    pub(crate) fn with_first(&self, argument: Expr) -> Expr {
        let mut expr = self.expr.clone();
        match &mut expr {
            Expr::Call(call) => call.args.insert(0, argument),
            Expr::MethodCall(call) => call.args.insert(0, argument),
            _ => {}
        }
        expr
    }
}

impl ToTokens for Call {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.expr.to_tokens(tokens);
    }
}
