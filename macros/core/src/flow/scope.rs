//! Which binding a name means.

use std::collections::BTreeMap;

use super::BindingId;

/// The names in scope, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scope {
    frames: Vec<BTreeMap<String, Name>>,
}

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// A local of the flow.
    Binding(BindingId),
    /// A local of a piece of native code, which does not outlive it.
    Inner,
}

impl Scope {
    pub(super) fn enter(&mut self) {
        self.frames.push(BTreeMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.frames.pop();
    }

    pub(super) fn declare(&mut self, name: String, meaning: Name) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(name, meaning);
        }
    }

    pub(super) fn look_up(&self, name: &str) -> Option<Name> {
        self.frames
            .iter()
            .rev()
            .find_map(|frame| frame.get(name).copied())
    }

    /// The binding that a declaration in the innermost frame would hide.
    pub(super) fn hidden_by(&self, name: &str) -> Option<BindingId> {
        let outer = self.frames.split_last()?.1;
        match outer
            .iter()
            .rev()
            .find_map(|frame| frame.get(name).copied())?
        {
            Name::Binding(id) => Some(id),
            Name::Inner => None,
        }
    }

    /// All bindings that can be named here.
    pub(super) fn visible(&self) -> impl Iterator<Item = BindingId> {
        let mut names = BTreeMap::new();
        for frame in &self.frames {
            names.extend(frame);
        }
        names.into_values().filter_map(|name| match name {
            Name::Binding(id) => Some(*id),
            Name::Inner => None,
        })
    }
}
