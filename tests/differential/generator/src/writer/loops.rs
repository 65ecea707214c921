//! Loops, which all end.

use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    pub(super) fn loop_stmt(&mut self, at: At) -> String {
        match self.random.below(10) {
            0 | 1 => self.while_loop(at),
            2 | 3 => self.while_let(at),
            4 => self.while_asked(at),
            5 | 6 => self.plain_loop(at),
            7 => self.labelled_block(at),
            8 => self.loop_let(at),
            _ if at.steps && self.random.percent(70) => self.for_loop(at),
            _ => self.for_loop(at.native()),
        }
    }

    /// The body of a loop, `first` before all else in it.
    fn loop_body(&mut self, label: Option<&str>, at: At, first: &str) -> String {
        self.repeated(at, |writer| {
            writer.within(label.map(str::to_owned), true, None, |writer| {
                writer.scoped(|writer| {
                    let mut out = first.to_owned();
                    writer.stmts(At { depth: 0, ..at }, 3, &mut out);
                    format!("{{\n{out}}}\n")
                })
            })
        })
    }

    /// Code that may run again behind a step in it.
    fn repeated<T>(&mut self, at: At, write: impl FnOnce(&mut Self) -> T) -> T {
        self.vars.enter_loop();
        if at.steps {
            self.vars.step();
        }
        let mut fork = self.vars.fork();
        let written = write(self);
        self.vars.next_way(&mut fork);
        self.vars.join(fork);
        self.vars.leave_loop();
        written
    }

    fn label(&mut self) -> (Option<String>, String) {
        if self.random.percent(60) {
            let label = if self.random.percent(15) {
                "same".to_owned()
            } else {
                self.new_name("l")
            };
            (Some(label.clone()), format!("'{label}: "))
        } else {
            (None, String::new())
        }
    }

    fn while_loop(&mut self, at: At) -> String {
        let (counter, most) = (self.new_name("c"), 1 + self.random.below(3));
        let (label, prefix) = self.label();
        let (condition, first) = match self.random.below(3) {
            0 => (format!("{counter} < {most}"), format!("{counter} += 1;\n")),
            1 => (
                format!("{{ {counter} += 1; {counter} <= {most} }}"),
                String::new(),
            ),
            _ => {
                let flag = self.repeated(at, |writer| writer.flag(At { depth: 1, ..at }));
                (
                    format!("{counter} < {most} && {flag}"),
                    format!("{counter} += 1;\n"),
                )
            }
        };
        let body = self.loop_body(label.as_deref(), at, &first);
        format!("let mut {counter} = 0;\n{prefix}while {condition} {body}")
    }

    fn while_let(&mut self, at: At) -> String {
        let list = self.new_name("w");
        let members = [self.number(at), self.number(at), self.number(at)].join(", ");
        let (label, prefix) = self.label();
        let body = self.scoped(|writer| {
            writer.vars.enter_loop();
            let item = writer.bind(Ty::Number, false);
            let chain = if writer.random.percent(30) {
                let flag = writer.flag(At {
                    depth: 2,
                    leaves: false,
                    ..at.native().unchanging()
                });
                format!(" && {flag}")
            } else {
                String::new()
            };
            let body = writer.loop_body(label.as_deref(), at, "");
            writer.vars.leave_loop();
            format!("while let Some({item}) = {list}.pop(){chain} {body}")
        });
        format!("let mut {list} = Vec::from([{members}]);\n{prefix}{body}")
    }

    /// A loop that goes on as long as the answers say so.
    fn while_asked(&mut self, at: At) -> String {
        if !at.steps {
            return self.while_loop(at);
        }
        let (counter, most) = (self.new_name("c"), 1 + self.random.below(2));
        let (label, prefix) = self.label();
        let first = format!("{counter} += 1;\nif {counter} > {most} {{ break; }}\n");
        let (head, body) = self.scoped(|writer| {
            let ask = writer.repeated(at, |writer| writer.ask("u8"));
            writer.vars.enter_loop();
            let answer = writer.bind_new(Ty::Byte);
            let body = writer.loop_body(label.as_deref(), at, &first);
            writer.vars.leave_loop();
            (format!("while let Answer::Accept({answer}) = {ask}"), body)
        });
        format!("let mut {counter} = 0u32;\n{prefix}{head} {body}")
    }

    fn plain_loop(&mut self, at: At) -> String {
        let (counter, most) = (self.new_name("c"), 1 + self.random.below(3));
        let (label, prefix) = self.label();
        let first = format!("if {counter} >= {most} {{ break; }}\n{counter} += 1;\n");
        let body = self.loop_body(label.as_deref(), at, &first);
        format!("let mut {counter} = 0u8;\n{prefix}loop {body}")
    }

    /// `let x = loop { … break x … };`
    fn loop_let(&mut self, at: At) -> String {
        let ty = self
            .random
            .pick(&[Ty::Number, Ty::Text, Ty::Pair, Ty::Maybe]);
        let (counter, most) = (self.new_name("c"), 1 + self.random.below(3));
        let (label, prefix) = self.label();
        let body = self.repeated(at, |writer| {
            writer.within(label.clone(), true, Some(ty), |writer| {
                writer.scoped(|writer| {
                    // It cannot go on with the loop that it ends.
                    let end = writer.break_value(
                        ty,
                        At {
                            depth: 2,
                            leaves: false,
                            ..at
                        },
                    );
                    let mut out =
                        format!("{counter} += 1;\nif {counter} > {most} {{ break {end}; }}\n");
                    writer.stmts(At { depth: 0, ..at }, 3, &mut out);
                    out
                })
            })
        });
        let mutable = self.random.percent(40);
        let name = self.bind(ty, mutable);
        format!("let mut {counter} = 0;\nlet {name} = {prefix}loop {{\n{body}}};\n")
    }

    fn labelled_block(&mut self, at: At) -> String {
        let label = self.new_name("b");
        let block = self.within(Some(label.clone()), false, None, |writer| {
            writer.block(at, 3)
        });
        format!("'{label}: {block}\n")
    }

    fn for_loop(&mut self, at: At) -> String {
        let (label, prefix) = self.label();
        let most = 1 + self.random.below(3);
        // What is borrowed is iterated over, and stays as it is.
        if self.random.percent(40)
            && let Some(over) = self.over_borrow(label.as_deref(), &prefix, at)
        {
            return over;
        }
        let items = match self.random.below(4) {
            0 => format!("0..{most}u64"),
            1 => format!("1..={most}u64"),
            2 => {
                let members = [self.number(at), self.number(at)].join(", ");
                format!("Vec::from([{members}])")
            }
            _ => format!("vec![{most}u64, 2, 9]"),
        };
        let (item, body) = self.scoped(|writer| {
            writer.vars.enter_loop();
            let item = writer.bind(Ty::Number, false);
            let body = writer.loop_body(label.as_deref(), at, "");
            writer.vars.leave_loop();
            (item, body)
        });
        format!("{prefix}for {item} in {items} {body}")
    }

    /// A loop over the elements of a list, or the pieces of a text, each by reference.
    fn over_borrow(&mut self, label: Option<&str>, prefix: &str, at: At) -> Option<String> {
        let ty = self.random.pick(&[Ty::List, Ty::List, Ty::List, Ty::Text]);
        let places = self.vars.of(ty);
        if places.is_empty() {
            return None;
        }
        let (place, other) = (self.random.pick(&places), self.random.pick(&places));
        let item = self.new_name("x");
        let list = &place.name;
        let (items, pattern, item_ty) = match (ty, self.random.below(8)) {
            (Ty::Text, choice) => {
                let (method, pattern) = match choice {
                    0..=2 => ("split(' ')", item.clone()),
                    3..=5 => ("split_whitespace().enumerate()", format!("(_, {item})")),
                    _ => ("lines().take(2)", item.clone()),
                };
                (format!("{list}.{method}"), pattern, Ty::Word)
            }
            (_, 0 | 1) => (format!("&{list}"), item.clone(), Ty::NumberRef),
            (_, 2) => (format!("{list}.iter()"), item.clone(), Ty::NumberRef),
            (_, 3) => (
                format!("{list}.iter().enumerate()"),
                format!("(_, {item})"),
                Ty::NumberRef,
            ),
            (_, 4) => (format!("{list}.iter().rev()"), item.clone(), Ty::NumberRef),
            (_, 5) => (
                format!("{list}.iter().zip(&{})", other.name),
                format!("({item}, _)"),
                Ty::NumberRef,
            ),
            (_, 6) => (
                format!("{list}.iter().zip(1_u8..).skip(1)"),
                format!("({item}, _)"),
                Ty::NumberRef,
            ),
            _ => (format!("{list}.chunks(2)"), item.clone(), Ty::ListRef),
        };
        let body = self.scoped(|writer| {
            writer.vars.enter_loop();
            writer.vars.declare(&item, item_ty, false, Some(place.id));
            writer.vars.held(other.id);
            let first = if item_ty == Ty::NumberRef {
                let copy = writer.bind(Ty::Number, false);
                format!("let {copy} = *{item};\n")
            } else {
                String::new()
            };
            let body = writer.loop_body(label, at, &first);
            writer.vars.leave_loop();
            body
        });
        Some(format!("{prefix}for {pattern} in {items} {body}"))
    }
}
