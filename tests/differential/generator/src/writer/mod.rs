//! The writer: random choices to source text.
//!
//! Everything is written in the order in which it is evaluated, because what is written decides
//! what can be named behind it.

mod branches;
mod exprs;
mod joins;
mod jumps;
mod lets;
mod loops;
mod matches;
mod numbers;
mod patterns;
mod scoped;
mod steps;
mod stmts;
mod texts;

use crate::Program;
use crate::random::Random;
use crate::vars::{Ty, Vars};

/// What can stand at a place.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
struct At {
    /// A step.
    steps: bool,
    /// `?`, `return`, `break`, `continue`.
    leaves: bool,
    /// `.await`
    awaits: bool,
    /// What changes or moves a local.
    changes: bool,
    /// How deep the place is in an expression.
    depth: usize,
}

impl At {
    const BODY: Self = Self {
        steps: true,
        leaves: true,
        awaits: true,
        changes: true,
        depth: 0,
    };

    fn deeper(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Code that the macro takes as it is.
    fn native(self) -> Self {
        Self {
            steps: false,
            ..self
        }
    }

    /// Code of a closure.
    fn closed(self) -> Self {
        Self {
            steps: false,
            leaves: false,
            awaits: false,
            changes: false,
            ..self
        }
    }

    /// Code that is always come through: what stands behind it is reached.
    fn staying(self) -> Self {
        Self {
            leaves: false,
            ..self
        }
    }

    /// Code that is evaluated while something is borrowed.
    fn unchanging(self) -> Self {
        Self {
            changes: false,
            ..self
        }
    }
}

/// A loop or labelled block around the place.
#[derive(Debug, Clone)]
struct Target {
    label: Option<String>,
    is_loop: bool,
    value: Option<Ty>,
}

struct Writer {
    random: Random,
    vars: Vars,
    targets: Vec<Target>,
    /// How many statements may still be written.
    fuel: usize,
    /// How deep the statement is in blocks.
    nesting: usize,
    serial: usize,
}

/// Writes the program of a seed.
pub(crate) fn write(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let fuel = 6 + random.below(14);
    let mut writer = Writer {
        random,
        vars: Vars::default(),
        targets: Vec::new(),
        fuel,
        nesting: 0,
        serial: 0,
    };
    let parameters = writer.parameters();
    let body = writer.body();
    Program {
        seed,
        parameters,
        body,
    }
}

impl Writer {
    fn parameters(&mut self) -> Vec<String> {
        self.vars.enter();
        let all = [
            ("number", Ty::Number),
            ("text", Ty::Text),
            ("list", Ty::List),
            ("pair", Ty::Pair),
        ];
        let mut parameters = Vec::new();
        for (name, ty) in all {
            if !self.random.percent(70) {
                continue;
            }
            let mutable = self.random.percent(35);
            self.vars.declare(name, ty, mutable, None);
            let mutability = if mutable { "mut " } else { "" };
            parameters.push(format!("{mutability}{name}: {}", ty.spelled()));
        }
        if self.random.percent(50) {
            parameters.reverse();
        }
        parameters
    }

    fn body(&mut self) -> String {
        self.vars.enter();
        let mut body = String::new();
        while self.fuel > 0 {
            if !self.stmt(At::BODY, &mut body) {
                break;
            }
        }
        // Not counted while it is written: what was written may have been thrown away.
        if !["ask!(", "roots!(", "flow!("]
            .iter()
            .any(|step| body.contains(step))
        {
            let ask = self.ask_stmt();
            body.push_str(&ask);
        }
        let tail = self.tail();
        body + &tail
    }

    /// A name that is nobody's.
    fn new_name(&mut self, prefix: &str) -> String {
        format!("{prefix}{}", self.number_of())
    }

    /// A number that is nobody's.
    fn number_of(&mut self) -> usize {
        self.serial += 1;
        self.serial
    }

    /// A name for a new local: its own, or that of another, which it hides.
    fn choose_name(&mut self) -> String {
        let names = self.vars.names();
        if !names.is_empty() && self.random.percent(25) {
            self.random.pick(&names)
        } else if self.random.percent(3) {
            "r#type".to_owned()
        } else {
            self.new_name("v")
        }
    }

    /// Runs `write` in a scope of its own.
    fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.vars.enter();
        self.nesting += 1;
        let written = write(self);
        self.nesting -= 1;
        self.vars.leave();
        written
    }

    /// The statements of a block; `false` where the last one leaves.
    fn stmts(&mut self, at: At, most: usize, out: &mut String) -> bool {
        let count = 1 + self.random.below(most);
        for _ in 0..count.min(self.fuel) {
            if !self.stmt(at, out) {
                return false;
            }
        }
        true
    }

    /// `{ … }` without a value.
    fn block(&mut self, at: At, most: usize) -> String {
        self.scoped(|writer| {
            let mut out = String::new();
            writer.stmts(At { depth: 0, ..at }, most, &mut out);
            format!("{{\n{out}}}")
        })
    }

    /// `{ … value }`
    fn block_value(&mut self, ty: Ty, at: At, most: usize) -> String {
        self.scoped(|writer| {
            let mut out = String::new();
            let inside = At {
                depth: at.depth.saturating_sub(1),
                ..at
            };
            if writer.fuel > 0 {
                writer.stmts(inside, most, &mut out);
            }
            // Behind a statement that leaves it only says which type there would be.
            let value = writer.value(ty, at.deeper());
            format!("{{\n{out}{value}\n}}")
        })
    }
}
