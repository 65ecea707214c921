//! Locals that hold something while they live. Nothing is held while a client answers, so one
//! that is alive at a step, and never mentioned again, is a mistake.

use syn::{Expr, Ident, Local, Stmt};

use super::BindingId;
use super::lower::Lowering;
use super::scope::Name;
use crate::messages;
use crate::names;
use crate::parse::{as_local, single_binding};

impl Lowering<'_> {
    /// Notes that a statement makes a guard, or that it ends one.
    pub(super) fn note_guard(&mut self, stmt: &Stmt, defs: &[BindingId]) {
        match stmt {
            Stmt::Local(local) if is_guard(local) => self.guards.extend(defs),
            Stmt::Expr(Expr::Assign(assign), _) => {
                if let Some(name) = as_local(&assign.left)
                    && holds(name, &assign.right)
                    && let Some(id) = self.scope.declared_here(&name.to_string())
                {
                    self.guards.insert(id);
                }
            }
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

/// `let _lock = …;` says by its name what it is kept for; `….lock()` says it too.
fn is_guard(local: &Local) -> bool {
    let (binding, init) = (single_binding(&local.pat), &local.init);
    let init = init.as_ref().map(|init| &init.expr);
    binding
        .zip(init)
        .is_some_and(|(binding, value)| holds(&binding.ident, value))
}

fn holds(local: &Ident, value: &Expr) -> bool {
    let name = local.to_string();
    let is_kept = name.starts_with('_') && !names::is_temporary(local);
    let says_so = ["guard", "lock", "permit", "span"]
        .iter()
        .any(|word| name.contains(word));
    (is_kept && (says_so || makes(value, GUARDS))) || makes(value, LOCKS)
}

/// Methods whose value is a lock, whatever it is called.
const LOCKS: &[&str] = &["lock", "lock_owned", "try_lock", "blocking_lock"];

/// Methods whose value is a guard where it is bound only to be kept.
const GUARDS: &[&str] = &[
    "acquire",
    "acquire_owned",
    "enter",
    "entered",
    "guard",
    "read",
    "read_owned",
    "write",
    "write_owned",
];

/// Whether the value comes from one of the methods, behind the usual unwrapping.
fn makes(expr: &Expr, methods: &[&str]) -> bool {
    match expr {
        Expr::Try(inner) => makes(&inner.expr, methods),
        Expr::Await(inner) => makes(&inner.base, methods),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "unwrap" | "expect" | "unwrap_or_else" | "map_err" | "ok_or" | "ok_or_else" => {
                makes(&call.receiver, methods)
            }
            method => methods.contains(&method),
        },
        _ => false,
    }
}

/// `drop(x)`, `mem::drop(x)`
fn dropped(expr: &Expr) -> Option<&Ident> {
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
