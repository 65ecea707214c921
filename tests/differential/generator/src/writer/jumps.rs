//! Ways out.

use super::numbers::Parens as _;
use super::{At, Target, Writer};
use crate::vars::Ty;

impl Writer {
    /// Runs `write` inside of a loop or labelled block.
    pub(super) fn within<T>(
        &mut self,
        label: Option<String>,
        is_loop: bool,
        value: Option<Ty>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.targets.push(Target {
            label,
            is_loop,
            value,
        });
        let written = write(self);
        self.targets.pop();
        written
    }

    /// A statement behind which nothing comes; `None` where there is no way out.
    pub(super) fn leaving(&mut self, at: At) -> Option<String> {
        if !at.leaves {
            return None;
        }
        if self.targets.is_empty() || self.random.percent(25) {
            let value = self.outcome(At { depth: 2, ..at });
            return Some(format!("return {value};"));
        }
        let chosen = self.random.below(self.targets.len());
        let target = self.targets[chosen].clone();
        let meant = self
            .targets
            .iter()
            .rposition(|other| other.label == target.label);
        if target.label.is_some() && meant != Some(chosen) {
            return None;
        }
        // The innermost loop needs no label.
        let innermost = self.targets.len() - 1;
        let innermost = self.targets[innermost].is_loop.then_some(innermost);
        let label = match &target.label {
            Some(label) if innermost != Some(chosen) || self.random.percent(50) => {
                format!(" '{label}")
            }
            None if innermost != Some(chosen) => return None,
            _ => String::new(),
        };
        if target.is_loop && self.random.percent(50) {
            return Some(format!("continue{label};"));
        }
        let value = match target.value {
            Some(ty) => format!(" {}", self.break_value(ty, At { depth: 2, ..at })),
            None => String::new(),
        };
        Some(format!("break{label}{value};"))
    }

    /// A `continue`, which evaluates nothing.
    pub(super) fn jump_in_guard(&mut self) -> Option<String> {
        let loops: Vec<String> = self
            .targets
            .iter()
            .filter(|it| it.is_loop)
            .filter_map(|it| it.label.clone())
            .collect();
        if loops.is_empty() {
            None
        } else {
            Some(format!("continue '{};", self.random.pick(&loops)))
        }
    }

    /// What a `break` takes along: not what could be taken for its label.
    pub(super) fn break_value(&mut self, ty: Ty, at: At) -> String {
        // What is coerced has to stand there as it is: branches with steps are taken out.
        let depth = if ty == Ty::Shown { 3 } else { at.depth };
        let value = self.value(ty, At { depth, ..at });
        if value.starts_with('\'') {
            value.parens()
        } else {
            value
        }
    }

    /// `if … { leave }`
    pub(super) fn leave_stmt(&mut self, at: At) -> Option<String> {
        let condition = self.head(Ty::Flag, at);
        let mut fork = self.vars.fork();
        let jump = self.leaving(at);
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        Some(format!("if {condition} {{ {} }}\n", jump?))
    }
}
