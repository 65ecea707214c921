//! Locals whose value, or type, comes later than their declaration.
//!
//! Where the value alone tells the type, nothing leaves between the two: what is never reached
//! tells no type.

use super::{At, Writer};
use crate::vars::{Ty, Var};

impl Writer {
    pub(super) fn joined_stmt(&mut self, at: At, deep: bool) -> String {
        match self.random.below(9) {
            8 if !deep => self.moved_in_turns(at),
            0 => self.late(at),
            1 | 2 if !deep => self.late_by_branch(at),
            3 if !deep => self.late_by_loop(at),
            4 => self.late_byte(at),
            5 => self.grown_list(at),
            6 => self.parsed(at),
            _ => self.filled(at),
        }
    }

    /// A few statements that come in between.
    fn between(&mut self, at: At) -> String {
        let mut out = String::new();
        for _ in 0..self.random.below(3).min(self.fuel) {
            let stmt = match self.random.below(3) {
                0 if at.steps => self.ask_stmt(),
                1 => self.note(),
                _ => self.let_stmt(at),
            };
            self.fuel = self.fuel.saturating_sub(1);
            out.push_str(&stmt);
        }
        out
    }

    /// `let x; … x = …;`
    fn late(&mut self, at: At) -> String {
        let ty = self
            .random
            .pick(&[Ty::Number, Ty::Text, Ty::Pair, Ty::Plain]);
        let (name, mutable) = (self.new_name("late"), self.random.percent(40));
        let annotation = if ty != Ty::Plain && self.random.percent(40) {
            format!(": {}", ty.spelled())
        } else {
            String::new()
        };
        let at = if annotation.is_empty() {
            at.staying()
        } else {
            at
        };
        let (between, value) = (self.between(at), self.value(ty, at));
        self.vars.declare(&name, ty, mutable, None);
        let mutability = if mutable { "mut " } else { "" };
        let id = self.number_of();
        format!(
            "let {mutability}{name}{annotation};\n{between}{name} = {value};\nlog.show({id}, &{name});\n"
        )
    }

    /// `let x; if … { x = …; } else { x = …; }`
    fn late_by_branch(&mut self, at: At) -> String {
        let ty = self.random.pick(&[Ty::Number, Ty::Text, Ty::Maybe]);
        let name = self.new_name("late");
        let between = self.between(at);
        let condition = self.head(Ty::Flag, at);
        let mut fork = self.vars.fork();
        let mut ways = Vec::new();
        for _ in 0..2 {
            let way = self.scoped(|writer| {
                let mut out = String::new();
                let goes_on = writer.stmts(At { depth: 0, ..at }, 2, &mut out);
                if goes_on {
                    let value = writer.value(ty, at);
                    out.push_str(&format!("{name} = {value};\n"));
                }
                out
            });
            ways.push(way);
            self.vars.next_way(&mut fork);
        }
        self.vars.join(fork);
        self.vars.declare(&name, ty, false, None);
        let [then, other] = &ways[..] else {
            return String::new();
        };
        // A way that leaves does not say which type it is.
        format!(
            "let {name}: {};\n{between}if {condition} {{\n{then}}} else {{\n{other}}}\n",
            ty.spelled()
        )
    }

    /// The body of a `loop` that leaves a local with a value, or without one.
    fn turn(&mut self, at: At, write: impl FnOnce(&mut Self) -> String) -> String {
        self.vars.enter_loop();
        if at.steps {
            self.vars.step();
        }
        let body = self.within(None, true, None, |writer| writer.scoped(write));
        self.vars.leave_loop();
        body
    }

    /// `let x; loop { … x = …; break; }`
    fn late_by_loop(&mut self, at: At) -> String {
        let (name, counter) = (self.new_name("late"), self.new_name("c"));
        // Nothing leaves but the assignment's own `break`: behind the loop it has a value.
        let at = at.staying();
        let body = self.turn(at, |writer| {
            let (flag, value) = (writer.head(Ty::Flag, at), writer.value(Ty::Number, at));
            let mut out = format!(
                "{counter} += 1;\nif {counter} > 2 || {flag} {{\n{name} = {value};\nbreak;\n}}\n"
            );
            let note = writer.note();
            out.push_str(&note);
            out
        });
        self.vars.declare(&name, Ty::Number, false, None);
        format!("let {name};\nlet mut {counter} = 0;\nloop {{\n{body}}}\n")
    }

    /// An annotation far from the value, which alone says what its type is.
    fn late_byte(&mut self, at: At) -> String {
        let name = self.new_name("late");
        let between = self.between(at);
        self.vars.declare(&name, Ty::Byte, false, None);
        let id = self.number_of();
        format!(
            "let {name}: u8;\n{between}{name} = 200;\nlog.show({id}, &{name}.wrapping_add(100));\n"
        )
    }

    /// `let mut list = Vec::new(); … list.push(…);`
    fn grown_list(&mut self, at: At) -> String {
        let name = self.new_name("grown");
        let at = at.staying();
        let (between, value) = (self.between(at), self.value(Ty::Number, at));
        self.vars.declare(&name, Ty::List, true, None);
        format!("let mut {name} = Vec::new();\n{between}{name}.push({value});\n")
    }

    /// `let x = "12".parse()?; … let y: u64 = x;`
    fn parsed(&mut self, at: At) -> String {
        let (text, name) = (self.new_name("parsed"), self.new_name("v"));
        let parse = if at.leaves {
            "parse()?"
        } else {
            "parse().unwrap_or_default()"
        };
        let between = self.between(at.staying());
        self.vars.declare(&name, Ty::Number, false, None);
        format!("let {text} = \"12\".{parse};\n{between}let {name}: u64 = {text};\n")
    }

    /// A local that was moved away gets another value, on all ways.
    pub(super) fn refilled(&mut self, empty: &[Var], at: At) -> String {
        let Var { id, name, ty, .. } = self.random.pick(empty);
        if self.nesting > 4 || self.random.percent(50) {
            let value = self.value(ty, at);
            self.vars.filled(id);
            return format!("{name} = {value};\n");
        }
        let head = self.head(Ty::Maybe, at);
        let mut fork = self.vars.fork();
        let mut ways = Vec::new();
        for _ in 0..2 + self.random.below(2) {
            let way = self.scoped(|writer| {
                // What comes before may leave, and may not hide the name.
                let before = writer.block(at, 2);
                let value = writer.value(ty, at);
                let mut out = format!("{before}\n{name} = {value};\n");
                writer.stmts(At { depth: 0, ..at }, 2, &mut out);
                out
            });
            ways.push(way);
            self.vars.next_way(&mut fork);
        }
        self.vars.join(fork);
        self.vars.filled(id);
        match &ways[..] {
            [one, other] => format!("if {head}.is_some() {{\n{one}}} else {{\n{other}}}\n"),
            ways => {
                let patterns = ["None", "Some(0..=5)", "Some(_)"];
                let arms = patterns.iter().zip(ways);
                let arms: String = arms
                    .map(|(pattern, way)| format!("{pattern} => {{\n{way}}}\n"))
                    .collect();
                format!("match {head} {{\n{arms}}}\n")
            }
        }
    }

    /// `let mut x = …; loop { take(x); … x = …; }`
    fn moved_in_turns(&mut self, at: At) -> String {
        let ty = self
            .random
            .pick(&[Ty::Text, Ty::Pair, Ty::Token, Ty::List, Ty::Opaque]);
        let first = self.value(ty, at);
        let (name, counter) = (self.new_name("turn"), self.new_name("c"));
        self.vars.declare(&name, ty, true, None);
        let id = self.vars.last().unwrap_or_default();
        self.vars.moved(id);
        // Each turn gives it a value for the next one.
        let at = at.staying();
        let body = self.turn(at, |writer| {
            // What comes before may not hide the name.
            let before = writer.block(at, 2);
            let flag = writer.head(Ty::Flag, at);
            let value = writer.value(ty, at);
            let mut out = format!(
                "{counter} += 1;\nconsume({name});\n{before}\n\
                 if {counter} > 2 || {flag} {{ break; }}\n{name} = {value};\n"
            );
            let at = if ty.travels() { at } else { at.native() };
            writer.stmts(At { depth: 0, ..at }, 2, &mut out);
            out
        });
        format!("let mut {name} = {first};\nlet mut {counter} = 0;\nloop {{\n{body}}}\n")
    }

    /// `let mut x = None; … x = Some(…);`
    fn filled(&mut self, at: At) -> String {
        let name = self.new_name("filled");
        let at = at.staying();
        let (between, value) = (self.between(at), self.number(at));
        self.vars.declare(&name, Ty::Maybe, true, None);
        let start = self.random.pick(&["None", "Default::default()"]);
        format!("let mut {name} = {start};\n{between}{name} = Some({value});\n")
    }

    /// The end of the body.
    pub(super) fn tail(&mut self) -> String {
        let at = At::BODY;
        match self.random.below(10) {
            0..=4 => format!("Ok({})\n", self.everything()),
            5 => {
                let value = self.value(Ty::Outcome, at);
                format!("return {value};\n")
            }
            6 => {
                let value = self.outcome(at);
                format!("{value}\n")
            }
            _ => {
                self.fuel += 3;
                let value = self.flow_value(Ty::Outcome, at);
                format!("{value}\n")
            }
        }
    }
}
