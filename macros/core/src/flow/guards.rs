//! Locals that hold something while they live. Nothing is held while a client answers, so one
//! that is alive at a step, and never mentioned again, is a mistake.

use syn::{Expr, Local, Stmt};

use super::BindingId;
use super::lower::Lowering;
use super::scope::Name;
use crate::messages;
use crate::parse::{as_local, single_binding};

impl Lowering<'_> {
    /// Notes that a `let` makes a guard, or that a statement ends one.
    pub(super) fn note_guard(&mut self, stmt: &Stmt, defs: &[BindingId]) {
        match stmt {
            Stmt::Local(local) if is_guard(local) => self.guards.extend(defs),
            Stmt::Expr(expr, _) => {
                if let Some(dropped) = dropped(expr)
                    && let Some(Name::Binding(id)) = self.scope.look_up(&dropped.to_string())
                {
                    self.guards.remove(&id);
                }
            }
            _ => {}
        }
    }

    /// Reports the guards that are alive here, each once.
    pub(super) fn refuse_guards(&mut self) {
        let alive: Vec<_> = self
            .scope
            .visible()
            .filter(|id| self.guards.contains(id))
            .collect();
        for id in alive {
            self.guards.remove(&id);
            let ident = &self.bindings[id.0].ident;
            self.errors
                .at(ident.span(), messages::guard(&ident.to_string()));
        }
    }
}

/// `let _lock = …;` says by its name that it is kept for its lifetime; `….lock()` says it too.
fn is_guard(local: &Local) -> bool {
    let (Some(binding), Some(init)) = (single_binding(&local.pat), &local.init) else {
        return false;
    };
    let named_as_guard = binding.ident.to_string().starts_with('_')
        && matches!(
            *init.expr,
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Await(_) | Expr::Try(_)
        );
    named_as_guard || makes_lock(&init.expr)
}

fn makes_lock(expr: &Expr) -> bool {
    match expr {
        Expr::Try(inner) => makes_lock(&inner.expr),
        Expr::Await(inner) => makes_lock(&inner.base),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "lock" | "lock_owned" | "try_lock" | "blocking_lock" => true,
            "unwrap" | "expect" | "unwrap_or_else" | "map_err" | "ok_or" | "ok_or_else" => {
                makes_lock(&call.receiver)
            }
            _ => false,
        },
        _ => false,
    }
}

/// `drop(x)`, `mem::drop(x)`
fn dropped(expr: &Expr) -> Option<&syn::Ident> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let is_drop = function
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident == "drop");
    if is_drop && call.args.len() == 1 {
        as_local(call.args.first()?)
    } else {
        None
    }
}
