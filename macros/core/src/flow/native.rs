//! Statements without steps, which stay as the author wrote them.

use std::rc::Rc;

use syn::{Expr, Local, Stmt};

use super::assigned;
use super::bindings::Declare;
use super::fresh;
use super::lets::{annotation, borrows};
use super::lower::Lowering;
use super::origin::origin_of;
use super::resolve::Found;
use super::{BindingId, Native, Origin};
use crate::check::is_conditional;

impl Lowering<'_> {
    /// A statement without steps.
    pub(super) fn native(&mut self, mut stmt: Stmt) -> Native {
        let (mut found, defs) = match &mut stmt {
            Stmt::Local(local) => self.native_local(local),
            other => (self.statement(other), Vec::new()),
        };
        found.settle(
            self,
            |local, is_mentioned| assigned::in_stmt(&stmt, local, is_mentioned),
            |local| assigned::jumps_in_stmt(&stmt, local),
        );
        self.note_guard(&stmt, &defs);
        Native {
            stmt,
            uses: found.uses,
            inits: found.inits,
            writes: found.writes,
            defs,
            jumps: found.jumps,
        }
    }

    fn native_local(&mut self, local: &mut Local) -> (Found, Vec<BindingId>) {
        self.refuse_conditional(local);
        let again = self.again(local);
        let mut found = Found::default();
        if let Some(init) = &mut local.init {
            let exprs = std::iter::once(&mut init.expr)
                .chain(init.diverge.as_mut().map(|(_, diverge)| diverge));
            for slot in exprs {
                found.extend(self.part(slot));
            }
        }
        let uses = found.places();
        let defs = self.declare_pattern(&mut local.pat, Declare::Flow);
        if let Some(Origin::Fresh { stmt, uses }) = fresh::origin_of(local, &uses) {
            for id in &defs {
                let (stmt, uses) = (Rc::clone(&stmt), uses.clone());
                self.bindings[id.0].origin = Origin::Fresh { stmt, uses };
            }
        } else if let [id] = defs[..] {
            self.bindings[id.0].origin = origin_of(local, &uses, again);
            self.bindings[id.0].borrows = annotation(local).is_some_and(|ty| borrows(&ty));
        }
        (found, defs)
    }
}

/// Whether control never comes behind a statement. Under `#[cfg]` it may not be there.
pub(super) fn leaves(expr: &Expr) -> bool {
    match expr {
        Expr::Return(leaving) => !is_conditional(&leaving.attrs),
        Expr::Break(leaving) => !is_conditional(&leaving.attrs),
        Expr::Continue(leaving) => !is_conditional(&leaving.attrs),
        _ => false,
    }
}
