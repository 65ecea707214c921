//! Names in the arguments of macros, which may be anything: expressions, texts, tokens.

use std::collections::BTreeSet;

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::visit_mut::VisitMut as _;
use syn::{Expr, ExprLit, Lit, LitStr, Token};

use super::captures::captured;
use super::resolve::Resolver;
use super::scope::Name;
use crate::messages;
use crate::names;
use crate::parse::as_local;

impl Resolver<'_, '_> {
    /// The arguments of a macro: as expressions where they are, else token by token. One may be
    /// known to be a format string.
    pub(super) fn arguments(&mut self, tokens: TokenStream, format: Option<usize>) -> TokenStream {
        let parser = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(mut exprs) = syn::parse::Parser::parse2(parser, tokens.clone()) else {
            return self.tokens(tokens);
        };
        let named: BTreeSet<String> = exprs.iter().filter_map(argument_name).collect();
        let mut given = Vec::new();
        for (at, expr) in exprs.iter_mut().enumerate() {
            match expr {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => {
                    let given = (format == Some(at)).then_some(&mut given);
                    self.format_string(text, &named, given);
                }
                // `name = value` names an argument, not a local.
                Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
                other => {
                    let jumps = self.found.jumps.len();
                    self.visit_expr_mut(other);
                    if self.found.jumps.len() > jumps {
                        self.lowering.errors.on(other, messages::JUMP_IN_MACRO);
                    }
                }
            }
        }
        for name in given {
            let value = self.lowering.spelled(&name);
            exprs.push(syn::parse_quote!(#name = #value));
        }
        exprs.to_token_stream()
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        let mut tokens = tokens.into_iter().peekable();
        let mut after_dot = false;
        while let Some(token) = tokens.next() {
            if !after_dot
                && let Some(mut field) = field_at(&token, tokens.clone())
                && let Some(part) = self.field(&mut field)
            {
                out.extend(part.to_token_stream());
                tokens.nth(1);
                continue;
            }
            let was_dot = matches!(&token, TokenTree::Punct(punct)
                if punct.as_char() == '.' && punct.spacing() == proc_macro2::Spacing::Alone);
            let is_macro =
                matches!(tokens.peek(), Some(TokenTree::Punct(bang)) if bang.as_char() == '!');
            let token = match token {
                TokenTree::Ident(ident) if !after_dot && !is_macro => {
                    TokenTree::Ident(self.mention(&ident).unwrap_or(ident))
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                TokenTree::Literal(literal) => TokenTree::Literal(self.literal(literal)),
                other => other,
            };
            after_dot = was_dot;
            out.extend([token]);
        }
        out
    }

    fn literal(&mut self, mut literal: Literal) -> Literal {
        if let Ok(mut text) = syn::parse2::<LitStr>(TokenTree::Literal(literal.clone()).into()) {
            self.format_string(&mut text, &BTreeSet::new(), None);
            literal.set_span(text.span());
        }
        literal
    }

    /// Notes what the text captures, but for the `named` arguments. Captured names take their
    /// hygiene from the text, so it is given that of the locals. Where they do not agree, those
    /// with ours are to be `given` as arguments.
    ///
    /// Input:  `format!("{x} {y}")`, where `x` hides another
    /// Output: `format!("{x} {y}", x = x)`, the last `x` with our hygiene
    fn format_string(
        &mut self,
        text: &mut LitStr,
        named: &BTreeSet<String>,
        given: Option<&mut Vec<Ident>>,
    ) {
        let (mut plain, mut hygienic) = (BTreeSet::new(), BTreeSet::new());
        for name in captured(&text.value()) {
            if named.contains(&name) {
                continue;
            }
            let is_hygienic = match self.lowering.scope.look_up(&name) {
                Some(Name::Binding(id)) => {
                    if id.0 < self.first_own {
                        self.found.uses.insert(id);
                    }
                    self.lowering.bindings[id.0].hygienic
                }
                Some(Name::Inner { hygienic }) => hygienic,
                None => continue,
            };
            if is_hygienic {
                hygienic.insert(name);
            } else {
                plain.insert(name);
            }
        }
        match (plain.is_empty(), hygienic.first(), given) {
            (_, None, _) => {}
            (true, Some(_), _) => text.set_span(names::mixed(text.span())),
            (false, Some(_), Some(given)) => {
                let ident = |name: &String| names::any(name, text.span());
                given.extend(hygienic.iter().map(ident));
            }
            (false, Some(name), None) => {
                let message = messages::shadowed_in_text(name);
                self.lowering.errors.on(&*text, message);
            }
        }
    }
}

/// `local.field` where it begins with `token`, and is neither called nor given a value.
fn field_at(token: &TokenTree, behind: impl Iterator<Item = TokenTree>) -> Option<syn::ExprField> {
    let next: Vec<_> = behind.take(3).collect();
    let (dot, member) = (next.first()?, next.get(1)?);
    let is_field = matches!(token, TokenTree::Ident(_))
        && matches!(dot, TokenTree::Punct(dot) if dot.as_char() == '.')
        && !matches!(next.get(2), Some(TokenTree::Group(group))
            if group.delimiter() == proc_macro2::Delimiter::Parenthesis)
        && !matches!(next.get(2), Some(TokenTree::Punct(equals)) if equals.as_char() == '=');
    let field = is_field.then(|| [token, dot, member].into_iter().cloned().collect())?;
    syn::parse2(field).ok()
}

/// Whether a macro takes its arguments for their values alone, however they are spelled.
pub(super) fn takes_values(mac: &syn::Macro) -> bool {
    let Some(last) = mac.path.segments.last() else {
        return false;
    };
    match last.ident.to_string().as_str() {
        "vec" | "matches" | "json" => true,
        // Without a text of its own it shows the condition.
        "assert" | "debug_assert" => {
            let mut tokens = mac.tokens.clone().into_iter();
            tokens.any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
                && tokens.next().is_some()
        }
        _ => format_argument(&mac.path).is_some(),
    }
}

/// `name` of the argument `name = value`.
fn argument_name(argument: &Expr) -> Option<String> {
    match argument {
        Expr::Assign(named) => as_local(&named.left).map(names::unraw),
        _ => None,
    }
}

/// Which argument of a macro of the standard library is a format string.
pub(super) fn format_argument(path: &syn::Path) -> Option<usize> {
    Some(match path.segments.last()?.ident.to_string().as_str() {
        "format" | "format_args" | "print" | "println" | "eprint" | "eprintln" | "panic"
        | "todo" | "unimplemented" | "unreachable" => 0,
        "write" | "writeln" | "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return None,
    })
}
