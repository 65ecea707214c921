//! Writes random flows for the differential proof.
//!
//! A program is decided by one number, its seed. It type-checks, passes the borrow checker and
//! ends by construction: locals that are moved, borrowed, hidden or cannot travel are followed
//! while it is written, and each loop counts.
//!
//! Its body is written once. Under `#[mrtr_tool]` the steps are steps; in the direct twin the
//! macros of the same names take the next answer of a script, in line.
//!
//! What the macro refuses by its documentation is not written: a step in a closure, a guard or a
//! foreign macro, a carried local that cannot be serialised.
//!
//! Nor is what does not compile: a `mut` receiver of which an argument with a step calls a method
//! too; a branch with steps, in an operand or behind `break`, whose values are coerced; a local
//! whose type is told by nothing but code behind a `break` in an operand with steps.

// Text is written here, and how fast does not count.
#![allow(clippy::format_push_string, clippy::format_collect)]

mod random;
mod render;
mod vars;
mod writer;

pub use render::{batch, lowered};

/// One random flow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// What decides it.
    pub seed: u64,
    /// The parameters, as they are written.
    pub parameters: Vec<String>,
    /// The statements of the body. The name that a step's answer is bound to stands between
    /// two control characters where the step has no key of its own.
    pub body: String,
}

/// The program of a seed.
#[must_use]
pub fn program(seed: u64) -> Program {
    writer::write(seed)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_decides_the_program() {
        for seed in 0..50 {
            assert_eq!(program(seed), program(seed));
        }
        assert_ne!(program(1).body, program(2).body);
    }

    #[test]
    fn every_program_has_a_step() {
        for seed in 0..500 {
            let body = program(seed).body;
            assert!(
                ["ask!(", "roots!(", "flow!("]
                    .iter()
                    .any(|step| body.contains(step)),
                "seed {seed}:\n{body}"
            );
        }
    }
}
