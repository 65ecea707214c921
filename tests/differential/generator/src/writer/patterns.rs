//! `let` with a pattern.

use super::numbers::Parens as _;
use super::{At, Writer};
use crate::vars::Ty;

impl Writer {
    pub(super) fn pattern_stmt(&mut self, at: At) -> String {
        match self.random.below(7) {
            0 => self.tuple(at),
            6 => self.part(),
            1 => self.fields(at),
            2 => self.array(at),
            3 => self.nested(at),
            4 => self.whole(at),
            _ => self.by_ref(at),
        }
    }

    fn tuple(&mut self, at: At) -> String {
        let (left, right) = (self.value(Ty::Number, at), self.value(Ty::Text, at));
        let first = self.bind(Ty::Number, false);
        let second = self.new_name("v");
        self.vars.declare(&second, Ty::Text, true, None);
        format!("let ({first}, mut {second}) = ({left}, {right});\n")
    }

    fn fields(&mut self, at: At) -> String {
        let value = self.value(Ty::Pair, at);
        if self.random.percent(50) {
            self.vars.declare("left", Ty::Number, false, None);
            self.vars.declare("right", Ty::Text, false, None);
            return format!("let Pair {{ left, right }} = {value};\n");
        }
        let left = self.bind(Ty::Number, true);
        format!("let Pair {{ left: {left}, .. }} = {value};\n")
    }

    fn array(&mut self, at: At) -> String {
        let members = [self.number(at), self.number(at), self.number(at)].join(", ");
        let (first, last) = (self.bind(Ty::Number, false), self.bind_new(Ty::Number));
        let rest = self.random.pick(&["_", "..", "_middle"]);
        format!("let [{first}, {rest}, {last}] = [{members}];\n")
    }

    fn nested(&mut self, at: At) -> String {
        let (pair, maybe) = (self.value(Ty::Pair, at), self.value(Ty::Maybe, at));
        let right = self.bind(Ty::Text, false);
        let kept = self.bind_new(Ty::Maybe);
        format!("let (Pair {{ right: {right}, left: _ }}, {kept}) = ({pair}, {maybe});\n")
    }

    /// A part is moved out; what is left is read, and gone behind it.
    fn part(&mut self) -> String {
        let movable = self.vars.movable(Ty::Pair);
        if movable.is_empty() {
            return self.note();
        }
        let pair = self.random.pick(&movable);
        self.vars.moved(pair.id);
        let (name, id) = (self.bind(Ty::Text, false), self.number_of());
        format!(
            "log.fx({id}, {0}.left);\nlet {name} = {0}.right;\n",
            pair.name
        )
    }

    /// `whole @ [first, ..]`
    fn whole(&mut self, at: At) -> String {
        let members = [self.number(at), self.number(at)].join(", ");
        let (whole, first) = (self.new_name("w"), self.bind(Ty::Number, false));
        let id = self.number_of();
        format!("let {whole} @ [{first}, ..] = [{members}];\nlog.fx({id}, {whole});\n")
    }

    /// `ref` and `ref mut`: what is bound is done with before any step.
    fn by_ref(&mut self, at: At) -> String {
        let pairs = self.vars.changeable(Ty::Pair);
        if pairs.is_empty() {
            return self.fields(at);
        }
        let pair = self.random.pick(&pairs).name;
        let (left, right, id) = (self.new_name("x"), self.new_name("x"), self.number_of());
        let number = self.number(At {
            depth: 2,
            ..at.native()
        });
        let number = if number.contains(&pair) {
            "9u64".to_owned()
        } else {
            number
        }
        .parens();
        format!(
            "{{\nlet Pair {{ left: ref mut {left}, right: ref {right} }} = {pair};\n*{left} ^= {number};\nlog.fx({id}, (*{left}, {right}));\n}}\n"
        )
    }
}
