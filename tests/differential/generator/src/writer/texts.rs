//! Format strings, and what they mention.

use super::{At, Writer};
use crate::vars::{Ty, Var};

impl Writer {
    /// The arguments of a `format!`, with captured names and explicit ones.
    fn format_arguments(&mut self, prefix: &str) -> String {
        let at = At {
            steps: false,
            leaves: false,
            awaits: false,
            changes: false,
            depth: 2,
        };
        let captured = self.captured();
        match self.random.below(5) {
            0 => format!("\"{prefix}\""),
            1 | 2 => format!("\"{prefix}{captured}\""),
            3 => {
                let number = self.number(at);
                format!("\"{prefix}{captured} {{}}\", {number}")
            }
            _ => {
                let number = self.number(at);
                // An argument's name may be that of a local, even of one that is gone.
                let names = self.vars.names();
                let is_free = |name: &&String| !captured.contains(name.as_str());
                let name = match names.iter().find(is_free) {
                    Some(name) if self.random.percent(30) => {
                        name.trim_start_matches("r#").to_owned()
                    }
                    _ => self.new_name("n"),
                };
                let name = if name == "type" {
                    self.new_name("n")
                } else {
                    name
                };
                format!("\"{prefix}{captured} {{{name}:>width$}}\", {name} = {number}, width = 3")
            }
        }
    }

    /// `{a} {b:?}`
    fn captured(&mut self) -> String {
        let whole = self.vars.readable().filter(|var| var.ty.is_whole());
        let vars: Vec<Var> = whole.cloned().collect();
        if vars.is_empty() {
            return String::new();
        }
        let more = self.random.below(3);
        let first = placeholder(&self.random.pick(&vars));
        (0..more).fold(first, |text, _| {
            let next = self.random.pick(&vars);
            format!("{text} {}", placeholder(&next))
        })
    }

    /// `format!(…)`
    pub(super) fn format(&mut self, prefix: &str) -> String {
        let arguments = self.format_arguments(prefix);
        format!("format!({arguments})")
    }

    /// The text of a question.
    pub(super) fn question_text(&mut self) -> String {
        let prefix = format!("q{}", self.number_of());
        match self.random.below(12) {
            0 => "WORD".to_owned(),
            1 => self.format(&prefix),
            2 => {
                let at = At {
                    steps: false,
                    leaves: true,
                    awaits: true,
                    changes: true,
                    depth: 2,
                };
                self.text(at)
            }
            _ => self.format_arguments(&prefix),
        }
    }

    /// A statement that logs.
    pub(super) fn note(&mut self) -> String {
        let prefix = format!("n{}", self.number_of());
        if self.random.percent(10) {
            let number = self.simple_number();
            return format!(
                "assert!({number} < u64::MAX, \"{prefix}{}\");\n",
                self.captured()
            );
        }
        let text = self.format(&prefix);
        format!("log.note({text});\n")
    }

    /// What a flow ends with: all that is there to see.
    pub(super) fn everything(&mut self) -> String {
        let vars: Vec<Var> = self.vars.readable().cloned().collect();
        let mut text = String::from("end");
        for var in vars
            .iter()
            .filter(|var| var.ty.travels() && var.ty.is_whole())
        {
            text = format!("{text} {}", placeholder(var));
        }
        format!("format!(\"{text}\")")
    }
}

fn placeholder(var: &Var) -> String {
    let name = var.name.trim_start_matches("r#");
    match var.ty {
        Ty::Shown | Ty::Word | Ty::Number | Ty::Flag => format!("{{{name}}}"),
        Ty::Text => format!("{{{name}:>4}}"),
        _ => format!("{{{name}:?}}"),
    }
}
