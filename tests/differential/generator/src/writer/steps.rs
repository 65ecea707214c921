//! Steps.

use super::{At, Writer};
use crate::render::BOUND;
use crate::vars::Ty;

impl Writer {
    /// `ask!(ty, …)` with a key of its own.
    pub(super) fn ask(&mut self, ty: &str) -> String {
        let key = self.new_name("k");
        self.ask_with(ty, &format!("key = \"{key}\", "))
    }

    /// `ask!(ty, …)` that is bound to `name`, which gives it its key.
    pub(super) fn ask_bound(&mut self, ty: &str, name: &str) -> String {
        let key = name.trim_start_matches("r#");
        self.ask_with(ty, &format!("{BOUND}{key}{BOUND}"))
    }

    fn ask_with(&mut self, ty: &str, key: &str) -> String {
        let text = self.question_text();
        self.vars.step();
        format!("ask!({ty}, {key}{text})")
    }

    /// A step as a statement.
    pub(super) fn ask_stmt(&mut self) -> String {
        if self.random.percent(15) {
            let number = self.simple_number();
            self.vars.step();
            return format!("flow!(tell({number}, log));\n");
        }
        if self.random.percent(20) {
            self.vars.step();
            return format!("let _ = roots!({BOUND}roots{BOUND});\n");
        }
        let ask = self.ask_bound("bool", "answer");
        format!("let _ = {ask};\n")
    }

    /// `let (a, b) = ask_all!(…);`
    pub(super) fn ask_all(&mut self) -> String {
        let count = 1 + self.random.below(3);
        let (mut names, mut questions, mut types) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            let name = self.new_name("r");
            // A round of one is bound as a whole, so its members get no names from it.
            let key = if count > 1 && self.random.percent(60) {
                format!("{BOUND}{name}{BOUND}")
            } else {
                format!("key = \"{}\", ", self.new_name("k"))
            };
            if self.random.percent(25) {
                let key = key.trim_end_matches(", ");
                questions.push(format!("roots!({key})"));
                types.push(None);
            } else {
                let text = self.question_text();
                questions.push(format!("ask!(u8, {key}{text})"));
                types.push(Some(Ty::Reply));
            }
            names.push(name);
        }
        self.vars.step();
        for (name, ty) in names.iter().zip(types) {
            if let Some(ty) = ty {
                self.vars.declare(name, ty, false, None);
            }
        }
        format!(
            "let ({},) = ask_all!({});\n",
            names.join(", "),
            questions.join(", ")
        )
    }

    /// A number that another flow asks for.
    fn flow_number(&mut self, at: At) -> String {
        let inner = at.deeper();
        let call = match self.random.below(if at.leaves { 6 } else { 5 }) {
            0 => format!("flow!(once({}, log))", self.number(inner)),
            1 => format!("flow!(countdown({} % 3, log))", self.number(inner)),
            2 => {
                let (left, right) = (self.number(inner), self.number(inner));
                format!("flow!(picked({left}, {right}, log))")
            }
            3 => format!("flow!(quiet({}, log))", self.number(inner)),
            4 => {
                let (text, number) = (self.text(inner), self.number(inner));
                format!("flow!(twice(&{text}, {number}, log)).unwrap_or(6)")
            }
            _ => {
                let texts = self.vars.of(Ty::Text);
                let text = if texts.is_empty() {
                    "\"lit\"".to_owned()
                } else {
                    format!("&{}", self.random.pick(&texts).name)
                };
                // A question in the other argument could move what this one borrows.
                format!("flow!(twice({text}, {}, log))?", self.simple_number())
            }
        };
        self.vars.step();
        call
    }

    /// A number that is asked for.
    pub(super) fn asked_number(&mut self, at: At) -> String {
        if self.random.percent(25) {
            return self.flow_number(at);
        }
        match self.random.below(if at.leaves { 7 } else { 5 }) {
            4 => {
                let (text, keys) = (
                    self.question_text(),
                    [self.new_name("k"), self.new_name("k")],
                );
                self.vars.step();
                let [first, second] = keys;
                let all = format!(
                    "ask_all!(roots!(key = \"{first}\"), ask!(u8, key = \"{second}\", {text}))"
                );
                format!("{all}.1.accepted().map_or(4, u64::from)")
            }
            0 | 1 => format!("{}.accepted().map_or(3, u64::from)", self.ask("u8")),
            2 => format!(
                "{}.accepted().map_or(0, |size| size as u64)",
                self.ask("Size")
            ),
            3 => {
                self.vars.step();
                format!("(roots!(key = \"{}\").len() as u64)", self.new_name("k"))
            }
            5 => format!("u64::from({}.accepted()?)", self.ask("u8")),
            _ => format!("{}.accepted()?.count", self.ask("Detail")),
        }
    }

    /// A truth that is asked for.
    pub(super) fn asked_flag(&mut self, at: At) -> String {
        match self.random.below(if at.leaves { 3 } else { 2 }) {
            0 => format!("{}.accepted().unwrap_or(false)", self.ask("bool")),
            1 => format!("({} == Answer::Decline)", self.ask("u8")),
            _ => format!("{}.accepted()?", self.ask("bool")),
        }
    }

    /// A text that is asked for.
    pub(super) fn asked_text(&mut self, at: At) -> String {
        match self.random.below(if at.leaves { 4 } else { 3 }) {
            2 => {
                let inner = at.deeper();
                let (left, right) = (self.text(inner), self.text(inner));
                self.vars.step();
                format!("flow!(picked({left}, {right}, log))")
            }
            0 => format!("{}.accepted().unwrap_or_default()", self.ask("String")),
            1 => format!(
                "{}.accepted().map_or_else(|why| why.to_string(), |it| it.label)",
                self.ask("Detail")
            ),
            _ => format!("{}.accepted()?", self.ask("String")),
        }
    }
}
