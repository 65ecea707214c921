//! `match`, as a statement and as a value.

use super::numbers::Parens as _;
use super::{At, Writer};
use crate::vars::Ty;

/// What the arms of a `match` are.
#[derive(Clone, Copy)]
enum Body {
    Block,
    Value(Ty),
}

impl Writer {
    pub(super) fn match_stmt(&mut self, at: At) -> String {
        self.matching(at, Body::Block) + "\n"
    }

    pub(super) fn match_value(&mut self, ty: Ty, at: At) -> String {
        self.matching(at.deeper(), Body::Value(ty))
    }

    fn matching(&mut self, at: At, body: Body) -> String {
        match self.random.below(8) {
            0 | 1 => self.on_number(at, body),
            2 => self.on_maybe(at, body),
            3 => self.on_shape(at, body),
            4 => self.on_tuple(at, body),
            5 => self.on_list(at, body),
            6 => self.on_detail(at, body),
            _ => self.on_reply(at, body),
        }
    }

    /// `match head { pattern => body, … }`. Each arm declares what its pattern binds.
    fn arms(&mut self, head: &str, at: At, body: Body, arms: &[Arm]) -> String {
        let mut fork = self.vars.fork();
        let mut text = format!("match {head} {{\n");
        for (nth, arm) in arms.iter().enumerate() {
            let is_last = nth + 1 == arms.len();
            let written = self.scoped(|writer| writer.arm(at, body, arm, is_last));
            text.push_str(&written);
            self.vars.next_way(&mut fork);
        }
        self.vars.join(fork);
        text + "}"
    }

    fn arm(&mut self, at: At, body: Body, arm: &Arm, is_last: bool) -> String {
        let mut pattern = arm.pattern.to_owned();
        let mut copies = String::new();
        for (nth, (ty, by_reference)) in arm.binds.iter().enumerate() {
            let place = format!("${nth}");
            let name = if *by_reference {
                let (borrowed, owned) = (self.new_name("x"), self.new_name("v"));
                copies.push_str(&format!("let {owned} = *{borrowed};\n"));
                self.vars.declare(&owned, *ty, false, None);
                borrowed
            } else {
                self.bind_nth(nth, *ty)
            };
            pattern = pattern.replace(&place, &name);
        }
        let guard = if arm.guarded && copies.is_empty() {
            let leaves = at.leaves && self.random.percent(10);
            let flag = self.flag(At {
                leaves,
                depth: 2,
                ..at.native().unchanging()
            });
            let jump = if leaves { self.jump_in_guard() } else { None };
            match jump {
                Some(jump) => format!(" if {{ if {flag} {{ {jump} }} true }}"),
                None => format!(" if {flag}"),
            }
        } else {
            String::new()
        };
        let body = match body {
            Body::Block => self.block(at, 3),
            // One arm at least has a value, and with it its type.
            Body::Value(ty) if is_last => self.block_value(ty, at, 1),
            Body::Value(ty) if !copies.is_empty() || self.random.percent(40) => {
                self.branch_value(ty, at)
            }
            Body::Value(ty) => {
                let value = self.value(ty, at);
                if value.starts_with('{') {
                    value.parens()
                } else {
                    value
                }
            }
        };
        let body = if copies.is_empty() {
            body
        } else {
            format!("{{\n{copies}{}", &body[1..])
        };
        format!("{pattern}{guard} => {body},\n")
    }

    fn on_number(&mut self, at: At, body: Body) -> String {
        let head = format!("{} % 12", self.number(at)).parens();
        let arms = [
            Arm::new("0", &[]),
            Arm::new("$0 @ 1..=3", &[Ty::Number]),
            Arm::new("$0 @ (5 | 7)", &[Ty::Number]).guarded(),
            Arm::new("4..=8", &[]),
            Arm::new("$0", &[Ty::Number]).guarded(),
            Arm::new("_", &[]),
        ];
        let from = self.random.below(4);
        self.arms(&head, at, body, &arms[from..])
    }

    fn on_maybe(&mut self, at: At, body: Body) -> String {
        let head = self.head(Ty::Maybe, at);
        let arms = [
            Arm::new("Some($0)", &[Ty::Number]).guarded(),
            Arm::new("$0 @ Some(_)", &[Ty::Maybe]),
            Arm::new("None", &[]),
        ];
        self.arms(&head, at, body, &arms)
    }

    fn on_shape(&mut self, at: At, body: Body) -> String {
        let shapes = self.vars.of(Ty::Shape);
        if !shapes.is_empty() && self.random.percent(50) {
            let head = format!("&{}", self.random.pick(&shapes).name);
            let arms = [
                Arm::borrowing(
                    "Shape::Line($0) | Shape::Named { size: $0, .. }",
                    Ty::Number,
                    1,
                ),
                Arm::new("_", &[]),
            ];
            return self.arms(&head, at, body, &arms);
        }
        let head = self.head(Ty::Shape, at);
        let arms = [
            Arm::new(
                "Shape::Named { name: $0, size: $1 }",
                &[Ty::Text, Ty::Number],
            )
            .guarded(),
            Arm::new(
                "Shape::Line($0) | Shape::Named { size: $0, .. }",
                &[Ty::Number],
            ),
            Arm::new("$0", &[Ty::Shape]),
        ];
        self.arms(&head, at, body, &arms)
    }

    fn on_tuple(&mut self, at: At, body: Body) -> String {
        let inner = at.deeper();
        let (number, flag) = (self.number(inner), self.flag(inner));
        let head = format!("({number} % 4, {flag})");
        let head = if number.contains('{') || flag.contains('{') {
            head.parens()
        } else {
            head
        };
        let arms = [
            Arm::new("(0, _)", &[]),
            Arm::new("($0, true)", &[Ty::Number]).guarded(),
            Arm::new("($0 @ 1..=2, $1)", &[Ty::Number, Ty::Flag]),
            Arm::new("(_, $0)", &[Ty::Flag]),
        ];
        self.arms(&head, at, body, &arms)
    }

    fn on_list(&mut self, at: At, body: Body) -> String {
        let lists = self.vars.of(Ty::List);
        if lists.is_empty() {
            return self.on_maybe(at, body);
        }
        let head = format!("{}.as_slice()", self.random.pick(&lists).name);
        let arms = [
            Arm::new("[]", &[]),
            Arm::borrowing("[$0]", Ty::Number, 1),
            Arm::borrowing("[$0, .., $1]", Ty::Number, 2),
        ];
        self.arms(&head, at, body, &arms)
    }

    fn on_reply(&mut self, at: At, body: Body) -> String {
        let head = self.head(Ty::Reply, at);
        let arms = [
            Arm::new("Answer::Accept($0)", &[Ty::Byte]).guarded(),
            Arm::new("Answer::Accept(_) | Answer::Decline", &[]),
            Arm::new("Answer::Cancel", &[]),
        ];
        self.arms(&head, at, body, &arms)
    }

    fn on_detail(&mut self, at: At, body: Body) -> String {
        if !at.steps {
            return self.on_reply(at, body);
        }
        let head = self.ask("Detail");
        let arms = [
            Arm::new(
                "Answer::Accept(Detail { count: $0, label: $1, urgent: true, .. })",
                &[Ty::Number, Ty::Text],
            )
            .guarded(),
            Arm::new("Answer::Accept(Detail { note: $0, .. })", &[Ty::Maybe]),
            Arm::new("_", &[]),
        ];
        self.arms(&head, at, body, &arms)
    }
}

/// A pattern: `$0` stands for the first name that it binds.
struct Arm {
    pattern: &'static str,
    /// What is bound, and whether by reference.
    binds: Vec<(Ty, bool)>,
    guarded: bool,
}

impl Arm {
    fn new(pattern: &'static str, binds: &[Ty]) -> Self {
        let binds = binds.iter().map(|ty| (*ty, false)).collect();
        Self {
            pattern,
            binds,
            guarded: false,
        }
    }

    fn borrowing(pattern: &'static str, ty: Ty, count: usize) -> Self {
        Self {
            binds: vec![(ty, true); count],
            ..Self::new(pattern, &[])
        }
    }

    fn guarded(self) -> Self {
        Self {
            guarded: true,
            ..self
        }
    }
}
