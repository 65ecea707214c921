//! Locals that are done with before the next step: they need not travel.

use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    pub(super) fn scoped_stmt(&mut self, at: At) -> String {
        match self.random.below(4) {
            0 | 1 => self.probes(at),
            2 => self.dropped_probe(at),
            _ => self.shared(at),
        }
    }

    /// Two values that say when they are dropped, in a block without steps.
    fn probes(&mut self, at: At) -> String {
        let ids = [self.number_of(), self.number_of()];
        let body = self.scoped(|writer| {
            let mut out = String::new();
            writer.stmts(
                At {
                    depth: 0,
                    ..at.native()
                },
                3,
                &mut out,
            );
            out
        });
        format!(
            "{{\nlet _first = log.probe({});\nlet second = log.probe({});\n{body}}}\n",
            ids[0], ids[1]
        )
    }

    /// A value that is dropped before the next step.
    fn dropped_probe(&mut self, _: At) -> String {
        let (name, id) = (self.new_name("d"), self.number_of());
        let note = self.note();
        format!("let {name} = log.probe({id});\n{note}drop({name});\n")
    }

    /// An `Rc`, which may not even be sent to another thread.
    fn shared(&mut self, at: At) -> String {
        let (value, id) = (self.number(At { depth: 1, ..at }), self.number_of());
        let other = self.number(At {
            depth: 1,
            leaves: false,
            awaits: false,
            ..at.native()
        });
        format!(
            "{{\nlet shared = std::rc::Rc::new({value});\nlog.fx({id}, *shared ^ {other});\n}}\n"
        )
    }

    /// A local that cannot travel, and can be used until the next step.
    pub(super) fn fleeting(&mut self, at: At) -> String {
        match self.random.below(8) {
            4 | 5 => self.mixed(at),
            6 | 7 => self.fresh(at),
            0 => {
                let (name, parameter) = (self.new_name("f"), self.new_name("x"));
                let body = self.vars_in_closure(|writer| {
                    writer.vars.declare(&parameter, Ty::Number, false, None);
                    writer.number(At {
                        depth: 1,
                        ..At::BODY.closed()
                    })
                });
                let (result, id) = (self.new_name("v"), self.number_of());
                // Borrowed locals are free again when it was called for the last time.
                let text = format!(
                    "let {name} = |{parameter}: u64| {body};\nlet {result} = log.fx({id}, {name}(3)) ^ {name}(5);\n"
                );
                self.vars.declare(&result, Ty::Number, false, None);
                text
            }
            1 => {
                let value = self.value(Ty::Opaque, at);
                let (name, mutable) = (self.new_name("o"), self.random.percent(40));
                self.vars.declare(&name, Ty::Opaque, mutable, None);
                let mutability = if mutable { "mut " } else { "" };
                format!("let {mutability}{name} = {value};\n")
            }
            2 => {
                let (name, id) = (self.new_name("d"), self.number_of());
                format!("let {name} = log.loose({id});\n")
            }
            _ => {
                let value = self.value(Ty::Shown, at);
                let (name, mutable) = (self.new_name("d"), self.random.percent(40));
                self.vars.declare(&name, Ty::Shown, mutable, None);
                let mutability = if mutable { "mut " } else { "" };
                format!("let {mutability}{name}: Box<dyn Display + Send> = {value};\n")
            }
        }
    }

    /// A local that is made again in each round, of what does not change.
    fn fresh(&mut self, at: At) -> String {
        let numbers = self.vars.constant_numbers();
        let number = if numbers.is_empty() {
            "LIMIT".to_owned()
        } else {
            self.random.pick(&numbers).name
        };
        let name = self.choose_name();
        self.vars.declare(&name, Ty::Fresh, false, None);
        let made = match self.random.below(2) {
            0 => format!("Opaque::new({number})"),
            _ if !at.awaits => format!("Opaque::new({number} ^ 2)"),
            _ => format!("let number = later({number}).await; Opaque::new(number ^ 1)"),
        };
        format!("let {name} = fresh! {{ {made} }};\n")
    }

    /// A struct that is moved in part, or what is left of one is changed.
    fn mixed(&mut self, at: At) -> String {
        let value = self.number(At { depth: 1, ..at });
        let changeable = self.vars.changeable(Ty::Mixed);
        if !changeable.is_empty() && self.random.percent(50) {
            let name = self.random.pick(&changeable).name;
            return format!("{name}.kept ^= {value};\n{name}.note.push('x');\n");
        }
        let name = self.choose_name();
        let mutable = self.random.percent(60);
        self.vars.declare(&name, Ty::Mixed, mutable, None);
        let mutability = if mutable { "mut " } else { "" };
        format!("let {mutability}{name} = Mixed::new({value});\nconsume({name}.opaque);\n")
    }
}
