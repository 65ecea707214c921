//! Tokens to the model of a tool: what the author wrote, with its parts told apart.

pub(crate) mod call;
mod docs;
mod options;
mod signature;
pub(crate) mod step;
mod uri;

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Block, Expr, Generics, Ident, Pat, Receiver, ReturnType, Type, Visibility};

use crate::diag::Errors;
use crate::{messages, names};

pub(crate) use docs::Docs;
pub(crate) use options::{Options, root};

/// What the attribute makes of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    /// What other flows call.
    Flow,
}

/// A tool as the author wrote it; or a prompt or a resource, which are the same but for their ends.
pub(crate) struct Function {
    pub(crate) kind: Kind,
    pub(crate) options: Options,
    /// Attributes that are passed through, docs included.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) docs: Docs,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    /// Of a tool lifetimes only, of a flow all.
    pub(crate) generics: Generics,
    /// `&self`, of a method.
    pub(crate) receiver: Option<Receiver>,
    pub(crate) params: Vec<Param>,
    pub(crate) output: ReturnType,
    pub(crate) body: Block,
}

/// One parameter.
pub(crate) struct Param {
    pub(crate) ident: Ident,
    pub(crate) mutable: bool,
    pub(crate) ty: Type,
    pub(crate) kind: ParamKind,
    /// Whether state is bound to the argument.
    pub(crate) salient: bool,
    pub(crate) docs: Docs,
}

/// Where a parameter's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamKind {
    /// By value: an argument of the call.
    Argument,
    /// By reference: given by the host.
    Injected,
}

/// A function whose body may not parse: while somebody types, that is the normal case.
pub(crate) struct LooseFn {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: syn::Signature,
    pub(crate) body: TokenStream,
}

impl Parse for LooseFn {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        let content;
        syn::braced!(content in input);
        Ok(Self {
            attrs,
            vis,
            sig,
            body: content.parse()?,
        })
    }
}

/// Parses what the attribute stands on. `None` where too little is known to go on.
pub(crate) fn tool(
    errors: &mut Errors,
    kind: Kind,
    options: TokenStream,
    item: &LooseFn,
) -> Option<Function> {
    let options = options::parse(errors, kind, options);
    let is_named_by_fn = kind != Kind::Flow && options.name.is_none();
    if is_named_by_fn && !options::is_tool_name(&names::unraw(&item.sig.ident)) {
        errors.on(&item.sig.ident, messages::TOOL_NAME_OF_FN);
    }
    let params = signature::check(errors, kind, &item.sig);
    if let (Some(uri), Some(params)) = (&options.uri, &params) {
        uri::check(errors, uri, params);
    }
    let body = errors.handle(parse_body(&item.body))?;
    Some(Function {
        kind,
        options,
        attrs: item.attrs.clone(),
        docs: docs::of(&item.attrs),
        vis: item.vis.clone(),
        ident: item.sig.ident.clone(),
        generics: item.sig.generics.clone(),
        receiver: item.sig.receiver().cloned(),
        params: params?,
        output: item.sig.output.clone(),
        body,
    })
}

fn parse_body(tokens: &TokenStream) -> syn::Result<Block> {
    let stmts = syn::parse::Parser::parse2(Block::parse_within, tokens.clone())?;
    Ok(Block {
        brace_token: syn::token::Brace::default(),
        stmts,
    })
}

/// The one local that a pattern binds: `x`, `mut x`, `x: T`.
pub(crate) fn single_binding(pat: &Pat) -> Option<&syn::PatIdent> {
    match pat {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(ident),
        Pat::Type(typed) => single_binding(&typed.pat),
        _ => None,
    }
}

/// The name that an expression assigns to: `x`.
pub(crate) fn as_local(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

impl Kind {
    /// What messages call it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Flow => "flow",
        }
    }

    /// The attribute's name.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Tool => "mrtr_tool",
            Self::Prompt => "mrtr_prompt",
            Self::Resource => "mrtr_resource",
            Self::Flow => "mrtr_flow",
        }
    }
}

impl Function {
    /// The parameters that are arguments of the call.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Param> {
        self.params
            .iter()
            .filter(|param| param.kind == ParamKind::Argument)
    }
}
