//! Whether a name stands anywhere in a piece of code, in the arguments of macros too.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, ExprPath, LitStr, Macro, PatIdent};

use crate::flow::captures::captured;

/// Looks for the name, whatever it may mean there.
pub(super) struct Mentions<'n> {
    name: &'n str,
    pub(super) found: bool,
}

impl<'n> Mentions<'n> {
    pub(super) fn of(name: &'n str) -> Self {
        Self { name, found: false }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    self.found |= unraw(&ident.to_string()) == unraw(self.name);
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                // It may be a format string.
                TokenTree::Literal(literal) => {
                    let text = syn::parse2::<LitStr>(TokenTree::from(literal).into());
                    let names = text.map(|text| captured(&text.value())).unwrap_or_default();
                    self.found |= names.iter().any(|name| unraw(name) == unraw(self.name));
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.found |= path.path.is_ident(self.name);
        visit::visit_expr_path(self, path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.found |= pat.ident == self.name;
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Verbatim(tokens) = expr {
            self.tokens(tokens.clone());
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.tokens(mac.tokens.clone());
    }
}

fn unraw(name: &str) -> &str {
    name.trim_start_matches("r#")
}
