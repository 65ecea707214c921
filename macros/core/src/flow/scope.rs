//! Which binding a name means.

use std::collections::{BTreeMap, BTreeSet};

use super::{Binding, BindingId, Uses};

/// The names in scope, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scope {
    frames: Vec<Vec<(String, Name)>>,
}

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// A local of the flow.
    Binding(BindingId),
    /// A local of a piece of native code, which does not outlive it.
    Inner {
        /// Whether the name has our hygiene.
        hygienic: bool,
    },
}

impl Scope {
    pub(super) fn enter(&mut self) {
        self.frames.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.frames.pop();
    }

    /// Whether the innermost scope is that of the body itself: around it are the parameters.
    pub(super) fn is_body(&self) -> bool {
        self.frames.len() == 2
    }

    pub(super) fn declare(&mut self, name: &str, meaning: Name) {
        let name = plain(name).to_owned();
        if let Some(frame) = self.frames.last_mut() {
            frame.push((name, meaning));
        }
    }

    pub(super) fn look_up(&self, name: &str) -> Option<Name> {
        innermost(&self.frames, name).next()
    }

    /// The local of the flow that the name means, or would mean if native code did not hide it.
    pub(super) fn binding_of(&self, name: &str) -> Option<BindingId> {
        innermost(&self.frames, name).find_map(Name::binding)
    }

    /// The local of the flow that the name means, where the innermost scope has declared it.
    pub(super) fn declared_here(&self, name: &str) -> Option<BindingId> {
        let (innermost, name) = (self.frames.last()?, plain(name));
        let declared = innermost
            .iter()
            .rev()
            .find(|(declared, _)| declared == name);
        declared.and_then(|(_, meaning)| meaning.binding())
    }

    /// The binding that a declaration in the innermost frame would hide.
    pub(super) fn hidden_by(&self, name: &str) -> Option<BindingId> {
        let outer = self.frames.split_last()?.1;
        innermost(outer, name).next()?.binding()
    }

    /// The bindings that cannot be named here: another name that is spelled alike hides them.
    pub(super) fn hidden(&self, bindings: &[Binding]) -> Uses {
        let mut seen = BTreeSet::new();
        let mut hidden = Uses::new();
        for (name, meaning) in self.frames.iter().flatten().rev() {
            let hygienic = match meaning {
                Name::Binding(id) => bindings[id.0].hygienic,
                Name::Inner { hygienic } => *hygienic,
            };
            if !seen.insert((name, hygienic)) {
                hidden.extend(meaning.binding());
            }
        }
        hidden
    }

    /// All bindings that can be named here.
    pub(super) fn visible(&self) -> impl Iterator<Item = BindingId> {
        let names: BTreeMap<&String, Name> = self
            .frames
            .iter()
            .flatten()
            .map(|(name, meaning)| (name, *meaning))
            .collect();
        names.into_values().filter_map(Name::binding)
    }
}

impl Name {
    fn binding(self) -> Option<BindingId> {
        match self {
            Self::Binding(id) => Some(id),
            Self::Inner { .. } => None,
        }
    }
}

/// A text captures `r#type` as `{type}`.
fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

fn innermost<'f>(
    frames: &'f [Vec<(String, Name)>],
    name: &'f str,
) -> impl Iterator<Item = Name> + 'f {
    let (name, names) = (plain(name), frames.iter().flatten().rev());
    names
        .filter(move |(declared, _)| declared == name)
        .map(|(_, meaning)| *meaning)
}
