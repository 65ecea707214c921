//! Which locals can be named where, and what may be done with them.

use std::collections::BTreeSet;

/// The types that flows are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    /// `u64`
    Number,
    /// `u8`
    Byte,
    /// An integer whose type nothing says.
    Plain,
    /// `bool`
    Flag,
    /// `String`
    Text,
    /// `Vec<u64>`
    List,
    /// `Option<u64>`
    Maybe,
    /// A struct.
    Pair,
    /// An enum.
    Shape,
    /// `Answer<u8>`
    Reply,
    /// It travels, and counts how many of it live.
    Token,
    /// What the flow returns.
    Outcome,
    /// `&u64`, a borrow of a place
    NumberRef,
    /// `&String`, a borrow of a place
    TextRef,
    /// `&[u64]`, a part of a list
    ListRef,
    /// `&'static str`
    Word,
    /// It cannot be serialised.
    Opaque,
    /// `Box<dyn Display>`
    Shown,
    /// It cannot be serialised, and is made again in each round.
    Fresh,
    /// A struct that was moved in part; what is left of it travels.
    Mixed,
}

impl Ty {
    /// Whether a local of this type can be there behind a step.
    pub(crate) fn travels(self) -> bool {
        !matches!(self, Self::Opaque | Self::Shown)
    }

    /// Whether a local of this type can be shown as a whole.
    pub(crate) fn is_whole(self) -> bool {
        !matches!(self, Self::Mixed)
    }

    pub(crate) fn is_copy(self) -> bool {
        matches!(
            self,
            Self::Number
                | Self::Byte
                | Self::Plain
                | Self::Flag
                | Self::Maybe
                | Self::Reply
                | Self::NumberRef
                | Self::TextRef
                | Self::ListRef
                | Self::Word
        )
    }

    /// As it is written.
    pub(crate) fn spelled(self) -> &'static str {
        match self {
            Self::Number => "u64",
            Self::Byte => "u8",
            Self::Plain => "i32",
            Self::Flag => "bool",
            Self::Text => "String",
            Self::List => "Vec<u64>",
            Self::Maybe => "Option<u64>",
            Self::Pair => "Pair",
            Self::Shape => "Shape",
            Self::Reply => "Answer<u8>",
            Self::Token => "Token",
            Self::Outcome => "Outcome",
            Self::NumberRef => "&u64",
            Self::TextRef => "&String",
            Self::ListRef => "&[u64]",
            Self::Word => "&'static str",
            Self::Opaque | Self::Shown | Self::Mixed | Self::Fresh => "_",
        }
    }
}

/// A local in scope.
#[derive(Debug, Clone)]
pub(crate) struct Var {
    pub(crate) id: usize,
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) mutable: bool,
    /// How many loops (and closures) there are around its declaration.
    loops: usize,
    /// The place that it borrows.
    borrows: Option<usize>,
}

/// The locals in scope.
#[derive(Debug, Default)]
pub(crate) struct Vars {
    stack: Vec<Var>,
    scopes: Vec<usize>,
    gone: BTreeSet<usize>,
    next: usize,
    loops: usize,
}

/// What became of locals on one of several ways.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    before: BTreeSet<usize>,
    after: BTreeSet<usize>,
}

impl Vars {
    pub(crate) fn enter(&mut self) {
        self.scopes.push(self.stack.len());
    }

    pub(crate) fn leave(&mut self) {
        let start = self.scopes.pop().unwrap_or_default();
        self.stack.truncate(start);
    }

    /// Code that may run more than once: what is outside cannot be moved in it.
    pub(crate) fn enter_loop(&mut self) {
        self.loops += 1;
    }

    pub(crate) fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    /// A step: what does not travel cannot be used any more.
    pub(crate) fn step(&mut self) {
        let ended = self.stack.iter().filter(|var| !var.ty.travels());
        self.gone.extend(ended.map(|var| var.id));
    }

    /// Several ways that meet again begin here.
    pub(crate) fn fork(&self) -> Fork {
        Fork {
            before: self.gone.clone(),
            after: self.gone.clone(),
        }
    }

    /// One of the ways ends here; the next one begins as the first did.
    pub(crate) fn next_way(&mut self, fork: &mut Fork) {
        let gone = std::mem::replace(&mut self.gone, fork.before.clone());
        fork.after.extend(gone);
    }

    /// The ways meet: what is gone on one of them is gone.
    pub(crate) fn join(&mut self, fork: Fork) {
        self.gone.extend(fork.after);
    }

    pub(crate) fn declare(&mut self, name: &str, ty: Ty, mutable: bool, borrows: Option<usize>) {
        self.stack.push(Var {
            id: self.next,
            name: name.to_owned(),
            ty,
            mutable,
            loops: self.loops,
            borrows,
        });
        self.next += 1;
    }

    /// A local stays as it is to the end of the scope.
    pub(crate) fn held(&mut self, id: usize) {
        self.gone.insert(self.next);
        self.declare("", Ty::NumberRef, false, Some(id));
    }

    /// The names in scope.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.stack.iter().map(|var| &var.name);
        let names: BTreeSet<&String> = names.filter(|name| !name.is_empty()).collect();
        names.into_iter().cloned().collect()
    }

    /// The locals that can be read.
    pub(crate) fn readable(&self) -> impl Iterator<Item = &Var> {
        self.stack
            .iter()
            .enumerate()
            .filter(|(at, var)| {
                let later = &self.stack[at + 1..];
                !self.gone.contains(&var.id) && later.iter().all(|other| other.name != var.name)
            })
            .map(|(_, var)| var)
    }

    /// The locals of a type that can be read.
    pub(crate) fn of(&self, ty: Ty) -> Vec<Var> {
        self.readable()
            .filter(|var| var.ty == ty)
            .cloned()
            .collect()
    }

    /// The locals of a type that can be changed.
    pub(crate) fn changeable(&self, ty: Ty) -> Vec<Var> {
        let vars = self.readable();
        vars.filter(|var| var.ty == ty && var.mutable && !self.is_borrowed(var.id))
            .cloned()
            .collect()
    }

    /// The numbers that never change.
    pub(crate) fn constant_numbers(&self) -> Vec<Var> {
        let vars = self.readable();
        vars.filter(|var| var.ty == Ty::Number && !var.mutable)
            .cloned()
            .collect()
    }

    /// The locals of a type that can be moved away.
    pub(crate) fn movable(&self, ty: Ty) -> Vec<Var> {
        let vars = self.readable();
        vars.filter(|var| var.ty == ty && var.loops == self.loops && !self.is_borrowed(var.id))
            .cloned()
            .collect()
    }

    pub(crate) fn moved(&mut self, id: usize) {
        self.gone.insert(id);
    }

    /// The locals without a value that can be given one here: control comes here wherever it
    /// comes behind their declaration.
    pub(crate) fn empty(&self) -> Vec<Var> {
        let scope = self.scopes.last().copied().unwrap_or_default();
        let here = self.stack.iter().enumerate().skip(scope);
        here.filter(|(at, var)| {
            let later = &self.stack[at + 1..];
            var.mutable
                && var.ty.is_whole()
                && self.gone.contains(&var.id)
                && later.iter().all(|other| other.name != var.name)
        })
        .map(|(_, var)| var.clone())
        .collect()
    }

    /// A local has a value again.
    pub(crate) fn filled(&mut self, id: usize) {
        self.gone.remove(&id);
    }

    /// The local that was declared last.
    pub(crate) fn last(&self) -> Option<usize> {
        self.stack.last().map(|var| var.id)
    }

    fn is_borrowed(&self, id: usize) -> bool {
        self.stack.iter().any(|var| var.borrows == Some(id))
    }
}
