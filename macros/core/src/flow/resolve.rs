//! Resolves the names in code without steps: which bindings it uses, and where it jumps to.

use proc_macro2::{Ident, Literal, TokenStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FieldValue, Macro, Pat, Stmt, Token};

use super::assigned::{self, Fate};
use super::bindings::Declare;
use super::fresh::is_fresh;
use super::lower::{Break, Lowering};
use super::macros::{format_argument, takes_values};
use super::scope::Name;
use super::{BindingId, Code, Jump, JumpId, Origin, Transition, Uses};
use crate::check::attributes_of;
use crate::names;
use crate::parse::as_local;

/// The macro that stands in native code where control goes to another region.
pub(crate) const JUMP: &str = "__mrtr_jump";

/// What a piece of code has to do with the flow around it.
#[derive(Default)]
pub(super) struct Found {
    pub(super) uses: Uses,
    /// The locals that it gives a value; what becomes of the old one is to be settled.
    pub(super) assigned: Uses,
    /// As for a statement.
    pub(super) inits: Uses,
    /// As for a statement.
    pub(super) writes: Uses,
    pub(super) jumps: Vec<JumpId>,
}

impl Found {
    pub(super) fn extend(&mut self, other: Self) {
        self.uses.extend(other.uses);
        self.assigned.extend(other.assigned);
        self.jumps.extend(other.jumps);
    }

    /// What has to be there: what is assigned to, too.
    pub(super) fn places(&self) -> Uses {
        self.uses.union(&self.assigned).copied().collect()
    }

    /// Says what becomes of the values of the locals that the code assigns to, which is resolved.
    pub(super) fn settle(
        &mut self,
        lowering: &mut Lowering<'_>,
        fate: impl Fn(&Ident, bool) -> Fate,
        jumps: impl Fn(&Ident) -> Vec<JumpId>,
    ) {
        let bindings = &lowering.bindings;
        let is_it = |other: &BindingId, id| match bindings[other.0].origin {
            Origin::Part { of, .. } => of == id,
            _ => *other == id,
        };
        for id in std::mem::take(&mut self.assigned) {
            let local = &bindings[id.0].ident;
            // A local without `mut` has no value wherever it may still be given one.
            let fate = if bindings[id.0].mutable {
                fate(local, self.uses.iter().any(|other| is_it(other, id)))
            } else {
                Fate::Replaced
            };
            if matches!(fate, Fate::Kept | Fate::Used) {
                self.uses.insert(id);
                continue;
            }
            // Where it is mentioned, it has the new value.
            self.uses.retain(|other| !is_it(other, id));
            if fate == Fate::Replaced {
                self.inits.insert(id);
            } else {
                self.writes.insert(id);
            }
            for jump in jumps(local) {
                // An author may write the placeholder too, with any number.
                if let Some(jump) = lowering.jumps.get_mut(jump.0) {
                    jump.replaced.insert(id);
                }
            }
        }
    }

    fn into_code(mut self, lowering: &mut Lowering<'_>, expr: Expr) -> Code {
        self.settle(
            lowering,
            |local, is_mentioned| assigned::in_expr(&expr, local, is_mentioned),
            |local| assigned::jumps_in_expr(&expr, local),
        );
        Code {
            expr,
            uses: self.uses,
            inits: self.inits,
            writes: self.writes,
            jumps: self.jumps,
        }
    }
}

impl Lowering<'_> {
    /// Resolves an expression.
    pub(super) fn code(&mut self, mut expr: Expr) -> Code {
        let found = self.part(&mut expr);
        found.into_code(self, expr)
    }

    /// Resolves a part of a statement.
    pub(super) fn part(&mut self, expr: &mut Expr) -> Found {
        let mut resolver = Resolver::new(self);
        resolver.visit_expr_mut(expr);
        resolver.found
    }

    /// Resolves a condition whose `let`s bind locals of the flow, in the scope at hand.
    pub(super) fn condition(&mut self, mut expr: Expr) -> (Code, Vec<BindingId>) {
        let mut resolver = Resolver::new(self);
        resolver.lets = Declare::Flow;
        resolver.visit_expr_mut(&mut expr);
        let defs = std::mem::take(&mut resolver.defs);
        let found = resolver.found;
        (found.into_code(self, expr), defs)
    }

    /// Resolves a statement that declares nothing.
    pub(super) fn statement(&mut self, stmt: &mut Stmt) -> Found {
        let mut resolver = Resolver::new(self);
        resolver.visit_stmt_mut(stmt);
        resolver.found
    }

    /// Resolves tokens that may be anything: the text of a question.
    pub(super) fn text(&mut self, tokens: TokenStream) -> (TokenStream, Uses) {
        let mut resolver = Resolver::new(self);
        let tokens = resolver.arguments(tokens, Some(0));
        (tokens, resolver.found.places())
    }

    /// Whether what the name means has our hygiene.
    pub(super) fn is_hygienic(&self, ident: &Ident) -> bool {
        match self.scope.look_up(&ident.to_string()) {
            Some(Name::Binding(id)) => self.bindings[id.0].hygienic,
            Some(Name::Inner { hygienic }) => hygienic,
            None => false,
        }
    }

    /// A name, as it is emitted.
    pub(super) fn spelled(&self, ident: &Ident) -> Ident {
        let mut ident = ident.clone();
        if self.is_hygienic(&ident) {
            ident.set_span(names::mixed(ident.span()));
        }
        ident
    }
}

pub(super) struct Resolver<'l, 'e> {
    pub(super) lowering: &'l mut Lowering<'e>,
    pub(super) found: Found,
    defs: Vec<BindingId>,
    /// For whom a `let` in a condition binds; inside of native constructs it is for them.
    lets: Declare,
    /// The loops and labelled blocks of the native code itself.
    native: Vec<NativeTarget>,
    /// How many bindings there were before: a later one is this code's own.
    pub(super) first_own: usize,
    /// Whether a field may be spelled otherwise than the author did.
    pub(super) fields: bool,
}

struct NativeTarget {
    label: Option<String>,
    is_loop: bool,
}

impl<'l, 'e> Resolver<'l, 'e> {
    fn new(lowering: &'l mut Lowering<'e>) -> Self {
        let first_own = lowering.bindings.len();
        Self {
            lowering,
            found: Found::default(),
            defs: Vec::new(),
            lets: Declare::Inner,
            native: Vec::new(),
            first_own,
            fields: true,
        }
    }

    /// Notes a mention. The ident as it is emitted, where the name is a local.
    pub(super) fn mention(&mut self, ident: &Ident) -> Option<Ident> {
        if let Name::Binding(id) = self.lowering.scope.look_up(&ident.to_string())?
            && id.0 < self.first_own
        {
            self.found.uses.insert(id);
        }
        Some(self.lowering.spelled(ident))
    }

    /// The local that is assigned to as a whole, and how it is spelled. What has attributes is not
    /// always there.
    fn assigned(&self, place: &Expr) -> Option<(BindingId, Expr)> {
        let ident = as_local(place).filter(|_| attributes_of(place).is_empty())?;
        let Name::Binding(id) = self.lowering.scope.look_up(&ident.to_string())? else {
            return None;
        };
        let binding = &self.lowering.bindings[id.0];
        let can_be = match binding.origin {
            Origin::Late { .. } => true,
            Origin::Local => binding.mutable,
            _ => false,
        };
        let spelled = self.lowering.spelled(ident);
        (can_be && id.0 < self.first_own).then(|| (id, syn::parse_quote!(#spelled)))
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        let lets = std::mem::replace(&mut self.lets, Declare::Inner);
        self.lowering.scope.enter();
        visit(self);
        self.lowering.scope.leave();
        self.lets = lets;
    }

    /// Code with a control flow of its own: no jump leaves it.
    fn isolated(&mut self, visit: impl FnOnce(&mut Self)) {
        let targets = std::mem::take(&mut self.lowering.targets);
        let native = std::mem::take(&mut self.native);
        self.scoped(visit);
        self.native = native;
        self.lowering.targets = targets;
    }

    fn targeted(
        &mut self,
        label: Option<&syn::Label>,
        is_loop: bool,
        visit: impl FnOnce(&mut Self),
    ) {
        let label = label.map(|label| label.name.ident.to_string());
        self.native.push(NativeTarget { label, is_loop });
        self.scoped(visit);
        self.native.pop();
    }

    fn is_native(&self, label: Option<&syn::Lifetime>) -> bool {
        self.native.iter().any(|target| match label {
            Some(label) => target
                .label
                .as_ref()
                .is_some_and(|name| label.ident == name),
            None => target.is_loop,
        })
    }

    /// A `break` or `continue` that leaves the native code, as what it becomes.
    fn jump(&mut self, expr: &mut Expr) -> Option<Expr> {
        let (label, value, span, is_break) = match expr {
            Expr::Break(jump) => (&jump.label, jump.expr.take(), jump.break_token.span, true),
            Expr::Continue(jump) => (&jump.label, None, jump.continue_token.span, false),
            _ => return None,
        };
        if self.is_native(label.as_ref()) {
            if let Expr::Break(jump) = expr {
                jump.expr = value;
            }
            return None;
        }
        let target = self.lowering.jump_target(label.as_ref(), is_break);
        let value = value.map(|value| {
            let code = self.lowering.code(*value);
            self.found.uses.extend(&code.uses);
            self.found.assigned.extend(&code.inits);
            self.found.assigned.extend(&code.writes);
            self.found.jumps.extend(&code.jumps);
            code
        });
        match target {
            // Not ours: rustc says that there is no such loop.
            None => {
                if let (Expr::Break(jump), Some(value)) = (expr, value) {
                    jump.expr = Some(Box::new(value.expr));
                }
                None
            }
            Some(Break::Return) => {
                let value = value.map(|code| code.expr);
                Some(syn::parse_quote_spanned! {span=> return #value })
            }
            Some(Break::Region(target)) => {
                let id = JumpId(self.lowering.jumps.len());
                self.lowering.jumps.push(Jump {
                    transition: Transition {
                        target,
                        value,
                        span,
                        hidden: self.lowering.scope.hidden(&self.lowering.bindings),
                    },
                    replaced: Uses::new(),
                });
                self.found.jumps.push(id);
                let name = Ident::new(JUMP, span);
                let number = Literal::usize_unsuffixed(id.0);
                Some(syn::parse_quote_spanned! {span=> #name!(#number) })
            }
        }
    }
}

impl VisitMut for Resolver<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(jump) = self.jump(expr) {
            *expr = jump;
            return;
        }
        match expr {
            Expr::Path(path) if path.qself.is_none() => {
                if let Some(ident) = path.path.get_ident()
                    && let Some(spelled) = self.mention(ident)
                {
                    path.path = spelled.into();
                }
            }
            Expr::Field(field) => match self.field(field) {
                Some(part) => *expr = part,
                None => self.visit_expr_mut(&mut field.base),
            },
            Expr::Assign(assign) => {
                self.visit_expr_mut(&mut assign.right);
                match self.assigned(&assign.left) {
                    Some((id, spelled)) => {
                        self.found.assigned.insert(id);
                        *assign.left = spelled;
                    }
                    None => self.visit_expr_mut(&mut assign.left),
                }
            }
            Expr::Let(binding) => {
                self.visit_expr_mut(&mut binding.expr);
                let how = self.lets;
                let defs = self.lowering.declare_pattern(&mut binding.pat, how);
                self.defs.extend(defs);
            }
            Expr::If(branch) => {
                self.scoped(|inner| {
                    inner.visit_expr_mut(&mut branch.cond);
                    inner.visit_block_mut(&mut branch.then_branch);
                });
                if let Some((_, other)) = &mut branch.else_branch {
                    self.visit_expr_mut(other);
                }
            }
            Expr::While(repeat) => {
                let label = repeat.label.clone();
                self.targeted(label.as_ref(), true, |inner| {
                    inner.visit_expr_mut(&mut repeat.cond);
                    inner.visit_block_mut(&mut repeat.body);
                });
            }
            Expr::Loop(repeat) => {
                let label = repeat.label.clone();
                self.targeted(label.as_ref(), true, |inner| {
                    inner.visit_block_mut(&mut repeat.body);
                });
            }
            Expr::ForLoop(repeat) => {
                self.visit_expr_mut(&mut repeat.expr);
                let label = repeat.label.clone();
                self.targeted(label.as_ref(), true, |inner| {
                    inner
                        .lowering
                        .declare_pattern(&mut repeat.pat, Declare::Inner);
                    inner.visit_block_mut(&mut repeat.body);
                });
            }
            Expr::Block(block) if block.label.is_some() => {
                let label = block.label.clone();
                self.targeted(label.as_ref(), false, |inner| {
                    inner.visit_block_mut(&mut block.block);
                });
            }
            Expr::Closure(closure) => self.isolated(|inner| {
                for input in &mut closure.inputs {
                    inner.lowering.declare_pattern(input, Declare::Inner);
                }
                inner.visit_expr_mut(&mut closure.body);
            }),
            Expr::Async(block) => self.isolated(|inner| inner.visit_block_mut(&mut block.block)),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scoped(|inner| {
            inner.lowering.declare_pattern(&mut arm.pat, Declare::Inner);
            inner.visit_guard(&mut arm.pat);
            inner.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.scoped(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        self.lowering.refuse_conditional(local);
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                self.visit_expr_mut(diverge);
            }
        }
        self.lowering
            .declare_pattern(&mut local.pat, Declare::Inner);
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        // `S { x }` is `S { x: x }`, where the two have to be spelled differently.
        if let Some(name) = as_local(&field.expr)
            && self.lowering.is_hygienic(name)
        {
            field
                .colon_token
                .get_or_insert(Token![:](proc_macro2::Span::mixed_site()));
        }
        self.visit_expr_mut(&mut field.expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if is_fresh(mac) {
            return self.fresh(mac);
        }
        let format = format_argument(&mac.path);
        let fields = std::mem::replace(&mut self.fields, takes_values(mac));
        mac.tokens = self.arguments(std::mem::take(&mut mac.tokens), format);
        self.fields = fields;
    }

    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Resolver<'_, '_> {
    fn visit_guard(&mut self, pat: &mut Pat) {
        if let Pat::Guard(guarded) = pat {
            self.visit_expr_mut(&mut guarded.guard);
        }
    }
}

impl Lowering<'_> {
    /// Resolves the guard of an arm whose pattern is declared.
    pub(super) fn guard(&mut self, pat: &mut Pat) -> Found {
        let mut resolver = Resolver::new(self);
        resolver.visit_guard(pat);
        resolver.found
    }
}
