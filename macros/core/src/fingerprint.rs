//! What identifies the code behind a point: state of other code is refused.
//!
//! Computed over kinds and texts of tokens, never over their printed form, whose spacing may
//! change with the compiler. Comments do not reach a macro. What stands before the point has run
//! already, and does not count; neither do numbers that an edit before the point would change.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use crate::flow::{
    BindingId, Block, Bound, Code, End, Flow, JUMP, Native, Op, Origin, PART, PointId, RegionId,
    RegionKind, Transition,
};
use crate::layout::Machine;
use crate::parse::Function;
use crate::parse::step::{Question, QuestionKind};

/// Changes when the meaning of a stored frame changes with this crate.
const LOWERING: u64 = 3;

/// The fingerprint of a point: what its frame holds, and the code that is reached from it.
pub(crate) fn of(tool: &Function, machine: &Machine, point: PointId) -> u64 {
    let mut code = Reached {
        flow: &machine.flow,
        hash: Fnv::new(),
        regions: BTreeMap::new(),
        temporaries: BTreeMap::new(),
        todo: Vec::new(),
    };
    code.hash.number(LOWERING);
    if let Some(tag) = &tool.options.compatible {
        return code.layout(tool, machine, point, &tag.value());
    }
    for id in machine.carried(point) {
        code.carried(id);
    }
    for param in &tool.params {
        code.hash.text(&param.ident.to_string());
        code.hash.number(u64::from(param.mutable));
        code.tokens(param.ty.to_token_stream());
    }
    code.tokens(tool.output.to_token_stream());
    for question in machine.flow.points[point.0].questions() {
        code.question(question);
    }
    for id in machine
        .state(machine.flow.points[point.0].region)
        .into_iter()
        .flat_map(|it| &it.remade)
    {
        let binding = machine.flow.binding(*id);
        if let Origin::Remade { stmt, .. } | Origin::Fresh { stmt, .. } = &binding.origin {
            code.tokens(stmt.to_token_stream());
        }
    }
    for item in &machine.flow.items {
        code.tokens(item.to_token_stream());
    }
    code.region(machine.flow.points[point.0].region);
    code.finish()
}

/// Goes through the code that is reached, and numbers what it meets in the order of meeting.
struct Reached<'f> {
    flow: &'f Flow,
    hash: Fnv,
    regions: BTreeMap<RegionId, u64>,
    temporaries: BTreeMap<String, u64>,
    todo: Vec<RegionId>,
}

impl Reached<'_> {
    /// What a frame holds and what it waits for, and nothing of the code: its author says by the
    /// tag that all code with it may go on from there.
    fn layout(mut self, tool: &Function, machine: &Machine, point: PointId, tag: &str) -> u64 {
        self.hash.bytes(b"compatible");
        self.hash.text(tag);
        for id in machine.carried(point) {
            self.carried(id);
        }
        for param in &tool.params {
            self.hash.text(&param.ident.to_string());
            self.tokens(param.ty.to_token_stream());
        }
        let point = &machine.flow.points[point.0];
        self.hash.text(&point.identity());
        for question in point.questions() {
            self.question(question);
        }
        self.hash.0
    }

    fn finish(mut self) -> u64 {
        while let Some(region) = self.todo.pop() {
            let region = self.flow.region(region);
            self.hash.bytes(match &region.kind {
                RegionKind::Start => b"s",
                RegionKind::Point(_) => b"p",
                RegionKind::Join(Some(_)) => b"v",
                RegionKind::Join(None) => b"j",
                RegionKind::LoopHead => b"l",
                RegionKind::Call(_) => b"c",
            });
            self.block(&region.body);
        }
        self.hash.0
    }

    fn region(&mut self, region: RegionId) {
        let next = self.regions.len() as u64;
        let number = *self.regions.entry(region).or_insert(next);
        self.hash.number(number);
        if number == next {
            self.todo.push(region);
        }
    }

    fn block(&mut self, block: &Block) {
        for op in &block.ops {
            match op {
                Op::Native(Native { stmt, .. }) => self.tokens(stmt.to_token_stream()),
                Op::Items { source, .. } => self.code(source),
                Op::Bind { bound, .. } => self.bound(bound),
                Op::Call(called) => {
                    self.code(&called.call);
                    if let Some(bound) = &called.bound {
                        self.bound(bound);
                    }
                }
            }
        }
        self.end(&block.end);
    }

    fn bound(&mut self, bound: &Bound) {
        let Bound { pat, attrs, ty, .. } = bound;
        self.hash.bytes(b"b");
        self.tokens(quote::quote!(#(#attrs)* #pat));
        self.tokens(ty.to_token_stream());
    }

    fn end(&mut self, end: &End) {
        match end {
            End::Unreachable => self.hash.bytes(b"0"),
            End::Return(value) => {
                self.hash.bytes(b"1");
                if let Some(code) = value {
                    self.code(code);
                }
            }
            End::Goto(transition) => {
                self.hash.bytes(b"2");
                self.transition(transition);
            }
            End::Suspend(suspend) => {
                self.hash.bytes(b"3");
                let point = &self.flow.points[suspend.point.0];
                for question in point.questions() {
                    self.question(question);
                    self.tokens(question.to_token_stream());
                }
                self.region(point.region);
            }
            End::If {
                cond, then, other, ..
            } => {
                self.hash.bytes(b"4");
                self.code(cond);
                self.block(then);
                self.block(other);
            }
            End::Match {
                attrs,
                scrutinee,
                arms,
                ..
            } => {
                self.hash.bytes(b"5");
                self.tokens(quote::quote!(#(#attrs)*));
                self.code(scrutinee);
                for arm in arms {
                    let (attrs, pat) = (&arm.attrs, &arm.pat);
                    self.tokens(quote::quote!(#(#attrs)* #pat));
                    self.block(&arm.body);
                }
            }
            End::LetElse {
                pat,
                attrs,
                init,
                other,
                then,
                ..
            } => {
                self.hash.bytes(b"6");
                self.tokens(quote::quote!(#(#attrs)* #pat));
                self.code(init);
                self.block(other);
                self.block(then);
            }
            End::Scope { body, .. } => {
                self.hash.bytes(b"7");
                self.block(body);
            }
        }
    }

    fn transition(&mut self, transition: &Transition) {
        if let Some(code) = &transition.value {
            self.code(code);
        }
        self.region(transition.target);
    }

    fn code(&mut self, code: &Code) {
        self.tokens(code.expr.to_token_stream());
    }

    /// What is asked: an answer satisfies that and nothing else. The text may change.
    fn question(&mut self, question: &Question) {
        if let Some(key) = &question.key {
            self.hash.text(&key.value());
        }
        match &question.kind {
            QuestionKind::Form { asked, .. } => {
                self.hash.bytes(b"f");
                self.tokens(asked.to_token_stream());
            }
            QuestionKind::Url { until, .. } => {
                self.hash.bytes(b"u");
                self.tokens(until.to_token_stream());
            }
            QuestionKind::Sample { ty, .. } => {
                self.hash.bytes(b"s");
                self.tokens(ty.to_token_stream());
            }
            QuestionKind::Roots => self.hash.bytes(b"r"),
        }
    }

    fn carried(&mut self, id: BindingId) {
        let binding = self.flow.binding(id);
        match &binding.origin {
            Origin::Part { of, member } => {
                self.carried(*of);
                self.tokens(member.to_token_stream());
            }
            _ => self.ident(&binding.ident.to_string()),
        }
    }

    fn ident(&mut self, name: &str) {
        if name.starts_with("__mrtr_") {
            let next = self.temporaries.len() as u64;
            let number = *self.temporaries.entry(name.to_owned()).or_insert(next);
            self.hash.bytes(b"t");
            self.hash.number(number);
        } else {
            self.hash.bytes(b"i");
            self.hash.text(name);
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(ident) if ident == JUMP => {
                    // `__mrtr_jump!(3)`: where it goes, not its number.
                    let number = tokens.nth(1).map(|group| group.to_string());
                    let digits = number.as_deref().unwrap_or_default();
                    let digits = digits.trim_matches(|c: char| !c.is_ascii_digit());
                    let id = digits.parse::<usize>().ok();
                    // One with another number is the author's.
                    if let Some(jump) = id.and_then(|id| self.flow.jumps.get(id)) {
                        self.transition(&jump.transition);
                    }
                }
                TokenTree::Ident(ident) if ident == PART => {
                    // `__mrtr_part!(3, approval.label)`: the field, not its number.
                    if let Some(TokenTree::Group(group)) = tokens.nth(1) {
                        self.tokens(group.stream().into_iter().skip(2).collect());
                    }
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    self.tokens(group.stream());
                }
                TokenTree::Group(group) => {
                    self.hash.bytes(match group.delimiter() {
                        Delimiter::Parenthesis => b"(",
                        Delimiter::Brace => b"{",
                        Delimiter::Bracket => b"[",
                        Delimiter::None => b"",
                    });
                    self.tokens(group.stream());
                    self.hash.bytes(b")");
                }
                TokenTree::Ident(ident) => self.ident(&ident.to_string()),
                // How a token is glued to the next one is not meaning: `> >` and `>>` differ in
                // no program that parses to the same items.
                TokenTree::Punct(punct) => {
                    self.hash.bytes(b"p");
                    self.hash.number(u64::from(u32::from(punct.as_char())));
                }
                TokenTree::Literal(literal) => {
                    self.hash.bytes(b"l");
                    self.hash.text(&literal.to_string());
                }
            }
        }
        self.hash.bytes(b".");
    }
}

/// FNV-1a, 64 bits. It tells builds apart; what it protects is under the state's tag.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes(text.as_bytes());
    }
}

#[cfg(test)]
mod tests;
