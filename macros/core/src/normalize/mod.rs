//! The author's body in a normal form: each step is the whole initialiser of a `let`, and has its
//! key. What is evaluated before a step is evaluated before it still.
//!
//! The normal form is ordinary source; an author could have written it.

mod hoist;
mod keys;
mod operands;
mod until;

use syn::Block;

pub(crate) use operands::is_compound_assignment;

use crate::diag::Errors;
use crate::parse::Param;

/// Normalises the body.
pub(crate) fn normalize(errors: &mut Errors, params: &[Param], mut body: Block) -> Block {
    keys::name_questions(errors, &mut body);
    until::ask_until(&mut body);
    hoist::hoist(errors, params, body)
}

#[cfg(test)]
mod tests;
