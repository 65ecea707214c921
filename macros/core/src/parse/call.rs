//! The call of another flow.
//!
//! ```text
//! flow!([key = "…",] function(args…))     flow!([key = "…",] receiver.method(args…))
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitStr, Macro};

use super::step::{self, StepName};
use crate::messages;

/// A call of another flow. The expression is a function's or a method's call.
#[derive(Clone)]
pub(crate) struct Call {
    /// Where the author wrote it: the macro's name.
    pub(crate) span: Span,
    /// `key = "…"`, where it is given.
    pub(crate) key: Option<LitStr>,
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
    let (key, tokens) = parse_key.parse2(tokens)?;
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
    let call = Call { span, key, expr };
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

fn parse_key(input: ParseStream<'_>) -> syn::Result<(Option<LitStr>, TokenStream)> {
    Ok((step::parse_key(input)?, input.parse()?))
}

impl Call {
    /// The function that is called, without its arguments.
    pub(crate) fn callee(&self) -> TokenStream {
        match &self.expr {
            Expr::Call(call) => call.func.to_token_stream(),
            Expr::MethodCall(call) => {
                let (receiver, method, types) = (&call.receiver, &call.method, &call.turbofish);
                quote!(#receiver.#method #types)
            }
            other => other.to_token_stream(),
        }
    }

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
        let (key, expr) = (self.key.iter(), &self.expr);
        tokens.extend(quote!(#(key = #key,)* #expr));
    }
}
