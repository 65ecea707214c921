//! What identifies the code of a flow: state of other code is refused.
//!
//! Computed over kinds and texts of tokens, never over their printed form, whose spacing may
//! change with the compiler. Comments do not reach a macro, and docs are left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use crate::parse::ToolFn;

/// Changes when the meaning of a stored frame changes with this crate.
const LOWERING: u64 = 1;

/// The fingerprint of a tool.
pub(crate) fn of(tool: &ToolFn) -> u64 {
    let mut hash = Fnv::new();
    hash.number(LOWERING);
    hash.text(&tool.ident.to_string());
    for param in &tool.params {
        hash.text(&param.ident.to_string());
        hash.number(u64::from(param.mutable));
        hash.tokens(param.ty.to_token_stream());
    }
    hash.tokens(tool.output.to_token_stream());
    hash.tokens(tool.body.to_token_stream());
    hash.0
}

/// FNV-1a, 64 bits. It tells builds apart; what it protects is under the state's tag.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes(text.as_bytes());
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    self.tokens(group.stream());
                }
                TokenTree::Group(group) => {
                    self.bytes(match group.delimiter() {
                        Delimiter::Parenthesis => b"(",
                        Delimiter::Brace => b"{",
                        Delimiter::Bracket => b"[",
                        Delimiter::None => b"",
                    });
                    self.tokens(group.stream());
                    self.bytes(b")");
                }
                TokenTree::Ident(ident) => {
                    self.bytes(b"i");
                    self.text(&ident.to_string());
                }
                // How a token is glued to the next one is not meaning: `> >` and `>>` differ in
                // no program that parses to the same items.
                TokenTree::Punct(punct) => {
                    self.bytes(b"p");
                    self.number(u64::from(u32::from(punct.as_char())));
                }
                TokenTree::Literal(literal) => {
                    self.bytes(b"l");
                    self.text(&literal.to_string());
                }
            }
        }
        self.bytes(b".");
    }
}
