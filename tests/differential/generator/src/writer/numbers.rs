//! Numbers and truths.

use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    /// A `u64`, as an operand.
    pub(super) fn number(&mut self, at: At) -> String {
        if at.depth > 2 || self.random.percent(35) {
            return self.simple_number();
        }
        if at.steps && self.random.percent(30) {
            return self.asked_number(at);
        }
        let inner = at.deeper();
        match self.random.below(17) {
            0 | 1 => {
                let (id, value) = (self.number_of(), self.number(inner));
                format!("log.fx({id}, {value})")
            }
            2 => {
                let (left, right) = (self.number(inner), self.number(inner));
                let op = self.random.pick(&["^", "|", "%  7 ^"]);
                format!("({left} {op} {right})")
            }
            3 => {
                let (left, right) = (self.number(inner), self.number(inner));
                format!("add({left}, {right})")
            }
            4 => {
                let (left, right) = (self.number(inner), self.number(inner));
                format!("{left}.wrapping_add({right})")
            }
            5 => {
                let (value, other) = (self.value(Ty::Maybe, inner), self.number(inner));
                format!("({value}).unwrap_or({other})")
            }
            6 => format!("({})", self.value(Ty::Number, inner)),
            7 if at.leaves => format!("try_it({})?", self.number(inner)),
            8 if at.awaits => format!("later({}).await", self.number(inner)),
            9 => {
                let members = [self.number(inner), self.number(inner), self.number(inner)];
                format!(
                    "[{}][({} % 3) as usize]",
                    members.join(", "),
                    self.number(inner)
                )
            }
            10 => {
                let (left, right) = (self.number(inner), self.text(inner));
                format!("Pair {{ left: {left}, right: {right} }}.left")
            }
            11 => self.closure_call(inner),
            12 => self.list_number(inner),
            13 => self.changed_number(inner),
            14 if at.awaits => {
                let value = self.vars_in_closure(|writer| writer.number(inner.closed()));
                format!("async {{ {value} }}.await")
            }
            15 => {
                let (id, value) = (self.number_of(), self.number(inner.native()));
                format!("{{ let _probe = log.probe({id}); {value} }}")
            }
            16 => {
                let (number, text) = (self.number(inner), self.text(inner));
                format!("mix({number}, {text})")
            }
            _ => self.simple_number(),
        }
    }

    /// Writes code of which nothing can be moved out.
    pub(super) fn vars_in_closure<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.vars.enter_loop();
        let targets = std::mem::take(&mut self.targets);
        let written = self.scoped(write);
        self.targets = targets;
        self.vars.leave_loop();
        written
    }

    fn closure_call(&mut self, at: At) -> String {
        let name = self.new_name("x");
        let body = self.vars_in_closure(|writer| {
            writer.vars.declare(&name, Ty::Number, false, None);
            writer.number(at.closed())
        });
        // It borrows what it mentions, and would have to travel over a step.
        let argument = self.simple_number();
        format!("(|{name}: u64| {body})({argument})")
    }

    /// A number that depends on a list.
    fn list_number(&mut self, at: At) -> String {
        let lists = self.vars.of(Ty::List);
        if lists.is_empty() {
            return format!("{}.len() as u64 % 5", self.value(Ty::List, at).parens()).parens();
        }
        let list = self.random.pick(&lists).name;
        match self.random.below(3) {
            0 => format!("{list}.iter().map(|x| x ^ 1).sum::<u64>()"),
            1 => format!("{list}.first().copied().unwrap_or({})", self.number(at)),
            _ => format!("sum_of(&{list}, {})", self.number(at.unchanging())),
        }
    }

    /// `{ n = …; n }`: an operand that changes a local, which others may have read before.
    fn changed_number(&mut self, at: At) -> String {
        let vars = self.vars.changeable(Ty::Number);
        if vars.is_empty() || !at.changes {
            return self.simple_number();
        }
        let name = self.random.pick(&vars).name;
        let value = self.number(at);
        if self.random.percent(50) {
            format!("({name} ^ {{ {name} = {value}; {name} + 1 }})")
        } else {
            format!("{{ {name} ^= {value}; {name} }}")
        }
    }

    /// A number that is a statement of nobody: a literal, a local, a length.
    pub(super) fn simple_number(&mut self) -> String {
        let literal = format!("{}u64", self.random.below(10));
        let mut choices = vec![if self.random.percent(8) {
            "LIMIT".to_owned()
        } else {
            literal
        }];
        for var in self.vars.readable() {
            let name = &var.name;
            let choice = match var.ty {
                Ty::Number => name.clone(),
                Ty::Byte | Ty::Flag => format!("u64::from({name})"),
                Ty::Text | Ty::List | Ty::TextRef | Ty::ListRef | Ty::Word => {
                    format!("({name}.len() as u64)")
                }
                Ty::Pair => format!("{name}.left"),
                Ty::Mixed => {
                    choices.push(format!("({name}.note.len() as u64)"));
                    format!("{name}.kept")
                }
                Ty::Maybe => format!("{name}.unwrap_or(2)"),
                Ty::Reply => format!("{name}.accepted().map_or(1, u64::from)"),
                Ty::Token => format!("{name}.number()"),
                Ty::NumberRef => format!("*{name}").parens(),
                Ty::Shape => format!("{name}.size()"),
                Ty::Opaque | Ty::Fresh => format!("{name}.value()"),
                Ty::Plain | Ty::Outcome | Ty::Shown => continue,
            };
            choices.push(choice);
        }
        self.random.pick(&choices)
    }

    /// A `bool`, as an operand.
    pub(super) fn flag(&mut self, at: At) -> String {
        if at.steps && self.random.percent(20) {
            return self.asked_flag(at);
        }
        let inner = at.deeper();
        if at.depth > 2 {
            return format!("{} % 2 == 0", self.simple_number()).parens();
        }
        match self.random.below(10) {
            0 | 1 => {
                let (left, right) = (self.flag(inner), self.later_flag(inner));
                format!("({left} && {right})")
            }
            2 => {
                let (left, right) = (self.flag(inner), self.later_flag(inner));
                format!("({left} || {right})")
            }
            3 => format!("!{}", self.flag(inner)),
            4 => {
                let (id, value) = (self.number_of(), self.flag(inner));
                format!("log.fx({id}, {value})")
            }
            5 => {
                let name = self.new_name("m");
                let value = self.simple_maybe();
                format!("matches!({value}, Some({name}) if {name} % 2 == 1)")
            }
            6 => format!("({} % 3 == {})", self.number(inner), self.random.below(3)),
            7 => {
                let (left, right) = (self.number(inner), self.number(inner));
                format!("({left} >= {right})")
            }
            _ => format!("({} % 2 == 0)", self.number(inner)),
        }
    }

    /// What may not be evaluated: the right side of `&&`.
    fn later_flag(&mut self, at: At) -> String {
        let mut fork = self.vars.fork();
        let value = self.flag(at);
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        value
    }
}

/// Puts an expression into parentheses.
pub(super) trait Parens {
    fn parens(self) -> String;
}

impl Parens for String {
    fn parens(self) -> String {
        format!("({self})")
    }
}
