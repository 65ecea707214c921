//! One statement.

use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    /// Writes one statement; `false` where it leaves, so that nothing can follow.
    pub(super) fn stmt(&mut self, at: At, out: &mut String) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        if !at.changes {
            let note = self.note();
            out.push_str(&note);
            return true;
        }
        let deep = self.nesting > 4;
        let written = match self.random.below(100) {
            0..=15 => self.let_stmt(at),
            16..=22 => self.pattern_stmt(at),
            23..=32 => self.assignment(at),
            33..=39 => self.note(),
            40..=42 => match self.vars.empty() {
                empty if empty.is_empty() || self.random.percent(30) => self.moved_stmt(at),
                empty => self.refilled(&empty, at),
            },
            43..=49 if at.steps => self.step_stmt(),
            50..=55 => self.scoped_stmt(at),
            56..=58 => self.fleeting(at),
            59..=63 => self.reference_stmt(),
            64..=66 if deep => self.note(),
            64..=70 => self.joined_stmt(at, deep),
            _ if deep => self.note(),
            71..=76 => self.if_stmt(at),
            77..=80 => self.if_let_stmt(at),
            81..=86 => self.match_stmt(at),
            87..=94 => self.loop_stmt(at),
            95 => self.block(at, 3) + "\n",
            96 => match self.random.below(3) {
                0 => self.item(),
                1 => self.local_item(at),
                _ => self.absent(),
            },
            97..=98 => self.let_else(at),
            _ => self.leave_stmt(at).unwrap_or_default(),
        };
        out.push_str(&written);
        if !self.targets.is_empty()
            && self.random.percent(4)
            && let Some(leaving) = self.leaving(at)
        {
            out.push_str(&leaving);
            out.push('\n');
            return false;
        }
        true
    }

    fn step_stmt(&mut self) -> String {
        match self.random.below(5) {
            0 => self.ask_stmt(),
            1 | 2 => self.ask_all(),
            3 => {
                // It cannot leave: the place may be one where nothing leaves.
                let name = self.new_name("a");
                let ask = self.ask_bound("u8", &name);
                self.vars.declare(&name, Ty::Reply, false, None);
                format!("let {name}: Answer<u8> = {ask};\n")
            }
            _ => {
                let name = self.choose_name();
                let ask = self.ask_bound("u8", &name);
                self.vars.declare(&name, Ty::Reply, false, None);
                format!("let {name} = {ask};\n")
            }
        }
    }

    fn assignment(&mut self, at: At) -> String {
        let ty = self.random.pick(&[
            Ty::Number,
            Ty::Number,
            Ty::Text,
            Ty::List,
            Ty::List,
            Ty::Maybe,
            Ty::Pair,
            Ty::Pair,
            Ty::Flag,
            Ty::Plain,
            Ty::Shape,
            Ty::Reply,
            Ty::Word,
        ]);
        // What changes is known before the value is written, and what the value moves after.
        let value_ty = match ty {
            Ty::List | Ty::Pair => Ty::Number,
            other => other,
        };
        if self.vars.changeable(ty).is_empty() {
            return self.let_stmt(at);
        }
        let value = self.value(value_ty, at);
        let vars = self.vars.changeable(ty);
        if vars.is_empty() {
            return format!("let _ = {value};\n");
        }
        let name = self.random.pick(&vars).name;
        match ty {
            Ty::Number => {
                let op = self.random.pick(&["=", "^=", "|=", "="]);
                format!("{name} {op} {value};\n")
            }
            Ty::List if self.random.percent(20) => {
                format!(
                    "let _ = {value};\nif let Some(first) = {name}.first_mut() {{ *first = 3; }}\n"
                )
            }
            Ty::List if !value.contains(&name) => match self.random.below(2) {
                0 => format!("{name}.push({value});\n"),
                _ => format!("{name}.insert(0, {value});\n"),
            },
            // The length is read while the list is already the receiver.
            Ty::List => format!("{name}.push(({name}.len() as u64) ^ 1);\n"),
            Ty::Pair => {
                let op = self.random.pick(&["=", "^="]);
                format!("{name}.left {op} {value};\n")
            }
            Ty::Plain => format!("{name} = {value};\n{name} += 1;\n"),
            _ => format!("{name} = {value};\n"),
        }
    }

    /// Something is moved away, or dropped.
    fn moved_stmt(&mut self, _: At) -> String {
        let ty = self
            .random
            .pick(&[Ty::Text, Ty::Pair, Ty::Token, Ty::Token, Ty::List]);
        let movable = self.vars.movable(ty);
        if movable.is_empty() {
            return self.note();
        }
        let var = self.random.pick(&movable);
        self.vars.moved(var.id);
        let take = self.random.pick(&["consume", "drop", "log.take"]);
        format!("{take}({});\n", var.name)
    }

    /// An item, in the midst of the code.
    fn item(&mut self) -> String {
        let id = self.number_of();
        let name = format!("f{id}");
        let value = if self.random.percent(50) {
            format!("{name}(3)")
        } else {
            format!("C{id}")
        };
        let result = self.bind(Ty::Number, false);
        format!(
            "const C{id}: u64 = {id};\nfn {name}(x: u64) -> u64 {{ x ^ C{id} }}\nlet {result} = {value};\n"
        )
    }

    /// A block with an item that hides another of its name.
    fn local_item(&mut self, at: At) -> String {
        let (value, id) = (self.random.below(20), self.number_of());
        let block = self.block(at, 2);
        let inside = block.trim_start_matches('{');
        format!(
            "{{\nconst LIMIT: u64 = {value};\nlog.fx({id}, LIMIT);{inside}\nlog.fx({id}, LIMIT);\n"
        )
    }

    /// A statement that is not there.
    fn absent(&mut self) -> String {
        if self.random.percent(40) {
            return "#[cfg(any())]\nreturn absent();\n".to_owned();
        }
        let names = self.vars.names();
        if names.is_empty() {
            return String::new();
        }
        let name = self.random.pick(&names);
        format!("#[cfg(any())]\nlet {name} = absent();\n")
    }
}
