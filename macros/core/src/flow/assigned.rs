//! What becomes of a local's value in code that assigns to it. Where another value takes its place
//! on every way, and nothing looks at the old one first, none is needed before: it may have been
//! moved away, and does not travel.
//!
//! Whatever is not seen through counts as a use. What is counted wrongly all the same, as a macro
//! of the author's that is named `panic!` and does not, is a local without a value: rustc refuses.

mod jumps;
mod mentions;

use proc_macro2::Ident;
use syn::visit::Visit as _;
use syn::{Block, Expr, LocalInit, Macro, Stmt};

use super::resolve::JUMP;
use crate::check::{attributes_of, is_conditional};
use crate::parse::as_local;
pub(in crate::flow) use jumps::{jumps_in_expr, jumps_in_stmt};
use mentions::Mentions;

/// What becomes of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays.
    Kept,
    /// Another one takes its place wherever control comes behind the code.
    Replaced,
    /// Another one may take its place, and the old one is not looked at.
    MayBeReplaced,
    /// It is looked at, or it may be.
    Used,
}

/// What becomes of it in a statement, whose names are resolved. `is_mentioned`: other than to assign
/// to it.
pub(super) fn in_stmt(stmt: &Stmt, local: &Ident, is_mentioned: bool) -> Fate {
    match stmt {
        Stmt::Expr(expr, _) => in_expr(expr, local, is_mentioned),
        _ => Of::local(&local.to_string()).stmt(stmt),
    }
}

/// The same of an expression.
pub(super) fn in_expr(expr: &Expr, local: &Ident, is_mentioned: bool) -> Fate {
    let name = local.to_string();
    match expr {
        // Whoever has its name in the value is another one.
        Expr::Assign(assign) if !is_mentioned && is_it(&assign.left, &name) => Fate::Replaced,
        _ => Of::local(&name).expr(expr),
    }
}

/// Whether control never comes behind a statement. What a macro does is not known.
pub(super) fn never_ends(stmt: &Stmt) -> bool {
    Of::NOBODY.stmt(stmt) == Fate::Replaced
}

impl Fate {
    /// Behind this code runs that.
    fn then(self, next: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Kept => next(),
            Self::Replaced | Self::Used => self,
            Self::MayBeReplaced => match next() {
                Self::Kept => self,
                other => other,
            },
        }
    }

    /// Either this code runs or that.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Used, _) | (_, Self::Used) => Self::Used,
            (one, other) if one == other => one,
            _ => Self::MayBeReplaced,
        }
    }

    /// The code may not run to its end.
    fn perhaps(self) -> Self {
        self.or(Self::Kept)
    }
}

/// The local of this name, where no other one has it.
struct Of<'n> {
    name: &'n str,
    /// Whether `panic!` and its like are what they are named.
    trusts_macros: bool,
}

impl<'n> Of<'n> {
    const NOBODY: Of<'static> = Of {
        name: "",
        trusts_macros: false,
    };

    fn local(name: &'n str) -> Self {
        Self {
            name,
            trusts_macros: true,
        }
    }

    fn stmt(&self, stmt: &Stmt) -> Fate {
        match stmt {
            Stmt::Local(local) if is_conditional(&local.attrs) => {
                self.opaque(|mentions| mentions.visit_local(local))
            }
            Stmt::Local(local) => {
                let pat = self.opaque(|mentions| mentions.visit_pat(&local.pat));
                pat.then(|| {
                    local
                        .init
                        .as_ref()
                        .map_or(Fate::Kept, |init| self.init(init))
                })
            }
            Stmt::Expr(expr, _) => self.expr(expr),
            Stmt::Macro(stmt) if !is_conditional(&stmt.attrs) => self.mac(&stmt.mac),
            Stmt::Macro(_) | Stmt::Item(_) => self.opaque(|mentions| mentions.visit_stmt(stmt)),
        }
    }

    fn init(&self, init: &LocalInit) -> Fate {
        let diverging = init.diverge.as_ref();
        let diverging = diverging.map_or(Fate::Kept, |(_, other)| self.expr(other));
        match self.expr(&init.expr) {
            Fate::Kept | Fate::MayBeReplaced if diverging == Fate::Used => Fate::Used,
            // Control does not come behind what diverges.
            fate => fate,
        }
    }

    fn block(&self, block: &Block) -> Fate {
        let fates = block.stmts.iter();
        fates.fold(Fate::Kept, |fate, stmt| fate.then(|| self.stmt(stmt)))
    }

    fn expr(&self, expr: &Expr) -> Fate {
        if is_conditional(attributes_of(expr)) {
            return self.opaque(|mentions| mentions.visit_expr(expr));
        }
        match expr {
            Expr::Assign(assign) if is_it(&assign.left, self.name) => {
                self.expr(&assign.right).then(|| Fate::Replaced)
            }
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            Expr::Block(block) => self.block(&block.block).perhaps(),
            Expr::If(branch) => self.expr(&branch.cond).then(|| {
                let other = branch.else_branch.as_ref();
                let other = other.map_or(Fate::Kept, |(_, other)| self.expr(other));
                self.block(&branch.then_branch).or(other)
            }),
            Expr::Let(binding) => {
                let pat = self.opaque(|mentions| mentions.visit_pat(&binding.pat));
                pat.then(|| self.expr(&binding.expr))
            }
            Expr::Match(branch) => self.expr(&branch.expr).then(|| {
                let arms = branch.arms.iter().map(|arm| {
                    let pat = self.opaque(|mentions| mentions.visit_pat(&arm.pat));
                    pat.then(|| self.expr(&arm.body))
                });
                arms.reduce(Fate::or).unwrap_or(Fate::Replaced)
            }),
            Expr::Loop(repeat) => self.block(&repeat.body).perhaps(),
            Expr::While(repeat) => self
                .expr(&repeat.cond)
                .then(|| self.block(&repeat.body).perhaps()),
            Expr::ForLoop(repeat) => self.expr(&repeat.expr).then(|| {
                let pat = self.opaque(|mentions| mentions.visit_pat(&repeat.pat));
                pat.then(|| self.block(&repeat.body).perhaps())
            }),
            // Control does not come behind it.
            Expr::Return(leaving) => self.leaving(leaving.expr.as_deref()),
            Expr::Break(leaving) => self.leaving(leaving.expr.as_deref()),
            Expr::Continue(_) => Fate::Replaced,
            Expr::Macro(expr) => self.mac(&expr.mac),
            _ => self.opaque(|mentions| mentions.visit_expr(expr)),
        }
    }

    fn leaving(&self, value: Option<&Expr>) -> Fate {
        let value = value.map_or(Fate::Kept, |value| self.expr(value));
        value.then(|| Fate::Replaced)
    }

    fn mac(&self, mac: &Macro) -> Fate {
        let is_leaving = mac.path.segments.last().is_some_and(|last| {
            last.ident == JUMP
                || self.trusts_macros
                    && ["panic", "unreachable", "todo", "unimplemented"]
                        .iter()
                        .any(|name| last.ident == name)
        });
        let arguments = self.opaque(|mentions| mentions.visit_macro(mac));
        if is_leaving {
            arguments.then(|| Fate::Replaced)
        } else {
            arguments
        }
    }

    /// Code that is not looked into.
    fn opaque(&self, visit: impl FnOnce(&mut Mentions<'_>)) -> Fate {
        if self.mentions(visit) {
            Fate::Used
        } else {
            Fate::Kept
        }
    }

    fn mentions(&self, visit: impl FnOnce(&mut Mentions<'_>)) -> bool {
        let mut mentions = Mentions::of(self.name);
        visit(&mut mentions);
        mentions.found
    }
}

/// Whether a place is the local of this name, and always there.
fn is_it(place: &Expr, name: &str) -> bool {
    attributes_of(place).is_empty() && as_local(place).is_some_and(|local| local == name)
}
