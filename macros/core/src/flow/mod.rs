//! The flow: what the compiler knows about a body with steps.
//!
//! The body is cut into *regions*. A region begins at the start, behind a step (its *point*), or
//! where paths meet again; code inside it stays as the author wrote it. Which locals go from one
//! region to another is found by liveness, which types they have by rustc.

mod again;
mod assigned;
mod bindings;
mod borrowed;
mod captures;
mod for_loop;
mod fresh;
mod guards;
mod lets;
mod lower;
mod macros;
mod native;
mod origin;
mod parts;
mod replaced;
mod resolve;
mod scope;
mod verify;

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::{Ident, Span};
use syn::{Attribute, Expr, LitStr, Member, Pat, Stmt, Type};

use crate::parse::call::Call;
use crate::parse::step::{Question, Step};

pub(crate) use fresh::is_fresh;
pub(crate) use lower::lower;
pub(crate) use parts::PART;
pub(crate) use resolve::JUMP;
pub(crate) use verify::verify;

/// A body, cut into regions.
pub(crate) struct Flow {
    /// The parameters come first.
    pub(crate) bindings: Vec<Binding>,
    pub(crate) parameters: usize,
    /// The first one is the start.
    pub(crate) regions: Vec<Region>,
    pub(crate) points: Vec<Point>,
    pub(crate) jumps: Vec<Jump>,
    /// Items of the body; they see no locals, so they stand in front of the machine.
    pub(crate) items: Vec<syn::Item>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BindingId(pub(crate) usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RegionId(pub(crate) usize);

/// Points count from 0 here, and from 1 in the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PointId(pub(crate) usize);

/// A break out of native code to a lowered construct; the code has a placeholder with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct JumpId(pub(crate) usize);

pub(crate) type Uses = BTreeSet<BindingId>;

/// A local, or a parameter.
pub(crate) struct Binding {
    /// As it is written in the emitted code; equal names of different bindings differ in hygiene.
    pub(crate) ident: Ident,
    pub(crate) mutable: bool,
    /// Whether the name has our hygiene.
    pub(crate) hygienic: bool,
    /// Whether the author's annotation says that it borrows from what may end.
    pub(crate) borrows: bool,
    pub(crate) origin: Origin,
}

/// Where the value of a binding comes from when a round begins behind a step.
pub(crate) enum Origin {
    /// It is carried.
    Local,
    /// `let x;`: carried once it has a value.
    Late { ty: Option<Box<Type>> },
    /// The retry brings it again.
    Argument,
    /// The host gives it; it is in scope everywhere.
    Injected,
    /// It is made again, from what it `uses`: a literal, or a borrow of a place.
    /// What one statement makes is made again by it all at once.
    Remade { stmt: Rc<Stmt>, uses: Uses },
    /// `let x = fresh! { … };`: within a round it goes from region to region, and it is made again
    /// behind each step.
    Fresh { stmt: Rc<Stmt>, uses: Uses },
    /// It is a field of another local, and comes from where that comes from.
    Part { of: BindingId, member: Member },
}

pub(crate) struct Region {
    pub(crate) kind: RegionKind,
    pub(crate) body: Block,
}

#[derive(Clone)]
pub(crate) enum RegionKind {
    Start,
    Point(PointId),
    /// Where paths meet. With a value, where the construct that ends here has one.
    Join(Option<JoinValue>),
    /// The top of a loop.
    LoopHead,
    /// Where another flow is called, for the first time or to go on.
    Call(PointId),
}

/// The value of a construct, which the paths bring to the join.
#[derive(Clone)]
pub(crate) struct JoinValue {
    /// The annotation of the `let` that takes it.
    pub(crate) ty: Option<Box<Type>>,
}

/// A step, from its flow's view.
pub(crate) struct Point {
    pub(crate) waits: Waits,
    /// What runs first when the flow is resumed here.
    pub(crate) region: RegionId,
}

/// What a flow waits for.
pub(crate) enum Waits {
    /// The client answers.
    Answers(Step),
    /// Another flow returns.
    Return(Call),
}

impl Point {
    /// Where the author wrote the step.
    pub(crate) fn span(&self) -> Span {
        match &self.waits {
            Waits::Answers(step) => step.span,
            Waits::Return(call) => call.span,
        }
    }

    /// What tells the point from the others of its flow, whatever its number is: the keys of its
    /// questions, or the key of the call, else whom it calls.
    pub(crate) fn identity(&self) -> String {
        match &self.waits {
            Waits::Answers(step) => {
                let keys = step.questions.iter().filter_map(|it| it.key.as_ref());
                keys.map(LitStr::value).collect::<Vec<_>>().join(" ")
            }
            Waits::Return(call) => match &call.key {
                Some(key) => format!("flow {}", key.value()),
                None => format!("flow {}", call.callee()),
            },
        }
    }

    /// Whether the flow waits here for another one.
    pub(crate) fn calls(&self) -> bool {
        matches!(self.waits, Waits::Return(_))
    }

    /// What is asked.
    pub(crate) fn questions(&self) -> &[Question] {
        match &self.waits {
            Waits::Answers(step) => &step.questions,
            Waits::Return(_) => &[],
        }
    }
}

/// Code that runs from its beginning to its end.
pub(crate) struct Block {
    pub(crate) ops: Vec<Op>,
    pub(crate) end: End,
}

pub(crate) enum Op {
    /// A statement without steps, as the author wrote it.
    Native(Native),
    /// What a `for` loop goes over, made into what can be carried.
    Items { items: BindingId, source: Code },
    /// The value of the step that was answered, or of the join that was reached, is bound.
    Bind { bound: Bound, value: Incoming },
    /// Another flow runs, and what it returns is bound.
    Call(Box<Called>),
}

/// A call of another flow.
pub(crate) struct Called {
    pub(crate) point: PointId,
    pub(crate) call: Code,
    /// What takes its value.
    pub(crate) bound: Option<Bound>,
}

/// A pattern that takes a value of ours.
pub(crate) struct Bound {
    pub(crate) pat: Pat,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) ty: Option<Type>,
    pub(crate) defs: Vec<BindingId>,
}

/// What a region begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Incoming {
    Answers(PointId),
    JoinValue,
}

pub(crate) struct Native {
    pub(crate) stmt: Stmt,
    pub(crate) uses: Uses,
    /// The locals that have no value before the statement, or whose value it replaces.
    pub(crate) inits: Uses,
    /// The locals whose value it may replace, and does not look at.
    pub(crate) writes: Uses,
    pub(crate) defs: Vec<BindingId>,
    pub(crate) jumps: Vec<JumpId>,
}

/// What comes behind the last statement of a block.
pub(crate) enum End {
    /// The tool is finished with this value.
    Return(Option<Code>),
    /// The statement before never completes.
    Unreachable,
    Goto(Transition),
    Suspend(Suspend),
    If {
        cond: Code,
        defs: Vec<BindingId>,
        then: Box<Block>,
        other: Box<Block>,
        join: Option<RegionId>,
    },
    Match {
        attrs: Vec<Attribute>,
        scrutinee: Code,
        arms: Vec<Arm>,
        join: Option<RegionId>,
    },
    LetElse {
        pat: Pat,
        attrs: Vec<Attribute>,
        init: Code,
        defs: Vec<BindingId>,
        other: Box<Block>,
        then: Box<Block>,
    },
    /// A block whose end is a join: `{ … }` as a statement or as a value.
    Scope {
        body: Box<Block>,
        join: Option<RegionId>,
    },
}

/// An expression without steps.
pub(crate) struct Code {
    pub(crate) expr: Expr,
    pub(crate) uses: Uses,
    /// As for a statement.
    pub(crate) inits: Uses,
    /// As for a statement.
    pub(crate) writes: Uses,
    pub(crate) jumps: Vec<JumpId>,
}

pub(crate) struct Arm {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) pat: Pat,
    pub(crate) guard: Uses,
    /// The jumps in the guard.
    pub(crate) jumps: Vec<JumpId>,
    pub(crate) defs: Vec<BindingId>,
    pub(crate) body: Block,
}

/// Control goes to another region.
pub(crate) struct Transition {
    pub(crate) target: RegionId,
    pub(crate) value: Option<Code>,
    pub(crate) span: Span,
    /// The bindings that cannot be named here: others that are spelled alike hide them.
    pub(crate) hidden: Uses,
}

/// A transition in the middle of native code.
pub(crate) struct Jump {
    pub(crate) transition: Transition,
    /// The locals that got another value before it, in the same code.
    pub(crate) replaced: Uses,
}

/// The round ends with questions.
pub(crate) struct Suspend {
    pub(crate) point: PointId,
    /// What the questions' texts mention.
    pub(crate) uses: Uses,
    /// As for a transition.
    pub(crate) hidden: Uses,
}

impl Block {
    /// Visits the block and all blocks in it.
    pub(crate) fn walk<'f>(&'f self, visit: &mut impl FnMut(&'f Self)) {
        visit(self);
        match &self.end {
            End::If { then, other, .. } | End::LetElse { then, other, .. } => {
                then.walk(visit);
                other.walk(visit);
            }
            End::Match { arms, .. } => arms.iter().for_each(|arm| arm.body.walk(visit)),
            End::Scope { body, .. } => body.walk(visit),
            End::Return(_) | End::Unreachable | End::Goto(_) | End::Suspend(_) => {}
        }
    }

    /// What the block declares, not counting the blocks in it.
    pub(crate) fn defs(&self) -> impl Iterator<Item = BindingId> + '_ {
        let of_ops = self.ops.iter().flat_map(|op| match op {
            Op::Native(native) => &native.defs[..],
            Op::Items { items, .. } => std::slice::from_ref(items),
            Op::Bind { bound, .. } => &bound.defs,
            Op::Call(called) => called.bound.as_ref().map_or(&[][..], |bound| &bound.defs),
        });
        let (of_end, of_arms) = match &self.end {
            End::If { defs, .. } | End::LetElse { defs, .. } => (&defs[..], &[][..]),
            End::Match { arms, .. } => (&[][..], &arms[..]),
            _ => (&[][..], &[][..]),
        };
        let of_arms = of_arms.iter().flat_map(|arm| &arm.defs);
        of_ops.chain(of_end).chain(of_arms).copied()
    }
}

impl End {
    /// The code that is evaluated there.
    pub(crate) fn code(&self) -> Option<&Code> {
        match self {
            Self::Return(code) => code.as_ref(),
            Self::Goto(transition) => transition.value.as_ref(),
            Self::If { cond: code, .. }
            | Self::Match {
                scrutinee: code, ..
            }
            | Self::LetElse { init: code, .. } => Some(code),
            Self::Unreachable | Self::Suspend(_) | Self::Scope { .. } => None,
        }
    }
}

impl Code {
    /// What has to be there: what is assigned to, too.
    fn places(&self) -> Uses {
        let assigned = self.inits.union(&self.writes);
        self.uses.iter().chain(assigned).copied().collect()
    }
}

impl Flow {
    pub(crate) fn binding(&self, id: BindingId) -> &Binding {
        &self.bindings[id.0]
    }

    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0]
    }

    /// What `uses` stands for, the parts of remade bindings included.
    pub(crate) fn roots(&self, uses: &Uses) -> Uses {
        self.made_of(uses, |origin| match origin {
            Origin::Remade { uses, .. } => Some(uses),
            _ => None,
        })
    }

    /// What has to be there behind a step for `uses` to be: what fresh bindings are made of, too.
    pub(crate) fn roots_behind_step(&self, uses: &Uses) -> Uses {
        self.made_of(uses, |origin| match origin {
            Origin::Remade { uses, .. } | Origin::Fresh { uses, .. } => Some(uses),
            _ => None,
        })
    }

    fn made_of<'f>(
        &'f self,
        uses: &Uses,
        made_of: impl Fn(&'f Origin) -> Option<&'f Uses>,
    ) -> Uses {
        let mut roots = Uses::new();
        let mut todo: Vec<_> = uses.iter().copied().collect();
        while let Some(id) = todo.pop() {
            if roots.insert(id)
                && let Some(uses) = made_of(&self.binding(id).origin)
            {
                todo.extend(uses);
            }
        }
        roots
    }
}
