//! Control flow that has a value, and `if` as a statement.

use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    /// Control flow with a value of this type.
    pub(super) fn flow_value(&mut self, ty: Ty, at: At) -> String {
        match self.random.below(10) {
            0..=2 => self.if_value(ty, at),
            3..=5 => self.match_value(ty, at),
            6 => self.loop_value(ty, at),
            7 => self.labelled_value(ty, at),
            8 => self.if_let_value(ty, at),
            _ => self.block_value(ty, at, 2),
        }
    }

    fn if_value(&mut self, ty: Ty, at: At) -> String {
        let condition = self.head(Ty::Flag, at.deeper());
        let mut fork = self.vars.fork();
        let then = self.block_value(ty, at, 2);
        self.vars.next_way(&mut fork);
        let other = if self.fuel > 0 && self.random.percent(25) {
            self.fuel -= 1;
            self.if_value(ty, at)
        } else {
            self.branch_value(ty, at)
        };
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        format!("if {condition} {then} else {other}")
    }

    /// A block with a value, or one that leaves.
    pub(super) fn branch_value(&mut self, ty: Ty, at: At) -> String {
        if self.random.percent(25)
            && let Some(jump) = self.leaving(at)
        {
            return format!("{{ {jump} }}");
        }
        self.block_value(ty, at, 2)
    }

    fn if_let_value(&mut self, ty: Ty, at: At) -> String {
        let head = self.head(Ty::Maybe, at.deeper());
        let mut fork = self.vars.fork();
        let (pattern, then) = self.scoped(|writer| {
            let name = writer.bind(Ty::Number, false);
            let chain = if writer.random.percent(30) {
                format!(
                    " && {}",
                    writer.flag(At {
                        depth: 2,
                        ..at.native().unchanging()
                    })
                )
            } else {
                String::new()
            };
            let then = writer.block_value(ty, at, 2);
            (format!("let Some({name}) = {head}{chain}"), then)
        });
        self.vars.next_way(&mut fork);
        let other = self.branch_value(ty, at);
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        format!("if {pattern} {then} else {other}")
    }

    fn labelled_value(&mut self, ty: Ty, at: At) -> String {
        let label = self.new_name("b");
        let block = self.within(Some(label.clone()), false, Some(ty), |writer| {
            writer.block_value(ty, at, 3)
        });
        format!("'{label}: {block}")
    }

    fn loop_value(&mut self, ty: Ty, at: At) -> String {
        let (label, counter) = (self.new_name("l"), self.new_name("c"));
        let most = 1 + self.random.below(3);
        self.vars.enter_loop();
        if at.steps {
            self.vars.step();
        }
        let body = self.within(Some(label.clone()), true, Some(ty), |writer| {
            writer.scoped(|writer| {
                let mut out = String::new();
                // It cannot go on with the loop that it ends.
                let end = writer.break_value(
                    ty,
                    At {
                        depth: 2,
                        leaves: false,
                        ..at
                    },
                );
                out.push_str(&format!(
                    "{counter} += 1;\nif {counter} > {most} {{ break {end}; }}\n"
                ));
                writer.stmts(At { depth: 0, ..at }, 2, &mut out);
                out
            })
        });
        self.vars.leave_loop();
        format!("{{\nlet mut {counter} = 0;\n'{label}: loop {{\n{body}}}\n}}")
    }

    /// `if` as a statement.
    pub(super) fn if_stmt(&mut self, at: At) -> String {
        let condition = self.head(Ty::Flag, at);
        let mut fork = self.vars.fork();
        let then = self.block(at, 3);
        self.vars.next_way(&mut fork);
        let mut text = format!("if {condition} {then}");
        match self.random.below(4) {
            0 if self.fuel > 0 => {
                self.fuel -= 1;
                let other = self.if_stmt(at);
                text = format!("{text} else {}", other.trim_end());
            }
            1 | 2 => {
                let other = self.block(at, 2);
                text = format!("{text} else {other}");
            }
            _ => {}
        }
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        text + "\n"
    }

    /// `if let` as a statement.
    pub(super) fn if_let_stmt(&mut self, at: At) -> String {
        let head = self.head(Ty::Maybe, at);
        let mut fork = self.vars.fork();
        let then = self.scoped(|writer| {
            let mutable = writer.random.percent(30);
            let name = writer.bind(Ty::Number, mutable);
            let block = writer.block(at, 3);
            format!("if let Some({name}) = {head} {block}")
        });
        self.vars.next_way(&mut fork);
        let other = if self.random.percent(50) {
            let other = self.block(at, 2);
            format!(" else {other}")
        } else {
            String::new()
        };
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        format!("{then}{other}\n")
    }
}
