//! `let x = fresh! { … };`: what is made again behind each step, instead of carried.

use std::rc::Rc;

use syn::visit_mut::VisitMut as _;
use syn::{Block, Expr, Local, Macro, Stmt};

use super::resolve::Resolver;
use super::{Origin, Uses};
use crate::messages;

/// Where the value of a local comes from, if its author says that it is fresh.
pub(super) fn origin_of(local: &Local, uses: &Uses) -> Option<Origin> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    match &*init.expr {
        Expr::Macro(mac) if is_fresh(&mac.mac) => Some(Origin::Fresh {
            stmt: Rc::new(Stmt::Local(local.clone())),
            uses: uses.clone(),
        }),
        _ => None,
    }
}

/// `fresh!`, or `mrtr::fresh!` behind any prefix.
pub(crate) fn is_fresh(mac: &Macro) -> bool {
    let mut segments = mac.path.segments.iter().rev();
    segments.next().is_some_and(|last| last.ident == "fresh")
        && segments.next().is_none_or(|parent| parent.ident == "mrtr")
}

impl Resolver<'_, '_> {
    /// The code in `fresh! { … }` is a block of the flow's own.
    pub(super) fn fresh(&mut self, mac: &mut Macro) {
        let Ok(stmts) = mac.parse_body_with(Block::parse_within) else {
            // Not ours to tell: rustc parses it too.
            return;
        };
        let mut block = Block {
            brace_token: syn::token::Brace::default(),
            stmts,
        };
        let jumps = self.found.jumps.len();
        self.visit_block_mut(&mut block);
        if self.found.jumps.len() > jumps {
            self.lowering.errors.on(&mac.path, messages::FRESH_JUMP);
        }
        mac.tokens = block
            .stmts
            .iter()
            .map(quote::ToTokens::to_token_stream)
            .collect();
    }
}
