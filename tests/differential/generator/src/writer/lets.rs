//! `let` with one name.

use super::{At, Writer};
use crate::vars::Ty;

const ANY: [Ty; 15] = [
    Ty::Number,
    Ty::Number,
    Ty::Number,
    Ty::Text,
    Ty::Text,
    Ty::List,
    Ty::Maybe,
    Ty::Pair,
    Ty::Shape,
    Ty::Reply,
    Ty::Flag,
    Ty::Token,
    Ty::Plain,
    Ty::Byte,
    Ty::Word,
];

impl Writer {
    /// A name for a new local, declared.
    pub(super) fn bind(&mut self, ty: Ty, mutable: bool) -> String {
        let name = self.choose_name();
        self.vars.declare(&name, ty, mutable, None);
        if mutable { format!("mut {name}") } else { name }
    }

    /// A name of its own for a new local, declared.
    pub(super) fn bind_new(&mut self, ty: Ty) -> String {
        let name = self.new_name("v");
        self.vars.declare(&name, ty, false, None);
        name
    }

    /// The nth name of one pattern: only the first may be that of another local.
    pub(super) fn bind_nth(&mut self, nth: usize, ty: Ty) -> String {
        if nth == 0 {
            self.bind(ty, false)
        } else {
            self.bind_new(ty)
        }
    }

    pub(super) fn let_stmt(&mut self, at: At) -> String {
        let ty = self.random.pick(&ANY);
        let value = self.value(ty, at);
        let mutable = self.random.percent(50);
        let name = self.bind(ty, mutable);
        let annotation = match ty {
            Ty::Plain => String::new(),
            _ if self.random.percent(25) => format!(": {}", ty.spelled()),
            _ => String::new(),
        };
        let attribute = if self.random.percent(5) {
            "#[allow(unused_variables)]\n"
        } else {
            ""
        };
        let shown = if matches!(ty, Ty::Plain | Ty::Byte) {
            let id = self.number_of();
            format!("log.show({id}, &{});\n", name.trim_start_matches("mut "))
        } else {
            String::new()
        };
        format!("{attribute}let {name}{annotation} = {value};\n{shown}")
    }

    /// A local that is made again behind a step: a borrow of a place, a literal, a constant.
    pub(super) fn reference_stmt(&mut self) -> String {
        let choice = self.random.below(8);
        let (place, field, ty) = match choice {
            0 => (Ty::Number, "", Ty::NumberRef),
            1 => (Ty::Text, "", Ty::TextRef),
            2 => (Ty::Pair, ".left", Ty::NumberRef),
            3 => (Ty::Pair, ".right", Ty::TextRef),
            4 => (Ty::List, "[..]", Ty::ListRef),
            5 => (Ty::List, "[0..0]", Ty::ListRef),
            6 => {
                let value = self.random.pick(&["\"a word\"", "WORD", "(\"word\")"]);
                let name = self.bind(Ty::Word, false);
                return format!("let {name} = {value};\n");
            }
            _ => {
                let value = self.random.pick(&["LIMIT", "7u64", "250u64"]);
                let name = self.bind(Ty::Number, false);
                return format!("let {name} = {value};\n");
            }
        };
        let places = self.vars.of(place);
        if places.is_empty() {
            return self.note();
        }
        let place = self.random.pick(&places);
        let name = self.new_name("b");
        self.vars.declare(&name, ty, false, Some(place.id));
        format!("let {name} = &{}{field};\n", place.name)
    }

    pub(super) fn let_else(&mut self, at: At) -> String {
        if !at.leaves {
            return self.if_let_stmt(at);
        }
        let value = self.head(Ty::Maybe, at);
        let mut fork = self.vars.fork();
        let leaving = self.scoped(|writer| {
            let mut out = String::new();
            if writer.random.percent(60) {
                writer.stmts(At { depth: 0, ..at }, 2, &mut out);
            }
            writer.leaving(at).map(|leaving| format!("{out}{leaving}"))
        });
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        let name = self.bind(Ty::Number, false);
        let leaving = leaving.unwrap_or_else(|| "return Ok(String::from(\"else\"));".to_owned());
        let value = if value.ends_with('}') {
            format!("({value})")
        } else {
            value
        };
        format!("let Some({name}) = {value} else {{\n{leaving}\n}};\n")
    }
}
