//! Values of all types, in the positions that take any expression.

use super::numbers::Parens as _;
use super::{At, Writer};
use crate::vars::{Ty, Var};

impl Writer {
    /// A value where a statement's value can stand: control flow needs no parentheses.
    pub(super) fn value(&mut self, ty: Ty, at: At) -> String {
        if at.changes && at.depth < 3 && self.fuel > 0 && self.random.percent(30) {
            self.fuel -= 1;
            return self.flow_value(ty, at);
        }
        match ty {
            Ty::Number => self.number(at),
            Ty::Flag => self.flag(at),
            Ty::Text => self.text(at),
            Ty::List => self.list(at),
            Ty::Maybe => self.maybe(at),
            Ty::Pair => self.pair(at),
            Ty::Shape => self.shape(at),
            Ty::Reply => self.reply(at),
            Ty::Token => format!("Token::new({})", self.number(at.deeper())),
            Ty::Outcome => self.outcome(at),
            Ty::Opaque => format!("Opaque::new({})", self.number(at.deeper())),
            Ty::Shown => {
                if self.random.percent(50) {
                    format!("Box::new({})", self.number(at.deeper()))
                } else {
                    format!("Box::new({})", self.text(at.deeper()))
                }
            }
            Ty::Byte => format!("{}u8", self.random.below(256)),
            Ty::Plain => self.random.below(100).to_string(),
            Ty::Word => self.random.pick(&["\"word\"", "WORD", "\"{}\""]).to_owned(),
            Ty::NumberRef | Ty::TextRef | Ty::ListRef | Ty::Mixed | Ty::Fresh => {
                unreachable!("written by their statements")
            }
        }
    }

    /// The condition of an `if` or `while`, or what is matched on.
    pub(super) fn head(&mut self, ty: Ty, at: At) -> String {
        let value = self.value(ty, at);
        if value.contains('{') {
            value.parens()
        } else {
            value
        }
    }

    /// An existing local: moved where it may be, else cloned.
    fn existing(&mut self, ty: Ty, at: At) -> Option<String> {
        let movable = self.vars.movable(ty);
        if at.changes && !movable.is_empty() && self.random.percent(40) {
            let var = self.random.pick(&movable);
            if !ty.is_copy() {
                self.vars.moved(var.id);
            }
            return Some(var.name);
        }
        let vars: Vec<Var> = self.vars.of(ty);
        if vars.is_empty() {
            return None;
        }
        let name = self.random.pick(&vars).name;
        Some(if ty.is_copy() {
            name
        } else {
            format!("{name}.clone()")
        })
    }

    fn existing_or(&mut self, ty: Ty, at: At, new: impl FnOnce(&mut Self) -> String) -> String {
        let existing = if self.random.percent(40) {
            self.existing(ty, at)
        } else {
            None
        };
        match existing {
            Some(name) => name,
            None => new(self),
        }
    }

    pub(super) fn text(&mut self, at: At) -> String {
        let inner = at.deeper();
        if at.steps && self.random.percent(20) {
            return self.asked_text(at);
        }
        if at.depth > 3 {
            return "String::from(\"s\")".to_owned();
        }
        self.existing_or(Ty::Text, at, |writer| match writer.random.below(6) {
            0 => format!("{}.to_string()", writer.number(inner)),
            1 => {
                let (left, right) = (writer.text(inner), writer.text(inner));
                format!("join({left}, {right})")
            }
            2 => {
                let (id, value) = (writer.number_of(), writer.text(inner));
                format!("log.fx({id}, {value})")
            }
            3 => writer.format("f"),
            4 => {
                let (text, count) = (writer.text(inner), writer.number(inner));
                format!("{text}.repeat(({count} % 3) as usize)")
            }
            _ => "String::from(\"lit {}\")".to_owned(),
        })
    }

    fn list(&mut self, at: At) -> String {
        let inner = at.deeper();
        self.existing_or(Ty::List, at, |writer| {
            let members = [writer.number(inner), writer.number(inner)].join(", ");
            match writer.random.below(3) {
                0 => format!("[{members}].to_vec()"),
                1 => {
                    // What leaves a loop with steps cannot stand in a macro.
                    let native = At {
                        leaves: false,
                        ..inner.native()
                    };
                    let members = [writer.number(native), writer.number(native)].join(", ");
                    format!("vec![{members}]")
                }
                _ => format!("Vec::from([{members}])"),
            }
        })
    }

    fn maybe(&mut self, at: At) -> String {
        let inner = at.deeper();
        let lists = self.vars.changeable(Ty::List);
        if at.changes && !lists.is_empty() && self.random.percent(20) {
            return format!("{}.pop()", self.random.pick(&lists).name);
        }
        self.existing_or(Ty::Maybe, at, |writer| match writer.random.below(4) {
            0 => "None::<u64>".to_owned(),
            1 => {
                let (flag, number) = (writer.flag(inner), writer.number(inner));
                format!("some_if({flag}, {number})")
            }
            2 if at.steps => format!("{}.accepted().ok()", writer.ask("u64")),
            _ => format!("Some({})", writer.number(inner)),
        })
    }

    /// A `Maybe` that changes nothing.
    pub(super) fn simple_maybe(&mut self) -> String {
        let vars = self.vars.of(Ty::Maybe);
        if vars.is_empty() {
            format!("Some({})", self.simple_number())
        } else {
            self.random.pick(&vars).name
        }
    }

    fn pair(&mut self, at: At) -> String {
        let inner = at.deeper();
        self.existing_or(Ty::Pair, at, |writer| {
            let pairs = writer.vars.of(Ty::Pair);
            match writer.random.below(4) {
                0 => {
                    let (right, left) = (writer.text(inner), writer.number(inner));
                    format!("Pair {{ right: {right}, left: {left} }}")
                }
                1 if !pairs.is_empty() => {
                    let left = writer.number(inner);
                    // The rest is evaluated last.
                    match writer.existing(Ty::Pair, at) {
                        Some(rest) => format!("Pair {{ left: {left}, ..{rest} }}"),
                        None => format!("Pair {{ left: {left}, right: String::new() }}"),
                    }
                }
                2 => writer.shorthand_pair(inner),
                _ => {
                    let (left, right) = (writer.number(inner), writer.text(inner));
                    format!("Pair {{ left: {left}, right: {right} }}")
                }
            }
        })
    }

    /// `Pair { left, … }`, where there is a local of that name.
    fn shorthand_pair(&mut self, at: At) -> String {
        let is_left = |var: &&Var| var.name == "left" && var.ty == Ty::Number;
        let left = self.vars.readable().find(is_left).is_some();
        let left = if left {
            "left".to_owned()
        } else {
            format!("left: {}", self.simple_number())
        };
        format!("Pair {{ {left}, right: {} }}", self.text(at))
    }

    fn shape(&mut self, at: At) -> String {
        let inner = at.deeper();
        self.existing_or(Ty::Shape, at, |writer| match writer.random.below(4) {
            0 => "Shape::Dot".to_owned(),
            1 => format!("Shape::Line({})", writer.number(inner)),
            2 => {
                let (name, size) = (writer.text(inner), writer.number(inner));
                format!("Shape::Named {{ name: {name}, size: {size} }}")
            }
            _ => format!("Shape::of({})", writer.number(inner)),
        })
    }

    fn reply(&mut self, at: At) -> String {
        self.existing_or(Ty::Reply, at, |writer| {
            if at.steps {
                writer.ask("u8")
            } else {
                format!("Answer::Accept({}u8)", writer.random.below(20))
            }
        })
    }

    /// `Ok(…)` or `Err(…)`
    pub(super) fn outcome(&mut self, at: At) -> String {
        match self.random.below(6) {
            0 => format!("Err(Fault::Told({}))", self.text(at.deeper())),
            1 | 2 => format!("Ok({})", self.text(at.deeper())),
            _ => format!("Ok({})", self.everything()),
        }
    }
}
