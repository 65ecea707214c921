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
                let (name, number) = (self.new_name("n"), self.number(at));
                format!("\"{prefix}{captured} {{{name}:>width$}}\", {name} = {number}, width = 3")
            }
        }
    }

    /// `{a} {b:?}`. Names that hide others stand alone: in one text with others they may be
    /// refused.
    fn captured(&mut self) -> String {
        let printable = |var: &Var| var.ty != Ty::Outcome;
        let vars: Vec<Var> = self
            .vars
            .readable()
            .filter(|var| printable(var))
            .cloned()
            .collect();
        if vars.is_empty() {
            return String::new();
        }
        let first = self.random.pick(&vars);
        if first.hides {
            return placeholder(&first);
        }
        let plain: Vec<Var> = vars.into_iter().filter(|var| !var.hides).collect();
        let more = self.random.below(3);
        (0..more).fold(placeholder(&first), |text, _| {
            let next = self.random.pick(&plain);
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
        let mut arguments = String::new();
        for var in vars.iter().filter(|var| var.ty.travels()) {
            if var.hides {
                text.push_str(" {:?}");
                arguments = format!("{arguments}, {}", var.name);
            } else {
                text = format!("{text} {}", placeholder(var));
            }
        }
        format!("format!(\"{text}\"{arguments})")
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
